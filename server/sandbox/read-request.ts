import type { Context } from 'hono';
import { z } from 'zod';
import type { Parameter, SentFields } from '../contract/gateway-parameters.ts';
import { isObject } from './fields.ts';
import { type LiveTable, type Reading, readParameters } from './parameters.ts';
import { type Violation, Refusal, invalid } from './refusal.ts';
import type { SandboxState } from './state.ts';

/**
 * Accepts a request as the live gateway evidently does, and lists its violations at `/_sandbox/requests`.
 * @throws Refusal 400 for violations that the live gateway does not accept; with the setting `strict`, for every
 *   violation
 */
export function accept(state: SandboxState, context: Context, reading: Reading): SentFields {
  const refused = state.settings.strict ? reading.violations : reading.intolerable;
  state.journal.addViolations(context.req.raw, reading.violations, refused.length === 0);
  if (refused.length > 0) throw invalid(refused);
  return reading.request;
}

/** Accepts one violation as the live gateway does. @throws Refusal 400 with the setting `strict` */
export function tolerate(state: SandboxState, context: Context, violation: Violation): void {
  accept(state, context, { request: {}, violations: [violation], intolerable: [] });
}

/**
 * Reads a request body, a JSON object. JSON that is sent as `application/x-www-form-urlencoded`, curl's default, is
 * accepted with a violation.
 * @throws Refusal 406 for a body of another type and, with the setting `strict`, for any but `application/json`; 400 if it
 *   is JSON but no object
 */
export async function readJson(state: SandboxState, context: Context): Promise<Record<string, unknown>> {
  const type = context.req.header('content-type') ?? '';
  const isJson = /^application\/json\s*(;|$)/i.test(type);
  const isForm = !state.settings.strict && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
  const body = isJson || isForm ? parsed(await context.req.text()) : undefined;
  if (body === undefined) throw new Refusal(406, 'Request body must be JSON');
  if (!isJson) {
    tolerate(state, context, { field_name: 'Content-Type', violation: 'must be application/json' });
  }
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

/**
 * Reads the query of a request. A repeated or invalid parameter is refused, as in a body.
 * @throws Refusal 400
 */
export function readQuery<Name extends string>(
  state: SandboxState,
  context: Context,
  types: Readonly<Record<Name, z.ZodType>>,
  live?: LiveTable<Name>,
): Partial<Record<Name, string>> {
  const parameters = Object.entries<z.ZodType>(types).map(([name, type]) => ({
    name: name as Name,
    need: 'O' as const,
    type: (sent: SentFields) => (Array.isArray(sent[name]) ? z.never('must be sent once') : type),
  })) satisfies Parameter<Name>[];
  const given = Object.entries(context.req.queries()).map(([name, values]) => {
    return [name, values.length === 1 ? values[0] : values];
  });
  const reading = readParameters(Object.fromEntries(given), parameters, live);
  return accept(state, context, reading) as Partial<Record<Name, string>>;
}

/**
 * Reads the body of a control call; an empty one is `{}`.
 * @throws Refusal 400
 */
export async function controlBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await context.req.text();
  const value = text === '' ? {} : parsed(text);
  if (value === undefined) throw new Refusal(400, 'Body must be JSON');
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal(400, z.prettifyError(result.error));
  return result.data;
}
