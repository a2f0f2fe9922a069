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
  expect(told).toMatchObject({
    browserColorDepth: String(screen.colorDepth),
    browserLanguage: navigator.language,
  });
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
  for (const name of ['height', 'width']) Reflect.deleteProperty(screen, name);
});

test('a screen of half pixels and a browser without a name are put so that the companion takes them', () => {
  pretend(screen, 'height', 731.43);
  pretend(screen, 'width', undefined);
  pretend(navigator, 'userAgent', '');
  const { browserScreenHeight, browserScreenWidth, browserUserAgent } = fingerprint();
  expect([browserScreenHeight, browserScreenWidth, browserUserAgent]).toEqual(['731', '0', '-']);
});

test('a browser without a language speaks English', () => {
  pretend(navigator, 'language', '');
  expect(fingerprint().browserLanguage).toBe('en');
});
