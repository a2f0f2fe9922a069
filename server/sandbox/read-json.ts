import type { Context } from 'hono';
import { isObject } from './fields.ts';
import { Refusal } from './refusal.ts';

/**
 * Reads a request body that must be a JSON object with `Content-Type: application/json`.
 * @throws Refusal 406 if it is not JSON, 400 if it is JSON but no object
 */
export async function readJson(context: Context): Promise<Record<string, unknown>> {
  const isJson = /^application\/json\s*(;|$)/i.test(context.req.header('content-type') ?? '');
  const body = isJson ? parsed(await context.req.text()) : undefined;
  if (body === undefined) throw new Refusal(406, 'Request body must be JSON');
  if (!isObject(body)) throw new Refusal(400, 'Request body must be a JSON object');
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
