import { expect, test } from 'vitest';
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
