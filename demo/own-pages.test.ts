import { expect, test } from 'vitest';
import { originsOf } from './own-pages.ts';

test.each([
  ['http://localhost:8070', ['http://localhost:8070', 'http://127.0.0.1:8070']],
  ['http://localhost', ['http://localhost', 'http://127.0.0.1']],
  ['https://pages.example/demo', ['https://pages.example']],
])('the pages at %s are of %j', (url, origins) => {
  expect(originsOf(url)).toEqual(origins);
});
