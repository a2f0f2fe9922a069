import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Description, readDescription } from '../routes/testing/description.ts';
import { openCompanion } from '../testing/companion.ts';
import { MERCHANT_COMMANDS } from './merchant-commands.ts';
import { problem, ran } from './testing/terminal.ts';

/** The operation that a shop's server calls, and no person. */
const WITHOUT_COMMAND = ['DELETE /api/customers/{id}'];

describe('the table of commands', () => {
  let description: Description;
  beforeAll(async () => {
    const companion = await openCompanion();
    description = await readDescription(companion);
    await companion.deps.store.close();
  });

  /** An operation as the API describes it. */
  function described(operation: string) {
    const [method = '', path = ''] = operation.split(' ');
    const paths: Record<string, Record<string, unknown> | undefined> = description.paths;
    return operationSchema.parse(paths[path]?.[method.toLowerCase()]);
  }

  it('has every operation of the description once', () => {
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const called = MERCHANT_COMMANDS.flatMap(({ operation, one }) => [
      operation,
      ...(one ? [one.operation] : []),
    ]);
    expect([...new Set(called), ...WITHOUT_COMMAND].toSorted()).toEqual(operations.toSorted());
  });

  it.each(MERCHANT_COMMANDS)('$name has the parameters of $operation, a key where money moves', (row) => {
    const { parameters = [], requestBody } = described(row.operation);
    const inQuery = parameters.filter((one) => one.in === 'query');
    expect(inQuery.map(({ name }) => name)).toEqual(Object.keys(row.query?.shape ?? {}));
    const key = parameters.find(({ name }) => name === 'Idempotency-Key');
    expect(row.moves !== undefined).toBe(key?.required ?? false);
    const schema = requestBody?.content['application/json']?.schema ?? {};
    const { properties = {} } = resolved(schema);
    expect(Object.keys(properties)).toEqual(Object.keys(row.body?.shape ?? {}));
    expect(Object.keys(row.help ?? {}).filter((field) => row.only && !row.only.includes(field))).toEqual([]);
  });

  function resolved(schema: z.infer<typeof bodySchema>): z.infer<typeof bodySchema> {
    const name = schema.$ref?.split('/').at(-1) ?? '';
    return name ? bodySchema.parse(description.components.schemas[name]) : schema;
  }
});

const bodySchema = z.object({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
const operationSchema = z.object({
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false) }))
    .optional(),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: bodySchema })) }).optional(),
});

/** The first needs a file, the second another program. */
const SPECIAL = /--file|lynx/;
const examples = MERCHANT_COMMANDS.flatMap((row) => row.examples.map((line) => line.replace(/ {2}# .*/, '')));

it.each(examples.filter((line) => !SPECIAL.test(line)))('the example %s is sent', async (line) => {
  const { code, sent } = await ran(words(line), problem(409, 'operation-open'));
  expect([code, sent.length]).toEqual([1, 1]);
});

/** Splits a line like a shell, as far as the examples need it. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
