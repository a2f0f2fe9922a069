import type { FieldError } from '../../server/contract/problem.ts';
import { type Query, queryText } from './address.ts';

/** A problem document of the companion, as far as it is shown. */
interface Refusal {
  title: string;
  status: number;
  code: string;
  detail?: string;
  requestId?: string;
  errors?: FieldError[];
}

/**
 * Why there is no usable answer.
 * - `problem`: refused by the companion
 * - `lost`: no answer arrived, so it is unknown whether a change was made
 * - `elsewhere`: the answer came from something other than the merchant API
 */
export type Failure =
  | { kind: 'problem'; problem: Refusal }
  | { kind: 'lost' }
  | { kind: 'elsewhere'; status: number };

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The failure of a call; other errors are defects and thrown again. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiFailure) return error.failure;
  throw error;
}

/** Milliseconds; longer than the companion's longest call to the gateway, so that its answer is not missed. */
const TIMEOUT_MS = 150_000;

/** The merchant API (contract, section 4). Paths are below `/api/`. Calls throw {@link ApiFailure} or AbortError. */
export class Api {
  readonly #base: string;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;

  /** @param base address of the proxy that adds the merchant's key, with a trailing slash */
  constructor(base: string, fetcher = (url: string, init: RequestInit) => fetch(url, init)) {
    this.#base = base;
    this.#fetch = fetcher;
  }

  /** The address of a file, to be loaded by a frame. */
  address(path: string, query: Query = {}): string {
    return this.#base + path + queryText(query);
  }

  async get<T>(path: string, query: Query, signal: AbortSignal): Promise<T> {
    return readJson(await this.file(path, query, signal), signal);
  }

  /** @param key the Idempotency-Key; the same for a repetition of the same request */
  async post<T>(path: string, body?: object, key?: string): Promise<T> {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    };
    const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
    return readJson(await this.#send(this.address(path), init));
  }

  /** The answer with a file, whose body is still to be read. */
  file(path: string, query: Query, signal: AbortSignal): Promise<Response> {
    return this.#send(this.address(path, query), { signal });
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const answer = await this.#fetch(url, { ...init, signal }).catch((error: unknown) => {
      throw init.signal?.aborted ? error : new ApiFailure({ kind: 'lost' });
    });
    if (!answer.ok) throw new ApiFailure(await refusalOf(answer));
    return answer;
  }
}

async function readJson<T>(answer: Response, signal?: AbortSignal): Promise<T> {
  try {
    return (await answer.json()) as T;
  } catch (error) {
    if (signal?.aborted) throw error;
    const isCut = !(error instanceof SyntaxError);
    throw new ApiFailure(isCut ? { kind: 'lost' } : { kind: 'elsewhere', status: answer.status });
  }
}

async function refusalOf(answer: Response): Promise<Failure> {
  const body: unknown = await answer.json().catch(() => null);
  const isProblem = typeof body === 'object' && body !== null && 'code' in body && 'title' in body;
  return isProblem
    ? { kind: 'problem', problem: body as Refusal }
    : { kind: 'elsewhere', status: answer.status };
}
