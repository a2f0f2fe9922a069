import { afterEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

test('the fingerprint is the eight fields that the companion takes, all text', () => {
  const told = fingerprint();
  expect(Object.keys(told).sort()).toEqual([
    'browserColorDepth',
    'browserJavaEnabled',
    'browserLanguage',
    'browserScreenHeight',
    'browserScreenWidth',
    'browserTimeZone',
    'browserTimeZoneOffset',
    'browserUserAgent',
  ]);
  expect(Object.values(told).every((value) => typeof value === 'string' && value !== '')).toBe(true);
  expect(['1', '4', '8', '15', '16', '24', '32', '48']).toContain(told.browserColorDepth);
});

test('the time zone offset has the sign of JavaScript: minutes from here to UTC', () => {
  expect(fingerprint().browserTimeZoneOffset).toBe(String(new Date().getTimezoneOffset()));
});

/** Shows the fingerprint another value of the browser's. */
function pretend(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, value });
}

afterEach(() => {
  for (const name of ['language', 'userAgent']) Reflect.deleteProperty(navigator, name);
  for (const name of ['colorDepth', 'height', 'width']) Reflect.deleteProperty(screen, name);
});

test('a screen of half pixels and a browser without a name are put so that the companion takes them', () => {
  pretend(screen, 'height', 731.43);
  pretend(screen, 'width', undefined);
  pretend(navigator, 'userAgent', '');
  const { browserScreenHeight, browserScreenWidth, browserUserAgent } = fingerprint();
  expect([browserScreenHeight, browserScreenWidth, browserUserAgent]).toEqual(['731', '0', '-']);
});

test.each([
  ['en', 'en'],
  ['en-US', 'en-US'],
  ['zh-Hant', 'zh-Hant'],
  ['zh-Hant-HK-x-private', 'zh-Hant'],
  ['sr-Latn-RS', 'sr-Latn'],
  ['es-419', 'es-419'],
  ['de-DE-1996', 'de-DE'],
  ['ca-ES-valencia', 'ca-ES'],
  ['ca-valencia', 'ca'],
  ['hsb-DE', 'hsb-DE'],
  // A single letter says that more follows.
  ['en-GB-u-ca-gregory', 'en-GB'],
  ['', 'en'],
])('of the language %s it tells %s: whole subtags, 8 characters at most', (language, told) => {
  pretend(navigator, 'language', language);
  expect(fingerprint().browserLanguage).toBe(told);
});

test.each([
  [64, '48'],
  [48, '48'],
  [32, '32'],
  [30, '24'],
  [24, '24'],
  [18, '16'],
  [16, '16'],
  [15, '15'],
  [12, '8'],
  [8, '8'],
  [4, '4'],
  [2, '1'],
  [1, '1'],
  [0, '1'],
])('of a screen with %i bits of colour it tells %s', (depth, told) => {
  pretend(screen, 'colorDepth', depth);
  expect(fingerprint().browserColorDepth).toBe(told);
});
