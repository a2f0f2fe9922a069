import { expect, it } from 'vitest';
import { TRANSITIONS } from '../../payments/order/payment.ts';
import { readPage, rows, section } from './testing/page.ts';

it('ARCHITECTURE.md has the table of transitions as the code looks it up', () => {
  const table = rows(section(readPage('ARCHITECTURE.md'), '### Transitions')).map(
    ([from = '', , init, pending, success, failure]) => [from, { init, pending, success, failure }],
  );
  expect(Object.fromEntries(table)).toEqual(TRANSITIONS);
});
