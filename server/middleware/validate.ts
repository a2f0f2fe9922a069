import type { Context } from 'hono';
import type { z } from 'zod';
import { type FieldError, ProblemError } from '../contract/problem.ts';

/**
 * Reads a JSON body and checks it.
 * @throws ProblemError `unsupported-media-type`, `bad-request` (no JSON), `invalid-input` with a path for every fault
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  requireType(c, 'application/json');
  return check(schema, await parse(c));
}

/** @throws ProblemError `unsupported-media-type` */
export function requireType(c: Context, wanted: string): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== wanted) throw new ProblemError('unsupported-media-type', `The body must be ${wanted}.`);
}

/** @throws ProblemError `invalid-input` with a path for every fault */
export function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new ProblemError('invalid-input', undefined, fieldErrors(result.error));
}

/** The faults that zod found, as paths and stable codes; never the input itself. */
export function fieldErrors(error: z.ZodError, root?: string): FieldError[] {
  return error.issues.flatMap((issue) => {
    const at = [...(root ? [root] : []), ...issue.path.map(String)];
    if (issue.code !== 'unrecognized_keys') return [{ path: at.join('.'), code: codeOf(issue) }];
    // Names are the sender's text: long ones are cut, so that nobody smuggles a card number into an answer.
    return issue.keys.map((key) => ({ path: [...at, safeName(key)].join('.'), code: 'unknown-field' }));
  });
}

const safeName = (key: string): string => (/^[A-Za-z_]\w{0,39}$/.test(key) && !/\d{6}/.test(key) ? key : '?');

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return String(issue.params?.['code'] ?? 'invalid');
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'wrong-type';
  if (issue.code === 'too_big') return 'too-big';
  return issue.code === 'too_small' ? 'too-small' : 'invalid';
}

async function parse(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError('bad-request', 'The body is not JSON.');
  }
}
