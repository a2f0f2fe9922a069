import { describe, expect, it } from 'vitest';
import { fromBase64url, toBase64, toBase64url } from './base64url.ts';

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 89 + 250) % 256);

describe.each([0, 1, 2, 3, 16, 20, 255, 100_000])('%i bytes', (length) => {
  it('are written as Node writes them', () => {
    const given = bytes(length);
    expect(toBase64(given)).toBe(Buffer.from(given).toString('base64'));
    expect(toBase64url(given)).toBe(Buffer.from(given).toString('base64url'));
  });

  it('keep their padding where it is wanted', () => {
    const text = toBase64url(bytes(length), { padding: true });
    expect(text).toBe(toBase64url(bytes(length)).padEnd(Math.ceil(length / 3) * 4, '='));
  });

  it('are read back', () => {
    expect(fromBase64url(toBase64url(bytes(length)))).toEqual(bytes(length));
  });
});

it.each(['a', 'abcde', 'ab==', 'ab+/', 'ab cd', 'äb'])('%j is no Base64 for addresses', (text) => {
  expect(fromBase64url(text)).toBeNull();
});
