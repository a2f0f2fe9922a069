import { describe, expect, it } from 'vitest';
import { pairs, plain, plainJson, shellText, shortTime, table } from './text.ts';

describe('text of others', () => {
  it('loses what could drive the terminal or turn the line around', () => {
    expect(plain('Mug\u001b[31m red\r\n\u0007two\u202elines\u009b2J')).toBe('Mug [31m red two lines 2J');
  });

  it('keeps letters of every script', () => {
    expect(plain('Чашка – 茶碗')).toBe('Чашка – 茶碗');
  });
});

describe('JSON of others', () => {
  it('stays the same data, without what could drive the terminal', () => {
    const data = { a: 'x\u001b[2J\u009b31m\u007f\u202edef\u2028', Ключ: ['茶碗'] };
    const text = plainJson(JSON.stringify(data, null, 2));
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    expect(text).toContain('Ключ');
    expect(JSON.parse(text)).toEqual(data);
  });
});

describe('tables', () => {
  it('are aligned, amounts to the right, without blanks at the end and empty columns, and a line a row', () => {
    const rows = [
      ['Main', '1.00', ''],
      ['A longer\none', '1000.00', ''],
    ];
    expect(table(['NAME', 'AMOUNT', 'CODE'], rows)).toBe(
      'NAME           AMOUNT\nMain             1.00\nA longer one  1000.00\n',
    );
  });
});

it('names and values are aligned', () => {
  const entries = [
    ['amount', '5.00'],
    ['id', 'a\u001b[2Jb'],
  ] as const;
  expect(pairs(entries)).toBe('  amount  5.00\n  id      a [2Jb\n');
});

it.each([
  ['2026-11-21T09:00:00.123Z', '2026-11-21T09:00:00Z'],
  ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z'],
  ['at 1.5Z', 'at 1.5Z'],
])('%s is shown as %s: times lose the fraction of a second', (text, shown) => {
  expect(shortTime(text)).toBe(shown);
});

describe('a command line for a shell', () => {
  it('quotes what the shell would read otherwise, and keeps an empty word', () => {
    expect(shellText(['pay-form', 'refund', 'A-1', '--comment', "it's $HOME; rm", ''])).toBe(
      `pay-form refund A-1 --comment 'it'\\''s $HOME; rm' ''`,
    );
  });
});
