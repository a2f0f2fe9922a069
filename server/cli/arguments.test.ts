import { describe, expect, it } from 'vitest';
import { readArguments, UsageError } from './arguments.ts';

const DECIMAL = { isValid: (text: string) => /^\d+$/.test(text), words: 'a decimal number' };

const OPTIONS = {
  amount: { value: '<decimal>', rule: DECIMAL, help: 'how much' },
  comment: { value: '<text>', help: 'why' },
  split: { value: '<share>', multiple: true, help: 'a share' },
  json: { help: 'as data' },
} as const;

const read = (argv: string[]) => readArguments(argv, OPTIONS, ['<orderId>', '[kind]']);

describe('arguments', () => {
  it('are read as options and positional arguments, in any order', () => {
    const argv = '--amount 5 A-1 --split a=1 --json --split=b=2 --comment=-5° -- -x'.split(' ');
    const { values, positionals } = read(argv);
    expect({ ...values }).toEqual({ amount: '5', split: ['a=1', 'b=2'], json: true, comment: '-5°' });
    expect(positionals).toEqual(['A-1', '-x']);
  });

  it.each<[string, string[], string]>([
    ['an unknown option with a value', ['A-1', '--api-key=s3cret'], 'Unknown option "--api-key"'],
    ['an unknown letter', ['A-1', '-xs3cret'], 'Unknown option "-x"'],
    ['an option without its value', ['A-1', '--amount'], '--amount <value>" argument missing'],
    ['a switch with a value', ['A-1', '--json=s3cret'], '--json" does not take an argument'],
    ['an option in place of a value', ['A-1', '--comment', '--json'], '--comment" argument is ambiguous'],
    ['a value that breaks its rule', ['A-1', '--amount', '5s3cret'], '--amount must be a decimal number.'],
    ['an option given twice', ['A-1', '--amount', '5', '--amount', '6'], '--amount is given twice.'],
    ['an empty value', ['A-1', '--amount', ''], '--amount is empty.'],
    ['a blank value', ['A-1', '--amount= '], '--amount is empty.'],
    ['an empty one of several', ['A-1', '--split', 'a=1', '--split', ''], '--split is empty.'],
    ['a missing argument', [], '<orderId> is missing.'],
    ['an empty argument', [''], '<orderId> is empty.'],
    ['an empty argument that may be missing', ['A-1', ' '], '[kind] is empty.'],
    ['an argument too many', ['A-1', 'x', 's3cret'], 'There are too many arguments.'],
  ])('refuse %s, quoting no value', (_, argv, message) => {
    const refusal = expect.objectContaining({ message: expect.not.stringContaining('s3cret') });
    expect(() => read(argv)).toThrow(refusal);
    expect(() => read(argv)).toThrow(UsageError);
    expect(() => read(argv)).toThrow(message);
  });
});
