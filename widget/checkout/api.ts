import { httpUrl } from '../../server/contract/address.ts';
import type {
  CreateHostedBody,
  CreatePaymentBody,
  HostedView,
  PaymentView,
  SessionView,
} from '../../server/contract/checkout-api.ts';
import { until } from '../environment.ts';
import { type PayProblem, widgetProblem } from './problem.ts';

/** Request timeout in milliseconds; longer than the companion's own deadlines. */
const PATIENCE = 75_000;

/** A failed request, with the companion's problem or `no-answer`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: PayProblem;

  constructor(problem: PayProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** An address as the page reads its links; null if it is neither http nor https. */
export const urlOf = (address: string): URL | null => httpUrl(address, document.baseURI);

/** Client of the companion. Its calls throw only {@link ApiError}. */
export interface Api {
  session(signal: AbortSignal): Promise<SessionView>;
  /** @param key Idempotency-Key; the same key never pays twice */
  pay(body: CreatePaymentBody, key: string): Promise<PaymentView>;
  /** @param body contains a `card` only for a lookup */
  hosted(body: CreateHostedBody): Promise<HostedView>;
  /** Long poll: answers when the payment is newer than `since`, or after 25 seconds. */
  news(id: string, since: string, signal: AbortSignal): Promise<PaymentView>;
  /** The companion's return page for a payment. */
  returnUrl(id: string): string;
}

/**
 * @param src the companion's base address, with or without a trailing slash
 * @param order the order token
 * @param lang the page's language for the Accept-Language header; the gateway's page uses it if it can
 */
export function createApi(
  src: string,
  order: string,
  fetch: typeof globalThis.fetch,
  lang: () => string,
): Api {
  const base = src.replace(/\/+$/, '');

  async function call<T>(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
    signal?: AbortSignal,
  ): Promise<T> {
    const headers = { 'accept-language': lang(), ...init.headers };
    const over = new AbortController();
    const end = () => over.abort();
    void until(over.signal, signal ?? over.signal, 'abort', PATIENCE).then(end);
    if (signal?.aborted) end();
    try {
      const response = await fetch(base + path, {
        ...init,
        headers,
        signal: over.signal,
        cache: 'no-store',
        credentials: 'omit',
      });
      const answer = (await response.json()) as View;
      // A proxy or a login page may answer with JSON of its own.
      if (response.ok && (answer.id ?? answer.location ?? answer.order)) return answer as T;
      throw isProblem(answer) ? new ApiError(answer) : answer;
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError(noAnswer(src));
    } finally {
      end();
    }
  }

  const authorization = `Bearer ${order}`;
  const json = (body: object, more?: Record<string, string>) => ({
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });

  return {
    // A form needs no preflight, which would cost a round trip.
    session: (signal) => call('/session', { method: 'POST', body: new URLSearchParams({ order }) }, signal),
    pay: (body, key) => call('/payments', json(body, { 'idempotency-key': key })),
    hosted: (body) => call('/hosted', json(body)),
    news: (id, since, signal) => {
      const path = `/payments/${encodeURIComponent(id)}?wait=25&since=${encodeURIComponent(since)}`;
      return call(path, { headers: { authorization } }, signal);
    },
    returnUrl: (id) => `${base}/return/${encodeURIComponent(id)}`,
  };
}

/** Each view of the companion has one of these. */
type View = Partial<Record<'order' | 'id' | 'location', unknown>>;

/** Browsers do not tell a page that CORS refused its origin: the request fails like any other. */
function noAnswer(src: string): PayProblem {
  const isOwn = urlOf(src)?.origin === origin;
  return widgetProblem('no-answer', isOwn ? 'No answer' : `No answer: is ${origin} in ALLOWED_ORIGINS?`);
}

/** After these the payment's outcome is unknown, as after no answer. */
const DOUBTFUL: unknown[] = ['internal-error', 'store-unavailable'];

/** Accepts only what the companion itself refuses. */
function isProblem(answer: unknown): answer is PayProblem {
  const { code, status } = (answer ?? {}) as { code?: unknown; status?: unknown };
  return typeof code === 'string' && typeof status === 'number' && !DOUBTFUL.includes(code);
}
