import { parseArgs } from 'node:util';
import type { Options } from './options.ts';
import { UsageError } from './usage-error.ts';

interface Arguments {
  values: Record<string, unknown>;
  positionals: string[];
}

/**
 * Reads arguments strictly. Refuses unknown options, repeated options, empty values (an unset variable of a script must
 * not turn a partial amount into the full one), values that break their option's rule, and missing or superfluous
 * arguments.
 * @param names of the positional arguments: "<orderId>" is required, "[id]" is not
 * @throws UsageError
 */
export function readArguments(
  argv: readonly string[],
  options: Options,
  names: readonly string[],
): Arguments {
  const { values, positionals, tokens } = parse(argv, options);
  if (values['help'] === true) return { values, positionals };
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.value?.trim() === '') throw new UsageError(`--${token.name} is empty.`);
    if (given.has(token.name) && !options[token.name]?.multiple) {
      throw new UsageError(`--${token.name} is given twice.`);
    }
    const rule = options[token.name]?.rule;
    if (rule && token.value !== undefined && !rule.isValid(token.value)) {
      throw new UsageError(`--${token.name} must be ${rule.words}.`);
    }
    given.add(token.name);
  }
  checkPositionals(positionals, names);
  return { values, positionals };
}

function parse(argv: readonly string[], options: Options) {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...(short && { short }) },
    ]),
  );
  try {
    return parseArgs({
      args: [...argv],
      options: config,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
  } catch (error) {
    throw new UsageError(explain(error));
  }
}

/** The messages of parseArgs name options and never their values. */
function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : 'The arguments cannot be read.';
  return message.replace(/\. To specify a positional argument[\s\S]*$/, '.').replaceAll(/\s*\n\s*/g, ' ');
}

function checkPositionals(given: readonly string[], names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const value = given[index];
    if (value === undefined && name.startsWith('<')) throw new UsageError(`${name} is missing.`);
    if (value?.trim() === '') throw new UsageError(`${name} is empty.`);
  }
  if (given.length > names.length) throw new UsageError('There are too many arguments.');
}
