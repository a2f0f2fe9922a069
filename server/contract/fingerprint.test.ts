import { expect, it } from 'vitest';
import type { Fingerprint } from './checkout-api.ts';
import { fingerprintSchema } from './fingerprint.ts';
import { FINGERPRINT } from './testing/fixtures.ts';

const read = (over: Partial<Record<keyof Fingerprint, string>>) =>
  fingerprintSchema.safeParse({ ...FINGERPRINT, ...over });

it.each(['1', '4', '8', '15', '16', '24', '32', '48'])('a colour depth of %s is one', (depth) => {
  expect(read({ browserColorDepth: depth }).data?.browserColorDepth).toBe(depth);
});

it.each([
  ['0', '1'],
  ['12', '8'],
  ['30', '24'],
  ['64', '48'],
  ['024', '24'],
])('a colour depth of %s is told as %s', (given, told) => {
  expect(read({ browserColorDepth: given }).data?.browserColorDepth).toBe(told);
});

it.each([
  ['uk-UA', 'uk-UA'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['zh-Hant-HK-x-private', 'zh-Hant'],
  ['sr_Latn_RS', 'sr_Latn'],
  ['es-419', 'es-419'],
  ['de-DE-1996', 'de-DE'],
  ['ca-valencia', 'ca'],
  ['12345678-9', '12345678'],
  // A single letter says that more follows.
  ['en-US-u-ca', 'en-US'],
  ['x-klingon', 'en'],
  ['abcdefghij', 'en'],
  // as some systems write it
  ['en_US@posix', 'en_US'],
  ['en US', 'en'],
  ['', ''],
])('the language %s is told as %s', (given, told) => {
  expect(read({ browserLanguage: given }).data?.browserLanguage).toBe(told);
});

it.each<Partial<Record<keyof Fingerprint, string>>>([
  { browserColorDepth: 'deep' },
  { browserColorDepth: '24.0' },
  { browserScreenHeight: '1000000' },
  { browserScreenWidth: 'wide' },
  { browserJavaEnabled: 'yes' },
  { browserTimeZoneOffset: 'UTC+3' },
  { browserTimeZoneOffset: '-12000' },
  { browserTimeZone: 'x'.repeat(65) },
  { browserUserAgent: 'x'.repeat(2049) },
])('what 3-D Secure cannot read is refused before anything is sent: %j', (over) => {
  const errors = read(over).error?.issues.map(({ path }) => path.join('.'));
  expect(errors).toEqual(Object.keys(over));
});
