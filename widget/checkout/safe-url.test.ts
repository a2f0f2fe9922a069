import { expect, test } from 'vitest';
import { isSafeUrl } from './safe-url.ts';

test.each([
  ['https://bank.example/3ds?x=1', true],
  ['http://localhost:8090/x', true],
  ['http://127.0.0.1/x', true],
  ['http://[::1]:80/', true],
  ['http://bank.example/', false],
  ['http://localhost.evil.example/', false],
  ['http://127.0.0.1.evil.example/', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['/3ds', false],
  ['', false],
])('whether "%s" may be opened: %s', (url, safe) => {
  expect(isSafeUrl(url)).toBe(safe);
});
