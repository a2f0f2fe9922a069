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
  // Strict parsing has texts of its own and refuses values that begin with a dash; the checks below replace it.
  const types = Object.entries(options).map(([name, { value, multiple = false }]) => {
    const type: 'string' | 'boolean' = value ? 'string' : 'boolean';
    return [name, { type, multiple }] as const;
  });
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const known = [...Object.keys(options), 'help'].map((name) => `--${name}`);
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue = false } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw unknown('option', rawName, known);
    const fault = option.value
      ? faultOf(value, inlineValue, option.rule)
      : value !== undefined && 'takes no value';
    if (fault) throw new UsageError(`--${name} ${fault}.`);
    if (given.has(name) && !option.multiple) throw new UsageError(`--${name} is given twice.`);
    given.add(name);
  }
  checkPositionals(positionals, names);
  for (const [name, { required, rule }] of Object.entries(options)) {
    if (required && !given.has(name)) throw missing(name, rule);
  }
  return { values: values as Values<O>, positionals };
}

/** What is wrong with a value, after the name of its option. */
function faultOf(value: string | undefined, isInline: boolean, rule?: ValueRule): string | null {
  if (value === undefined) return 'needs a value';
  if (value.trim() === '') return 'is empty';
  if (rule && !rule.isValid(value)) return `must be ${rule.words}`;
  return !isInline && /^-./.test(value)
    ? 'needs a value; one that begins with a dash is joined by an equals sign'
    : null;
}

function checkPositionals(given: readonly string[], names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const value = given[index];
    if (value === undefined && name.startsWith('<')) throw new UsageError(`${name} is missing.`);
    if (value?.trim() === '') throw new UsageError(`${name} is empty.`);
  }
  if (given.length > names.length) throw new UsageError('There are too many arguments.');
}

/** The error for a missing option; it names the allowed values. */
export function missing(name: string, rule?: ValueRule): UsageError {
  return new UsageError(`--${name} is missing${rule ? `: ${rule.words}` : ''}.`);
}

/**
 * The error for an unknown word, with the name that was probably meant. Quotes only words that look like a name; anything
 * else might be a secret.
 */
export function unknown(kind: 'option' | 'command', word: string, names: readonly string[]): UsageError {
  if (!/^-{0,2}[a-z][a-z-]{0,19}$/.test(word)) return new UsageError(`Unknown ${kind}.`);
  const near = nearest(word, names);
  return new UsageError(`Unknown ${kind} "${word}".${near ? ` Did you mean ${near}?` : ''}`);
}

/** The name that a mistyped word was meant to be: it begins like it, or at most a third of its letters differ. */
function nearest(word: string, names: readonly string[]): string | undefined {
  const close = names
    .map((name) => ({ name, distance: name.startsWith(word) ? 1 : distance(word, name) }))
    .filter((one) => one.distance <= Math.max(1, Math.floor(one.name.length / 3)));
  return close.toSorted((a, b) => a.distance - b.distance || a.name.length - b.name.length)[0]?.name;
}

/** Levenshtein's distance: how many letters have to be added, removed or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
