import type {
  CreateHostedBody,
  CreatePaymentBody,
  HostedView,
  PaymentView,
  SessionView,
} from '../server/contract/checkout-api.ts';
import { type PayProblem, widgetProblem } from './problem.ts';

/** Milliseconds until a request counts as unanswered; longer than the companion's own deadlines. */
const PATIENCE = 75_000;

/** A request that brought no result: the companion refused (its problem), or `no-answer`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: PayProblem;

  constructor(problem: PayProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The companion's client. Every call throws {@link ApiError} and nothing else. */
export interface Api {
  session(signal: AbortSignal): Promise<SessionView>;
  /** @param key Idempotency-Key; the same key never pays twice */
  pay(body: CreatePaymentBody, key: string): Promise<PaymentView>;
  /** @param body its `card` is for a lookup alone */
  hosted(body: CreateHostedBody): Promise<HostedView>;
  /** Answers when the payment is newer than `since`, or after 25 seconds. */
  news(id: string, since: string, signal: AbortSignal): Promise<PaymentView>;
  /** Where the customer goes at the end. */
  returnUrl(id: string): string;
}

/**
 * @param src the companion's base address, with or without a slash at the end
 * @param order the order token
 * @param lang the page's language, as a header can hold it; the gateway's page speaks it where it can
 */
export function createApi(
  src: string,
  order: string,
  fetch: typeof globalThis.fetch,
  lang: () => string,
): Api {
  const base = src.replace(/\/+$/, '');

  async function call<T>(path: string, signal?: AbortSignal, body?: object, key?: string): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${order}`, 'accept-language': lang() };
    if (body) headers['content-type'] = 'application/json';
    if (key) headers['idempotency-key'] = key;
    const ends = AbortSignal.any([AbortSignal.timeout(PATIENCE), ...(signal ? [signal] : [])]);
    const init: RequestInit = { headers, signal: ends, cache: 'no-store', credentials: 'omit' };
    try {
      const response = await fetch(
        base + path,
        body ? { ...init, method: 'POST', body: JSON.stringify(body) } : init,
      );
      const answer: unknown = await response.json();
      if (response.ok && answer) return answer as T;
      throw isProblem(answer) ? new ApiError(answer) : answer;
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError(noAnswer(src));
    }
  }

  return {
    session: (signal) => call('/session', signal),
    pay: (body, key) => call('/payments', undefined, body, key),
    hosted: (body) => call('/hosted', undefined, body),
    news: (id, since, signal) =>
      call(`/payments/${encodeURIComponent(id)}?wait=25&since=${encodeURIComponent(since)}`, signal),
    returnUrl: (id) => `${base}/return/${encodeURIComponent(id)}`,
  };
}

/** The browser does not tell a page that its origin was refused: the request fails like any other. */
function noAnswer(src: string): PayProblem {
  const { origin } = location;
  if (!URL.canParse(src, origin)) return widgetProblem('no-answer', `src is no URL: ${src}`);
  const isOwn = new URL(src, origin).origin === origin;
  return widgetProblem('no-answer', isOwn ? 'No answer' : `No answer: is ${origin} in ALLOWED_ORIGINS?`);
}

/** A proxy's error page is not the companion's word, nor does one that failed itself know what became of a payment. */
function isProblem(answer: unknown): answer is PayProblem {
  const { code, status } = (answer ?? {}) as { code?: unknown; status?: unknown };
  return typeof code === 'string' && typeof status === 'number' && code !== 'internal-error';
}
