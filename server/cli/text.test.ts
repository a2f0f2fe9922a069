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
  const columns = {
    NAME: ([name]: string[]) => name ?? '',
    AMOUNT: ([, amount]: string[]) => amount ?? null,
  };

  it('are aligned, amounts to the right, without blanks at the end, and a line a row', () => {
    const rows = [
      ['Main', '1.00'],
      ['A longer\none', '1000.00'],
    ];
    expect(table(rows, { ...columns, CODE: () => null }, ['AMOUNT'])).toBe(
      'NAME           AMOUNT  CODE\nMain             1.00\nA longer one  1000.00\n',
    );
  });

  it('of no rows have their titles all the same', () => {
    expect(table([], columns)).toBe('NAME  AMOUNT\n');
  });
});

describe('names and values', () => {
  it('leave out what is not there', () => {
    expect(
      pairs([
        ['amount', '5.00'],
        ['code', null],
        ['receipt', undefined],
        ['id', '1'],
      ]),
    ).toBe('  amount  5.00\n  id      1\n');
  });
});

describe('times', () => {
  it('lose the fraction of a second', () => {
    expect(shortTime('2026-11-21T09:00:00.123Z')).toBe('2026-11-21T09:00:00Z');
    expect(shortTime('2026-11-21T09:00:00Z')).toBe('2026-11-21T09:00:00Z');
  });
});

describe('a command line for a shell', () => {
  it('quotes what the shell would read otherwise, and keeps an empty word', () => {
    expect(shellText(['pay-form', 'refund', 'A-1', '--comment', "it's $HOME; rm", ''])).toBe(
      `pay-form refund A-1 --comment 'it'\\''s $HOME; rm' ''`,
    );
  });
});
