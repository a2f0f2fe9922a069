import type { Context } from 'hono';
import type { z } from 'zod';
import { check, readJson } from './validate.ts';

/**
 * Checks the query of the address: a parameter that is given twice is a list, and so of the wrong type.
 * @throws ProblemError `invalid-input`, with the parameter's name as the path
 */
export function readQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  const given = Object.entries(c.req.queries()).map(([name, values]) => [
    name,
    values.length > 1 ? values : values[0],
  ]);
  return check(schema, Object.fromEntries(given));
}

/**
 * As `readJson`, but no body at all counts as `{}`, with or without a content type.
 * @throws ProblemError as `readJson`
 */
export async function readOptionalJson<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { byteLength } = await c.req.arrayBuffer();
  return byteLength === 0 ? check(schema, {}) : readJson(c, schema);
}
