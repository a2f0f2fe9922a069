import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';
import type { Options } from './options.ts';
import { UsageError } from './usage-error.ts';

const OPTIONS: Options = {
  amount: { type: 'string', value: '<decimal>', help: 'how much' },
  split: { type: 'string', multiple: true, value: '<share>', help: 'a share' },
  json: { type: 'boolean', help: 'as data' },
  help: { type: 'boolean', help: 'this text' },
};

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
    ['an unknown option', ['A-1', '--amnt', '5'], "Unknown option '--amnt'."],
    ['an unknown option with a value', ['A-1', '--api-key=s3cret'], "Unknown option '--api-key'."],
    ['an unknown letter', ['A-1', '-xs3cret'], "Unknown option '-x'."],
    ['an option without its value', ['A-1', '--amount'], "Option '--amount <value>' argument missing"],
    ['a switch with a value', ['A-1', '--json=s3cret'], "Option '--json' does not take an argument"],
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
    expect(refusal(argv)).toBe(message);
  });

  it('say how a value that begins with a dash is given', () => {
    expect(refusal(['A-1', '--amount', '-5'])).toContain("'--amount=-XYZ'");
  });

  it('ask for nothing more where help is wanted', () => {
    expect(read(['--help']).values['help']).toBe(true);
  });
});
