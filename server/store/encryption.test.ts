import { describe, expect, it } from 'vitest';
import { createEncryption } from './encryption.ts';

const OLD = 'the old secret of the store, 32 bytes and more';
const NEW = 'the new secret of the store, 32 bytes and more';
const TEXT = 'eyJhbGciOiJIUzI1NiJ9.ключ';

describe('what is encrypted', () => {
  const encryption = createEncryption({ current: NEW });

  it('opens as it was, and looks different each time', () => {
    const [one, other] = [encryption.encrypt(TEXT, 'a'), encryption.encrypt(TEXT, 'a')];
    expect([encryption.decrypt(one, 'a'), encryption.decrypt(other, 'a')]).toEqual([TEXT, TEXT]);
    expect(one).not.toBe(other);
    expect(Buffer.from(one.slice(3), 'base64url').toString()).not.toContain('eyJ');
    expect(encryption.decrypt(encryption.encrypt('', 'a'), 'a')).toBe('');
  });

  it('does not open in another place', () => {
    expect(encryption.decrypt(encryption.encrypt(TEXT, 'orders.token:a'), 'orders.token:b')).toBeNull();
  });

  it('does not open where a single byte was altered, or it was cut', () => {
    const encrypted = encryption.encrypt(TEXT, 'a');
    const bytes = Buffer.from(encrypted.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const altered = Buffer.from(bytes);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(encryption.decrypt(`v1.${altered.toString('base64url')}`, 'a')).toBeNull();
      expect(encryption.decrypt(`v1.${bytes.subarray(0, index).toString('base64url')}`, 'a')).toBeNull();
    }
    for (const text of ['', 'v1', 'v2' + encrypted.slice(2), TEXT])
      expect(encryption.decrypt(text, 'a')).toBeNull();
  });

  it('under the secret before the last opens too, and what is encrypted now is encrypted under the new one', () => {
    const both = createEncryption({ current: NEW, previous: [OLD] });
    const before = createEncryption({ current: OLD });
    expect(both.decrypt(before.encrypt(TEXT, 'a'), 'a')).toBe(TEXT);
    expect(encryption.decrypt(both.encrypt(TEXT, 'a'), 'a')).toBe(TEXT);
    expect(before.decrypt(both.encrypt(TEXT, 'a'), 'a')).toBeNull();
    expect(encryption.decrypt(before.encrypt(TEXT, 'a'), 'a')).toBeNull();
  });

  it('under the previous secret is encrypted again, and nothing else is', () => {
    const both = createEncryption({ current: NEW, previous: [OLD] });
    const old = createEncryption({ current: OLD }).encrypt(TEXT, 'a');
    expect(encryption.decrypt(both.renew(old, 'a') ?? '', 'a')).toBe(TEXT);
    expect(both.renew(both.encrypt(TEXT, 'a'), 'a')).toBeNull();
    expect(both.renew(old, 'b')).toBeNull();
    expect(encryption.renew(old, 'a')).toBeNull();
  });
});
