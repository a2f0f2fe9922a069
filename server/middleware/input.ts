import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { z } from 'zod';
import type { AppEnv } from '../app-env.ts';
import { idempotencyKeySchema } from '../contract/merchant-parameters.ts';
import { type FieldError, invalidAll, ProblemError } from '../contract/problem.ts';

/**
 * Refuses longer bodies: by their stated length, of which the server accepts no more, or while they are read.
 *
 * ```ts
 * app.post('/payments', limitBody(64 * 1024), async (c) => c.json(await readJson(c, schema)))
 * ```
 * @param maxSize bytes
 * @throws ProblemError `body-too-large`
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError() {
      throw new ProblemError('body-too-large');
    },
  });
}

/**
 * Reads a JSON body and checks it.
 * @throws ProblemError `unsupported-media-type`, `bad-request` (no JSON), `invalid-input` with a path for every fault
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  requireJson(c);
  return check(schema, parse(textOf(await readBytes(c))));
}

function requireJson(c: Context): void {
  if (mediaType(c) !== 'application/json') throw unsupported('application/json');
}

const FORM = 'application/x-www-form-urlencoded';

/** Whether the request's content type is one of those that a page's form can have. */
export const isForm = (c: Context): boolean =>
  [FORM, 'multipart/form-data', 'text/plain'].includes(mediaType(c) ?? '');

/**
 * Reads the body of a form; its fields are text, not decoded further.
 * @throws ProblemError `unsupported-media-type`, `bad-request`
 */
export async function readForm(c: Context<AppEnv>): Promise<URLSearchParams> {
  if (mediaType(c) !== FORM) throw unsupported(FORM);
  return new URLSearchParams(textOf(await readBytes(c)));
}

/**
 * Reads a form as its fields by name. A blank field counts as not sent.
 * @throws ProblemError as `readForm`, and `bad-request` for a field that was sent twice
 */
export async function readFields(c: Context<AppEnv>): Promise<Record<string, string>> {
  const entries = [...(await readForm(c))].filter(([, value]) => value.trim() !== '');
  if (new Set(entries.map(([name]) => name)).size < entries.length) {
    throw new ProblemError('bad-request', 'A form field was sent twice.');
  }
  return Object.fromEntries(entries);
}

function mediaType(c: Context): string | undefined {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
}

function unsupported(wanted: string): ProblemError {
  return new ProblemError('unsupported-media-type', `The body must be ${wanted}.`);
}

/** Most bodies have no more. */
const FIRST_BYTES = 2_048;
const UNREADABLE = 'The body cannot be read as UTF-8.';

/**
 * A body that was cut off is refused. It is read into one array that grows: in a list of pieces, a sender of single bytes
 * would cost a hundred times what he sends.
 */
async function readBytes(c: Context<AppEnv>): Promise<Uint8Array> {
  let bytes = new Uint8Array(FIRST_BYTES);
  let length = 0;
  try {
    for await (const piece of c.req.raw.body ?? []) {
      if (length + piece.length > bytes.length) {
        const larger = new Uint8Array(2 * (length + piece.length));
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(piece, length);
      length += piece.length;
    }
    return bytes.subarray(0, length);
  } catch {
    throw new ProblemError('bad-request', UNREADABLE);
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** A body that is not UTF-8 is refused: replacement characters would change its meaning. */
function textOf(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new ProblemError('bad-request', UNREADABLE);
  }
}

/** @throws ProblemError `invalid-input` with a path for every fault */
export function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new ProblemError('invalid-input', undefined, fieldErrors(result.error, input));
}

/** A sender with more faults is not helped by a longer list. */
const MOST_FAULTS = 20;

/**
 * The first faults that zod found, as paths and stable codes, one per path: a value of the wrong type is not also
 * reported as too short. Never contains the input itself.
 * @param input the checked input, which shows whether a field was missing
 */
export function fieldErrors(error: z.ZodError, input: unknown, root?: string): FieldError[] {
  const faults = error.issues.slice(0, MOST_FAULTS).flatMap((issue) => {
    const at = [...(root ? [root] : []), ...issue.path.map(String)];
    if (issue.code !== 'unrecognized_keys') return [{ path: at.join('.'), code: codeOf(issue, input) }];
    // Names are the sender's text: long ones are truncated, so that no card number gets into an answer.
    return issue.keys
      .slice(0, MOST_FAULTS)
      .map((key) => ({ path: [...at, safeName(key)].join('.'), code: 'unknown-field' }));
  });
  const paths = faults.map(({ path }) => path);
  return faults.filter(({ path }, index) => paths.indexOf(path) === index).slice(0, MOST_FAULTS);
}

const safeName = (key: string): string => (/^[A-Za-z_]\w{0,39}$/.test(key) && !/\d{3}/.test(key) ? key : '?');

function codeOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'custom') return String(issue.params?.['code'] ?? 'invalid');
  if (isMissing(issue.path, input)) return 'required';
  if (issue.code === 'invalid_type') return 'wrong-type';
  if (issue.code === 'too_big') return 'too-big';
  return issue.code === 'too_small' ? 'too-small' : 'invalid';
}

function isMissing(path: readonly PropertyKey[], input: unknown): boolean {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return true;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError('bad-request', 'The body is not JSON.');
  }
}

/**
 * Checks the query: a repeated parameter is a list, and so of the wrong type.
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
 * Reads the body of a POST as JSON in UTF-8, for the validators of a route. A missing body counts as `{}`, with or
 * without a content type.
 * @throws ProblemError `unsupported-media-type`, `bad-request`
 */
export const jsonBody = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'POST') {
    const text = textOf(await readBytes(c));
    if (text !== '') {
      requireJson(c);
      parse(text);
    }
    const headers = new Headers(c.req.raw.headers);
    headers.set('content-type', 'application/json');
    const { signal } = c.req.raw;
    c.req.raw = new Request(c.req.url, { method: 'POST', headers, body: text || '{}', signal });
  }
  await next();
});

/**
 * What the validators of a route do with invalid input: the hook of `OpenAPIHono`.
 * @throws ProblemError `invalid-input` with a path for every fault; `idempotency-key-missing`,
 *   `idempotency-key-invalid` for a header
 */
export function refuseInvalid(
  result: { target: string; error?: z.ZodError; data?: unknown },
  c: Context<AppEnv>,
): void {
  if (!result.error) return;
  if (result.target === 'header') throw keyProblem(c, result.error);
  throw invalidAll(fieldErrors(result.error, result.data));
}

/**
 * The key of a request that moves money, from its `Idempotency-Key` header.
 * @throws ProblemError `idempotency-key-missing`, `idempotency-key-invalid`
 */
export function idempotencyKey(c: Context): string {
  const result = idempotencyKeySchema.safeParse(c.req.header('idempotency-key'));
  if (result.success) return result.data;
  throw keyProblem(c, result.error);
}

function keyProblem(c: Context, { issues }: z.ZodError): ProblemError {
  if (c.req.header('idempotency-key') === undefined) return new ProblemError('idempotency-key-missing');
  return new ProblemError('idempotency-key-invalid', issues[0]?.message);
}
