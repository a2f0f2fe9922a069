import { expect, test } from 'vitest';
import { isSafeUrl } from './safe-url.ts';

test.each([
  'https://bank.example/3ds?x=1',
  'http://localhost:8090/x',
  'http://127.0.0.1/x',
  'http://[::1]:80/',
])('%s may be opened', (url) => {
  expect(isSafeUrl(url)).toBe(true);
});

test.each([
  'http://bank.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/3ds',
  '',
])('"%s" may not be opened', (url) => {
  expect(isSafeUrl(url)).toBe(false);
});
