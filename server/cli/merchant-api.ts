import { z } from 'zod';
import { errorCode } from '../gateway/failure.ts';

/** Milliseconds; longer than the companion's longest call to the gateway, so that its answer is not missed. */
const DEADLINE_MS = 150_000;

const refusalSchema = z.object({
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), code: z.string() })).optional(),
});
/** A problem document of the companion, as far as it is shown. */
export type Refusal = z.infer<typeof refusalSchema>;

/**
 * Why there is no usable answer.
 * - `problem`: refused by the companion
 * - `not-sent`: the request was never sent; nothing happened
 * - `lost`: it was sent, and the companion did not answer: its outcome is unknown
 * - `elsewhere`: the answer came from something other than the merchant API
 */
export type Failure =
  | { kind: 'problem'; problem: Refusal; text: string }
  | { kind: 'not-sent'; reason: string }
  | { kind: 'lost'; reason: string }
  | { kind: 'elsewhere'; status: number };

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

export interface Answer<T> {
  value: T;
  /** as received */
  text: string;
}

export interface MerchantApi {
  /** the base address, for messages */
  base: string;
  /** @throws ApiFailure */
  get<T>(path: string, schema: z.ZodType<T>, query?: Query): Promise<Answer<T>>;
  /** @throws ApiFailure */
  post<T>(path: string, schema: z.ZodType<T>, body: object | null, key?: string): Promise<Answer<T>>;
  /** A file whose body is still to be read, status 2xx. @throws ApiFailure */
  file(path: string, query: Query): Promise<Response>;
}

export type Query = Readonly<Record<string, string | undefined>>;

export interface ApiOptions {
  base: string;
  /** MERCHANT_API_KEY; visible ASCII */
  key: string;
  fetch: typeof globalThis.fetch;
  interrupted: AbortSignal;
}

interface Call {
  method?: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The merchant API of a companion (contract, section 4). Does not retry or follow redirects. */
export function createMerchantApi({ base, key, fetch, interrupted }: ApiOptions): MerchantApi {
  const authorization = `Bearer ${key}`;

  async function ask(path: string, call: Call, signal: AbortSignal) {
    const { headers, ...init } = call;
    const request = { ...init, signal, headers: { authorization, ...headers }, redirect: 'manual' as const };
    const response = await fetch(`${base}/api${path}`, request).catch((error: unknown) => {
      throw new ApiFailure(failureOf(error, signal));
    });
    if (response.ok) return response;
    throw new ApiFailure(await refusalOf(response));
  }

  async function askJson<T>(path: string, schema: z.ZodType<T>, call: Call = {}): Promise<Answer<T>> {
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(DEADLINE_MS)]);
    const headers = { accept: 'application/json', ...call.headers };
    return readAnswer(await ask(path, { ...call, headers }, signal), schema, signal);
  }

  return {
    base,
    get: (path, schema, query = {}) => askJson(path + queryText(query), schema),
    post: (path, schema, body, idempotencyKey) =>
      askJson(path, schema, {
        method: 'POST',
        ...(body && { body: JSON.stringify(body) }),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
      }),
    file: (path, query) => ask(path + queryText(query), {}, interrupted),
  };
}

function queryText(query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** Messages of fetch may quote headers, so only codes are passed on. */
function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { kind: 'lost', reason: reasonOf(error, signal) };
  return { kind: isConnectError(error) ? 'not-sent' : 'lost', reason: errorCode(error) };
}

/** The world's fetch marks them. */
function isConnectError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('syscall' in error && error.syscall === 'connect') || isConnectError(error.cause);
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (!signal.aborted) return errorCode(error);
  const { reason } = signal;
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'deadline' : 'interrupted';
}

async function readAnswer<T>(
  response: Response,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<Answer<T>> {
  const text = await response.text().catch((error: unknown) => {
    throw new ApiFailure({ kind: 'lost', reason: reasonOf(error, signal) });
  });
  const result = schema.safeParse(parsed(text));
  if (result.success) return { value: result.data, text };
  throw new ApiFailure({ kind: 'elsewhere', status: response.status });
}

/** A problem document of the companion, or what a proxy made of it. */
async function refusalOf(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => '');
  const result = refusalSchema.safeParse(parsed(text));
  if (result.success) return { kind: 'problem', problem: result.data, text };
  return { kind: 'elsewhere', status: response.status };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
