import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ShareView } from '../contract/merchant-api.ts';
import { idempotencyKeySchema } from '../contract/merchant-parameters.ts';
import { AMOUNT_PATTERN } from '../contract/text-schemas.ts';
import { errorCode } from '../gateway/failure.ts';
import { missing, type Option, type Options, UsageError, type ValueRule } from './arguments.ts';
import type { MerchantCommand } from './merchant-commands.ts';
import type { Fields } from './problem-text.ts';
import type { Terminal } from './terminal.ts';

/** The arguments of a merchant command: they follow from its operation and the schemas that describe the request. */

export type Values = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

export const URL_OPTION = {
  url: { value: '<address>', help: "the companion's base address (default: PUBLIC_URL)" },
} as const;

/** "<orderId>", or "[orderId]" where a list is asked for without. */
export function argumentsOf({ operation, one }: MerchantCommand): string[] {
  const names = [...(one ?? { operation }).operation.matchAll(/\{(\w+)\}/g)];
  return names.map(([, name]) => (one ? `[${name}]` : `<${name}>`));
}

export function optionsOf(row: MerchantCommand): Options {
  const { query, fromFile, moves, answer, fileName, csv } = row;
  const options = schemasOf(row).map(([field, schema]) => {
    const option = optionOf(field, schema, row);
    const isRequired = isNeeded(schema) && !fromFile;
    return [optionName(field), isRequired ? { ...option, required: true as const } : option] as const;
  });
  const output = { value: '<file>', help: 'output file (-: standard output)' };
  return {
    ...Object.fromEntries(options),
    ...(query && 'cursor' in query.shape && { all: { help: 'print all pages' } }),
    ...(csv && { csv: { help: 'print the whole list as CSV' } }),
    ...(fromFile && { file: { value: '<file>', help: fromFile } }),
    ...(moves && { key: KEY }),
    ...(!answer && {
      output: fileName ? output : { ...output, required: true as const },
      force: { help: 'overwrite an existing file' },
    }),
    ...URL_OPTION,
    json: { help: 'print the result as JSON' },
  };
}

/** What a problem of the API calls each field here. */
export const fieldsOf = (row: MerchantCommand): Fields =>
  Object.fromEntries([
    ...schemasOf(row).map(([field]) => [field, `--${optionName(field)}`]),
    ...argumentsOf(row).map((name) => [name.slice(1, -1), name]),
  ]);

export const queryOf = (row: MerchantCommand, values: Values): Record<string, string> =>
  Object.fromEntries(given(row.query, values).map(([field, , value]) => [field, String(value)]));

/** @throws UsageError */
export async function bodyOf(
  row: MerchantCommand,
  values: Values,
  terminal: Terminal,
): Promise<object | undefined> {
  if (!row.body) return undefined;
  const fields = given(row.body, values).map(([field, schema, value]) => [field, bodyValue(schema, value)]);
  if (!row.fromFile) return Object.fromEntries(fields);
  const { file } = values;
  if (typeof file === 'string')
    return { ...(await readObject(file, terminal)), ...Object.fromEntries(fields) };
  const lacking = schemasOf(row).find(([field, one]) => isNeeded(one) && !(optionName(field) in values));
  if (lacking) throw missing(optionName(lacking[0]));
  return Object.fromEntries(fields);
}

/** An omitted option must not remove a value of the file. */
const given = (schema: z.ZodObject | undefined, values: Values) =>
  Object.entries<z.ZodType>(schema?.shape ?? {}).flatMap(([field, one]) => {
    const value = values[optionName(field)];
    return value === undefined ? [] : [[field, one, value] as const];
  });

const schemasOf = ({ query, body, only }: MerchantCommand) =>
  Object.entries<z.ZodType>({ ...query?.shape, ...body?.shape }).filter(
    ([field]) => only?.includes(field) ?? true,
  );

const isNeeded = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success;

/** `return-url` for the field `returnUrl`. */
const optionName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const describe = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
type Described = ReturnType<typeof describe>;

function optionOf(field: string, schema: z.ZodType, { help, moves }: MerchantCommand): Option {
  const described = describe(schema);
  const often = field === 'amount' && moves ? `default: ${moves}` : OFTEN[field];
  const text = help?.[field] ?? often ?? helpOf(described);
  if (described.type === 'boolean') return { help: text };
  if (described.type === 'array') return { value: '<uuid>=<decimal>', multiple: true, help: text };
  const [value = optionName(field).split('-').at(-1), words] = kindOf(described);
  return { value: `<${value}>`, help: text, ...(words && { rule: ruleOf(schema, words) }) };
}

const OFTEN: Readonly<Record<string, string>> = {
  comment: 'the reason, for the timeline',
  paymentId: 'another successful payment of the order (default: the one that pays it)',
  split: "a sub-merchant's share; repeat for each share",
};

function helpOf({ description = '', enum: names = [] }: Described): string {
  const text = description.replaceAll('`', '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  if (names.length === 0) return text;
  return text && names.length <= 5 ? `${text} (${listed(names)})` : listed(names);
}

/** "init, pending or success" */
const listed = (names: readonly unknown[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');

/** The name of the value, and what it must be; where this is not told, only the API checks it. */
function kindOf(described: Described): [value?: string | undefined, words?: string] {
  const { enum: names, type, minimum, maximum, pattern, anyOf } = described;
  if (names) return [undefined, listed(names)];
  if (type === 'integer') return ['number', `a whole number from ${minimum} to ${maximum}`];
  if (pattern === AMOUNT_PATTERN) {
    return ['decimal', 'a decimal number above zero with at most two decimal places, such as 24.50'];
  }
  return anyOf?.some((one) => one.format === 'date-time') ? ['time', TIME] : [];
}

const TIME = 'a day or a time, such as 2026-11-01 or 2026-11-01T08:00:00Z';

/** A rule of the API for the value of an option: text, or a number of a body. */
export const ruleOf = (schema: z.ZodType, words = TIME): ValueRule => ({
  isValid: (value) => [value, Number(value)].some((one) => schema.safeParse(one).success),
  words,
});

const KEY: Option = {
  value: '<key>',
  rule: ruleOf(idempotencyKeySchema, '8 to 128 letters, digits and . _ : - without a card number'),
  help: 'the Idempotency-Key of an identical call whose response was lost (default: a new key)',
};

function bodyValue(schema: z.ZodType, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(String).map(shareOf);
  return describe(schema).type === 'integer' ? Number(value) : value;
}

/**
 * The share of `--split <uuid>=<amount>`.
 * @throws UsageError for any other form; the API decides whether it is valid
 */
function shareOf(text: string): ShareView {
  const [subMerchantId, amount, ...more] = text.split('=').map((part) => part.trim());
  if (!subMerchantId || !amount || more.length > 0) {
    throw new UsageError(
      '--split must be <uuid>=<decimal>, such as 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11=70.00.',
    );
  }
  return { subMerchantId, amount };
}

/** @throws UsageError */
async function readObject(file: string, terminal: Terminal): Promise<object> {
  const text = await (file === '-' ? terminal.readStdin() : readFile(file, 'utf8')).catch(
    (error: unknown) => {
      throw new UsageError(`--file cannot be read (${errorCode(error)}).`);
    },
  );
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below: the parser's own message quotes the file.
  }
  throw new UsageError('--file must contain one order as a JSON object.');
}
