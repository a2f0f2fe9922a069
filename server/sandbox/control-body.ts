import type { Context } from 'hono';
import { z } from 'zod';
import { Refusal } from './refusal.ts';

/**
 * Reads the body of a control call; an empty one is `{}`.
 * @throws Refusal 400
 */
export async function controlBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await context.req.text();
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new Refusal(400, 'Body must be JSON');
  }
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal(400, z.prettifyError(result.error));
  return result.data;
}
