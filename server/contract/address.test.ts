import { expect, it } from 'vitest';
import { isBaseAddress } from './address.ts';

it.each([
  'https://gateway.example',
  'https://gateway.example/',
  'http://127.0.0.1:8090/a/b',
  'HTTPS://Gateway.Example/Path',
])('paths can be added to %j', (text) => {
  expect(isBaseAddress(text)).toBe(true);
});

it.each([
  'https://gateway.example/?',
  'https://gateway.example/#',
  'https://gateway.example?a=b',
  'https://gateway.example/#top',
  'https://user@gateway.example',
  'https://:word@gateway.example',
  'https://gateway.example/ ',
  ' https://gateway.example',
  'ftp://gateway.example',
  'gateway.example',
  '',
])('paths cannot be added to %j', (text) => {
  expect(isBaseAddress(text)).toBe(false);
});
