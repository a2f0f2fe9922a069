import { errorCode } from '../gateway/failure.ts';
import { type Fields, problemLines, problemSchema } from './problem-text.ts';
import { explainReason, isNeverSent } from './reasons.ts';

/** Milliseconds; longer than the companion's longest call to the gateway, so that its answer is not missed. */
const DEADLINE_MS = 150_000;

export const JSON_TYPE = 'application/json';

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

/** Where the merchant API is. */
export interface Api {
  /** the companion's base address, without a trailing slash */
  base: string;
  /** MERCHANT_API_KEY; visible ASCII */
  key: string;
  fetch: typeof globalThis.fetch;
  interrupted: AbortSignal;
  /** the option for each field of a request */
  fields: Fields;
}

export interface ApiRequest {
  method: string;
  /** with its parameters filled in */
  path: string;
  query: Readonly<Record<string, string>>;
  /** the fields of a JSON body */
  body?: object | undefined;
  idempotencyKey?: string | undefined;
  /** the media type that is wanted; without one it is a file. Files may take their time */
  accept?: string | undefined;
}

export interface ApiAnswer {
  status: number;
  bytes: Buffer;
  /** its media type */
  type: string | null;
}

/**
 * Calls the merchant API of a companion. Does not retry or follow redirects.
 * @throws ApiFailure
 */
export async function callApi(api: Api, request: ApiRequest): Promise<ApiAnswer> {
  const { base, key, interrupted, fields } = api;
  const { method, path, body, idempotencyKey, accept } = request;
  const query = String(new URLSearchParams(request.query));
  const isView = accept === JSON_TYPE;
  const signal = isView ? AbortSignal.any([interrupted, AbortSignal.timeout(DEADLINE_MS)]) : interrupted;
  const headers = {
    authorization: `Bearer ${key}`,
    ...(accept && { accept }),
    ...(body && { 'content-type': JSON_TYPE }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
  const init: RequestInit = { method, headers, redirect: 'manual', signal };
  if (body) init.body = JSON.stringify(body);
  try {
    const response = await api.fetch(`${base}${path}${query && `?${query}`}`, init);
    const { ok, status } = response;
    const bytes = Buffer.from(await response.arrayBuffer());
    if (ok) return { status, bytes, type: response.headers.get('content-type') };
    const { success, data } = problemSchema.safeParse(parsed(bytes));
    if (!success) throw elsewhere(base, status);
    const outcome = DOUBTFUL.includes(data.code) ? 'unknown' : 'refused';
    throw new ApiFailure(problemLines(data, fields), outcome, String(bytes));
  } catch (error) {
    throw error instanceof ApiFailure ? error : unanswered(base, error, signal);
  }
}

/** Messages of fetch may quote headers, so only codes are shown. */
function unanswered(base: string, error: unknown, { aborted, reason }: AbortSignal): ApiFailure {
  const isLate = reason instanceof Error && reason.name === 'TimeoutError';
  const code = !aborted ? errorCode(error) : isLate ? 'deadline' : 'interrupted';
  const why = explainReason(code);
  return isNeverSent(code)
    ? new ApiFailure([`The companion at ${base} cannot be reached: ${why}.`], 'not-sent')
    : new ApiFailure([`The response from ${base} was lost: ${why}.`], 'unknown');
}

/** An answer of something else, such as a proxy; it need not say whether anything was done. */
export function elsewhere(base: string, status: number): ApiFailure {
  return new ApiFailure(
    [
      `The server at ${base} is not a merchant API (HTTP ${status}).`,
      'Check PUBLIC_URL or --url: it must be the base address, such as https://pay.shop.example/pay.',
    ],
    status >= 500 || status < 300 ? 'unknown' : 'refused',
  );
}

/** The JSON of an answer, or undefined. */
export function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(String(bytes));
  } catch {
    return undefined;
  }
}
