import { describe, expect, it } from 'vitest';
import { readArguments, UsageError } from './arguments.ts';

const DECIMAL = { isValid: (text: string) => /^\d+$/.test(text), words: 'a decimal number' };

const OPTIONS = {
  amount: { value: '<decimal>', rule: DECIMAL, help: 'how much' },
  comment: { value: '<text>', help: 'why' },
  split: { value: '<share>', multiple: true, help: 'a share' },
  json: { help: 'as data' },
} as const;

const read = (argv: string[], names = ['<orderId>', '[kind]']) => readArguments(argv, OPTIONS, names);

function refusal(argv: string[], names?: string[]): string {
  try {
    read(argv, names);
    return 'taken';
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

describe('arguments', () => {
  it('are read as options and positional arguments, in any order', () => {
    const { values, positionals } = read([
      '--amount',
      '5',
      'A-1',
      '--split',
      'a=1',
      '--json',
      '--split=b=2',
      'x',
    ]);
    expect({ ...values }).toEqual({ amount: '5', split: ['a=1', 'b=2'], json: true });
    expect(positionals).toEqual(['A-1', 'x']);
  });

  it('that begin with a dash stand after two dashes', () => {
    expect(read(['--', '-A1']).positionals).toEqual(['-A1']);
  });

  it.each<[string, string[], string]>([
    ['a mistyped option', ['A-1', '--amnt', '5'], 'Unknown option "--amnt". Did you mean --amount?'],
    ['a shortened option', ['A-1', '--com=s3cret'], 'Unknown option "--com". Did you mean --comment?'],
    ['an unknown option with a value', ['A-1', '--api-key=s3cret'], 'Unknown option "--api-key".'],
    ['an option that may be a secret', ['A-1', '--S3CRET'], 'Unknown option.'],
    ['an unknown letter', ['A-1', '-xs3cret'], 'Unknown option "-x".'],
    ['an option without its value', ['A-1', '--amount'], '--amount needs a value.'],
    ['a switch with a value', ['A-1', '--json=s3cret'], '--json takes no value.'],
    ['a negative amount', ['A-1', '--amount', '-5'], '--amount must be a decimal number'],
    [
      'an option in place of a value',
      ['A-1', '--comment', '--json'],
      '--comment needs a value; one that begins with a dash is joined by an equals sign.',
    ],
    ['an option given twice', ['A-1', '--amount', '5', '--amount', '6'], '--amount is given twice.'],
    ['a switch given twice', ['A-1', '--json', '--json'], '--json is given twice.'],
    ['an empty value', ['A-1', '--amount', ''], '--amount is empty.'],
    ['a blank value', ['A-1', '--amount= '], '--amount is empty.'],
    ['an empty one of several', ['A-1', '--split', 'a=1', '--split', ''], '--split is empty.'],
    ['a missing argument', [], '<orderId> is missing.'],
    ['an empty argument', [''], '<orderId> is empty.'],
    ['an empty argument that may be missing', ['A-1', ' '], '[kind] is empty.'],
    ['an argument too many', ['A-1', 'x', 's3cret'], 'There are too many arguments.'],
  ])('refuse %s, quoting no value', (_, argv, message) => {
    expect(refusal(argv)).toContain(message);
    expect(refusal(argv)).not.toContain('s3cret');
  });

  it('take a value that begins with a dash behind an equals sign', () => {
    expect(read(['A-1', '--comment=-5 degrees']).values.comment).toBe('-5 degrees');
  });
});
