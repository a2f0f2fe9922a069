import type { FieldError } from '../../server/contract/problem.ts';
import { type Query, queryText } from './address.ts';

/** A problem document of the companion, as far as it is shown; `no-answer`: no usable answer arrived. */
export interface Failure {
  title: string;
  code: string;
  detail?: string;
  requestId?: string;
  errors?: FieldError[];
}

const NO_ANSWER: Failure = { title: 'The server did not answer', code: 'no-answer' };

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.title);
    this.failure = failure;
  }
}

/** The failure of a call; other errors are defects and thrown again. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiFailure) return error.failure;
  throw error;
}

/** The merchant API. Paths are below `/api/`. Calls throw {@link ApiFailure} or AbortError. */
export class Api {
  readonly #base: string;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;

  /** @param base address of the proxy that adds the merchant's key, with a trailing slash */
  constructor(base: string, fetcher = (url: string, init: RequestInit) => fetch(url, init)) {
    this.#base = base;
    this.#fetch = fetcher;
  }

  /** The address of a file, to be loaded by a frame or a link. */
  address(path: string, query: Query = {}): string {
    return this.#base + path + queryText(query);
  }

  async get<T>(path: string, query: Query, signal: AbortSignal): Promise<T> {
    return readJson(await this.#send(this.address(path, query), { signal }), signal);
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

  /**
   * A whole file; an incomplete one is a failure.
   * @param accept its type, where an address has several
   */
  async file(path: string, query: Query, signal: AbortSignal, accept = '*/*'): Promise<Blob> {
    const answer = await this.#send(this.address(path, query), { signal, headers: { accept } });
    return answer.blob().catch((error: unknown) => lost(error, signal));
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const answer = await this.#fetch(url, init).catch((error: unknown) => lost(error, init.signal));
    if (!answer.ok) throw new ApiFailure(await refusalOf(answer));
    return answer;
  }
}

/** An answer that was not read to its end, unless the call was stopped. */
function lost(error: unknown, signal: AbortSignal | null | undefined): never {
  throw signal?.aborted ? error : new ApiFailure(NO_ANSWER);
}

const readJson = async <T>(answer: Response, signal?: AbortSignal): Promise<T> =>
  answer.json().catch((error: unknown) => lost(error, signal)) as Promise<T>;

async function refusalOf(answer: Response): Promise<Failure> {
  const body: unknown = await answer.json().catch(() => null);
  const isProblem = typeof body === 'object' && body !== null && 'code' in body && 'title' in body;
  return isProblem
    ? (body as Failure)
    : { ...NO_ANSWER, detail: `Unexpected answer: HTTP ${answer.status}.` };
}
