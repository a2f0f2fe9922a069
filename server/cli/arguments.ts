import { parseArgs } from 'node:util';

/** The command line is invalid; nothing was sent. The message is shown to the user and quotes no value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The rule for a value; an invalid value is not sent. The API checks the rest. */
export interface ValueRule {
  isValid(value: string): boolean;
  /** as in "--format must be html or pdf" */
  words: string;
}

/** An option of a command. */
export interface Option {
  /** the name of its value in the help, as "<decimal>"; a switch has none */
  value?: string;
  /** the rule for its value */
  rule?: ValueRule;
  required?: true;
  /** may be given several times */
  multiple?: true;
  help: string;
}

export type Options = Readonly<Record<string, Option>>;

/** The given values, by option. */
export type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends { value: string }
    ? O[Name] extends { multiple: true }
      ? string[] | undefined
      : O[Name] extends { required: true }
        ? string
        : string | undefined
    : boolean | undefined;
};

/**
 * Reads arguments strictly. Refuses unknown options, repeated options, empty values (an unset variable of a script must
 * not turn a partial amount into the full one), values that break their option's rule, and missing or superfluous
 * arguments.
 * @param names of the positional arguments: "<orderId>" is required, "[id]" is not
 * @throws UsageError
 */
export function readArguments<O extends Options>(
  argv: readonly string[],
  options: O,
  names: readonly string[],
): { values: Values<O>; positionals: string[] } {
  const { values, positionals, tokens } = parse(argv, options);
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    const { rule, multiple } = options[name] ?? {};
    if (value?.trim() === '') throw new UsageError(`--${name} is empty.`);
    if (value && rule && !rule.isValid(value)) throw new UsageError(`--${name} must be ${rule.words}.`);
    if (given.has(name) && !multiple) throw new UsageError(`--${name} is given twice.`);
    given.add(name);
  }
  for (const [index, name] of names.entries()) {
    const value = positionals[index];
    if (value === undefined && name.startsWith('<')) throw new UsageError(`${name} is missing.`);
    if (value?.trim() === '') throw new UsageError(`${name} is empty.`);
  }
  if (positionals.length > names.length) throw new UsageError('There are too many arguments.');
  for (const [name, { required, rule }] of Object.entries(options)) {
    if (required && !given.has(name)) throw missing(name, rule);
  }
  return { values: values as Values<O>, positionals };
}

/** @throws UsageError in the parser's words, which name an option and no value */
function parse(args: readonly string[], options: Options) {
  const types = Object.entries(options).map(([name, { value, multiple = false }]) => {
    const type: 'string' | 'boolean' = value ? 'string' : 'boolean';
    return [name, { type, multiple }] as const;
  });
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(types),
      allowPositionals: true,
      tokens: true,
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : '';
    throw new UsageError(words.replace(/ To specify a positional.*/s, '').replaceAll("'", '"'));
  }
}

/** The error for a missing option; it names the allowed values. */
export function missing(name: string, rule?: ValueRule): UsageError {
  return new UsageError(`--${name} is missing${rule ? `: ${rule.words}` : ''}.`);
}
