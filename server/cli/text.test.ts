import { expect, it } from 'vitest';
import { plain, plainJson, shellText, shortTime, table } from './text.ts';

it('text of others loses what could drive the terminal or turn the line around, and no letter', () => {
  expect(plain('Чашка\u001b[31m red\r\n\u0007two\u202elines\u009b2J 茶碗')).toBe(
    'Чашка [31m red two lines 2J 茶碗',
  );
});

it('JSON of others stays the same data, without what could drive the terminal', () => {
  const data = { a: 'x\u001b[2J\u009b31m\u007f\u202edef\u2028', Ключ: ['茶碗'] };
  const text = plainJson(JSON.stringify(data, null, 2));
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  expect(text).toContain('Ключ');
  expect(JSON.parse(text)).toEqual(data);
});

it('tables are aligned, amounts to the right, without blanks at the end and empty columns, and a line a row', () => {
  const rows = [
    ['Main', '1.00', ''],
    ['A longer\none', '1000.00', ''],
  ];
  expect(table(['NAME', 'AMOUNT', 'CODE'], rows)).toBe(
    'NAME           AMOUNT\nMain             1.00\nA longer one  1000.00\n',
  );
});

it.each([
  ['2026-11-21T09:00:00.123Z', '2026-11-21T09:00:00Z'],
  ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z'],
  ['at 1.5Z', 'at 1.5Z'],
])('%s is shown as %s: times lose the fraction of a second', (text, shown) => {
  expect(shortTime(text)).toBe(shown);
});

it('a command line for a shell quotes what the shell would read otherwise, and keeps an empty word', () => {
  expect(shellText(['pay-form', 'refund', 'A-1', '--comment', "it's $HOME; rm", ''])).toBe(
    `pay-form refund A-1 --comment 'it'\\''s $HOME; rm' ''`,
  );
});
