import { afterEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

test('the fingerprint is what the browser says, and its time zone has the sign of JavaScript: minutes from here to UTC', () => {
  const { browserJavaEnabled, ...told } = fingerprint();
  expect(browserJavaEnabled).toMatch(/^(true|false)$/);
  expect(told).toEqual({
    browserColorDepth: String(screen.colorDepth),
    browserLanguage: navigator.language,
    browserScreenHeight: String(screen.height),
    browserScreenWidth: String(screen.width),
    browserTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    browserTimeZoneOffset: String(new Date().getTimezoneOffset()),
    browserUserAgent: navigator.userAgent,
  });
});

/** Shows the fingerprint another value of the browser's. */
function pretend(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, value });
}

afterEach(() => {
  for (const name of ['language', 'userAgent']) Reflect.deleteProperty(navigator, name);
  for (const name of ['height', 'width']) Reflect.deleteProperty(screen, name);
});

test('a screen of half pixels, and a browser without a name or a language, are put so that the companion takes them', () => {
  pretend(screen, 'height', 731.43);
  pretend(screen, 'width', undefined);
  pretend(navigator, 'userAgent', '');
  pretend(navigator, 'language', '');
  expect(fingerprint()).toMatchObject({
    browserScreenHeight: '731',
    browserScreenWidth: '0',
    browserUserAgent: '-',
    browserLanguage: 'en',
  });
});
