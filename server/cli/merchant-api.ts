import type { z } from 'zod';
import { errorCode } from '../gateway/failure.ts';
import { type Fields, problemLines, problemSchema } from './problem-text.ts';
import { explainReason, isNeverSent } from './reasons.ts';

/** Milliseconds; longer than the companion's longest call to the gateway, so that its answer is not missed. */
const DEADLINE_MS = 150_000;

/** Errors after which a change may have been made: the companion's own, and a gateway that did not answer. */
const DOUBTFUL = ['internal-error', 'store-unavailable', 'gateway-unreachable'];

/** There is no usable answer. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** why, in lines for the user */
  readonly lines: readonly string[];
  /** `not-sent`: nothing happened; `unknown`: the request may have been carried out */
  readonly outcome: 'not-sent' | 'refused' | 'unknown';
  /** the companion's problem document as received, if there is one */
  readonly json: string | null;

  constructor(lines: readonly string[], outcome: ApiFailure['outcome'], json: string | null = null) {
    super(lines[0]);
    this.lines = lines;
    this.outcome = outcome;
    this.json = json;
  }
}

export interface Answer<T> {
  value: T;
  /** as received */
  text: string;
}

export type Query = Readonly<Record<string, string | undefined>>;

export type MerchantApi = ReturnType<typeof createMerchantApi>;

export interface ApiOptions {
  /** the companion's base address, without a trailing slash */
  base: string;
  /** MERCHANT_API_KEY; visible ASCII */
  key: string;
  /** the option for each field of a request */
  fields: Fields;
  fetch: typeof globalThis.fetch;
  interrupted: AbortSignal;
}

interface Call {
  method?: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The merchant API of a companion. Does not retry or follow redirects. All calls throw ApiFailure. */
export function createMerchantApi({ base, key, fields, fetch, interrupted }: ApiOptions) {
  const exchange = async (path: string, { headers, ...call }: Call, signal: AbortSignal) => {
    const authorization = `Bearer ${key}`;
    const init: RequestInit = { ...call, headers: { authorization, ...headers }, redirect: 'manual', signal };
    const response = await fetch(`${base}/api${path}`, init);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  async function ask(path: string, call: Call, signal: AbortSignal) {
    const { response, bytes } = await exchange(path, call, signal).catch((error: unknown) => {
      throw unanswered(base, error, signal);
    });
    const { ok, status } = response;
    if (ok) return { status, bytes, type: response.headers.get('content-type') };
    const { success, data } = problemSchema.safeParse(parsed(bytes));
    if (!success) throw elsewhere(base, status);
    const outcome = DOUBTFUL.includes(data.code) ? 'unknown' : 'refused';
    throw new ApiFailure(problemLines(data, fields), outcome, String(bytes));
  }

  async function askJson<T>(path: string, schema: z.ZodType<T>, call: Call = {}): Promise<Answer<T>> {
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(DEADLINE_MS)]);
    const headers = { accept: 'application/json', ...call.headers };
    const { status, bytes } = await ask(path, { ...call, headers }, signal);
    const result = schema.safeParse(parsed(bytes));
    if (!result.success) throw elsewhere(base, status);
    return { value: result.data, text: String(bytes) };
  }

  return {
    get: <T>(path: string, schema: z.ZodType<T>, query: Query = {}) =>
      askJson(path + queryText(query), schema),

    post<T>(path: string, schema: z.ZodType<T>, body: object | null, idempotencyKey?: string) {
      const headers = {
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      };
      return askJson(path, schema, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) });
    },

    /** The bytes of a file, and its media type; a large one may take its time. */
    file: (path: string, query: Query) => ask(path + queryText(query), {}, interrupted),
  };
}

function queryText(query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** Messages of fetch may quote headers, so only codes are shown. */
function unanswered(base: string, error: unknown, signal: AbortSignal): ApiFailure {
  const { aborted, reason } = signal;
  const isLate = reason instanceof Error && reason.name === 'TimeoutError';
  const code = !aborted ? errorCode(error) : isLate ? 'deadline' : 'interrupted';
  const why = explainReason(code);
  return isNeverSent(code)
    ? new ApiFailure([`The companion at ${base} cannot be reached: ${why}.`], 'not-sent')
    : new ApiFailure([`The response from ${base} was lost: ${why}.`], 'unknown');
}

/** An answer of something else, such as a proxy; it need not say whether anything was done. */
function elsewhere(base: string, status: number): ApiFailure {
  return new ApiFailure(
    [
      `The server at ${base} is not a merchant API (HTTP ${status}).`,
      'Check PUBLIC_URL or --url: it must be the base address, such as https://pay.shop.example/pay.',
    ],
    status >= 500 || status < 300 ? 'unknown' : 'refused',
  );
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(String(bytes));
  } catch {
    return undefined;
  }
}
