import { expect, it } from 'vitest';
import { isUuid, sameUuid, UUID } from './uuid.ts';

const ONE = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';

it.each([ONE, ONE.toUpperCase(), crypto.randomUUID(), '00000000-0000-0000-0000-000000000000'])(
  '%s is a UUID',
  (text) => expect(isUuid(text)).toBe(true),
);

it.each(['', ONE.replaceAll('-', ''), `${ONE}\n`, ` ${ONE}`, `${ONE}0`, ONE.replace('a', 'g'), `{${ONE}}`])(
  '%j is no UUID',
  (text) => expect(isUuid(text)).toBe(false),
);

it('a UUID is the same in any case, and is found inside another text', () => {
  expect(sameUuid(ONE, ONE.toUpperCase())).toBe(true);
  expect(sameUuid(ONE, ONE.replace('0', '1'))).toBe(false);
  expect(new RegExp(UUID, 'i').exec(`receipts/${ONE}.pdf`)?.[0]).toBe(ONE);
});
