import { describe, expect, it } from 'vitest';
import { isUuid, sameUuid, UUID } from './uuid.ts';

const ONE = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';

describe('a UUID', () => {
  it.each([ONE, ONE.toUpperCase(), crypto.randomUUID(), '00000000-0000-0000-0000-000000000000'])(
    'is %s',
    (text) => {
      expect(isUuid(text)).toBe(true);
    },
  );

  it.each(['', ONE.replaceAll('-', ''), `${ONE}\n`, ` ${ONE}`, `${ONE}0`, ONE.replace('a', 'g'), `{${ONE}}`])(
    'is not %j',
    (text) => {
      expect(isUuid(text)).toBe(false);
    },
  );

  it('is the same in any case', () => {
    expect(sameUuid(ONE, ONE.toUpperCase())).toBe(true);
    expect(sameUuid(ONE, ONE.replace('0', '1'))).toBe(false);
  });

  it('is found inside another text', () => {
    expect(new RegExp(UUID, 'i').exec(`receipts/${ONE}.pdf`)?.[0]).toBe(ONE);
  });
});
