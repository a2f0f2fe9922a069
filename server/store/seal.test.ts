import { describe, expect, it } from 'vitest';
import { createSeal } from './seal.ts';

const OLD = 'the old secret of the store, 32 bytes and more';
const NEW = 'the new secret of the store, 32 bytes and more';
const TEXT = 'eyJhbGciOiJIUzI1NiJ9.ключ';

describe('what is sealed', () => {
  const seal = createSeal({ current: NEW });

  it('opens as it was, and looks different each time', () => {
    const [one, other] = [seal.seal(TEXT, 'a'), seal.seal(TEXT, 'a')];
    expect([seal.open(one, 'a'), seal.open(other, 'a')]).toEqual([TEXT, TEXT]);
    expect(one).not.toBe(other);
    expect(Buffer.from(one.slice(3), 'base64url').toString()).not.toContain('eyJ');
    expect(seal.open(seal.seal('', 'a'), 'a')).toBe('');
  });

  it('does not open in another place', () => {
    expect(seal.open(seal.seal(TEXT, 'orders.token:a'), 'orders.token:b')).toBeNull();
  });

  it('does not open where a single byte was altered, or it was cut', () => {
    const sealed = seal.seal(TEXT, 'a');
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const altered = Buffer.from(bytes);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(seal.open(`v1.${altered.toString('base64url')}`, 'a')).toBeNull();
      expect(seal.open(`v1.${bytes.subarray(0, index).toString('base64url')}`, 'a')).toBeNull();
    }
    for (const text of ['', 'v1', 'v2' + sealed.slice(2), TEXT]) expect(seal.open(text, 'a')).toBeNull();
  });

  it('under the secret before the last opens too, and what is sealed now is sealed under the new one', () => {
    const both = createSeal({ current: NEW, previous: [OLD] });
    const before = createSeal({ current: OLD });
    expect(both.open(before.seal(TEXT, 'a'), 'a')).toBe(TEXT);
    expect(seal.open(both.seal(TEXT, 'a'), 'a')).toBe(TEXT);
    expect(before.open(both.seal(TEXT, 'a'), 'a')).toBeNull();
    expect(seal.open(before.seal(TEXT, 'a'), 'a')).toBeNull();
  });

  it('under the previous secret is sealed again, and nothing else is', () => {
    const both = createSeal({ current: NEW, previous: [OLD] });
    const old = createSeal({ current: OLD }).seal(TEXT, 'a');
    expect(seal.open(both.renew(old, 'a') ?? '', 'a')).toBe(TEXT);
    expect(both.renew(both.seal(TEXT, 'a'), 'a')).toBeNull();
    expect(both.renew(old, 'b')).toBeNull();
    expect(seal.renew(old, 'a')).toBeNull();
  });
});
