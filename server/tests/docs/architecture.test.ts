import { expect, it } from 'vitest';
import { TRANSITIONS } from '../../payments/order/payment.ts';
import { readPage, rows, section } from './testing/page.ts';

it('ARCHITECTURE.md has the table of transitions as the code looks it up', () => {
  const table = rows(section(readPage('ARCHITECTURE.md'), '### Transitions')).map(
    ([from = '', , init, pending, success, failure]) => [from, { init, pending, success, failure }],
  );
  expect(Object.fromEntries(table)).toEqual(TRANSITIONS);
});

it('ARCHITECTURE.md finds each function in the file that it says', () => {
  const cells = rows(section(readPage('ARCHITECTURE.md'), '### Where is …?')).map(([, cell = '']) => cell);
  expect(cells.length).toBeGreaterThan(4);
  const stated = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)` in \[[^\]]+\]\(([^)]+)\)/g)]);
  const dead = stated.filter(([, name = '', file = '']) => !readPage(file).includes(`function ${name}`));
  expect(dead.map(([text]) => text)).toEqual([]);
});
