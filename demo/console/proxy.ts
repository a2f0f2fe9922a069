import { type Context, Hono } from 'hono';
import { isOwnHost, isOwnPage } from '../own-pages.ts';

export interface ConsoleOptions {
  /** every origin at which the console is opened (https://shop.example); requests to other names are refused */
  origins: readonly string[];
  /** base address of the companion */
  companion: string;
  /** the companion's `MERCHANT_API_KEY`, or null if it has none */
  merchantApiKey: string | null;
  /** the built console.html */
  page: () => string;
  /** calls the companion; default: the global fetch */
  fetch?: (request: Request) => Response | Promise<Response>;
}

/** Headers of a request that reach the companion, and headers of its answer that reach the page. */
const REQUEST_HEADERS = ['accept', 'content-type', 'idempotency-key'];
const ANSWER_HEADERS = ['content-type', 'content-disposition', 'retry-after'];

/** A receipt is shown in a frame of the console: only its own styles, no script, nothing external. */
const RECEIPT_POLICY =
  "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/**
 * The merchant's console, to be mounted at `/console`: its page, and `/console/api/*`, which forwards requests to the
 * companion's merchant API with the key that no browser may have.
 *
 * Everyone who opens this page can move the merchant's money. A real back office must require a sign-in here before it
 * answers anything below. The demo, with a sandbox's money, only refuses other sites and host names that are not its own
 * (DNS rebinding).
 */
export function createConsole(options: ConsoleOptions): Hono {
  const { origins, companion, merchantApiKey, page, fetch: ask = (request) => fetch(request) } = options;
  const app = new Hono();
  app.use(async (c, next) => {
    if (isOwnHost(c, origins)) return next();
    return refusal(c, 403, 'origin-not-allowed', `The console is open at ${origins.join(' and ')} only.`);
  });
  app.get('/', (c) => {
    // The page's other restrictions are in its own policy.
    c.header('content-security-policy', "frame-ancestors 'none'");
    c.header('cache-control', 'no-cache');
    return c.html(page());
  });
  app.all('/api/*', async (c) => {
    if (!isOwnPage(c, origins))
      return refusal(c, 403, 'origin-not-allowed', 'Only the console’s own page may ask this.');
    if (merchantApiKey === null) {
      return refusal(c, 503, 'merchant-api-off', 'The demo’s server was given no MERCHANT_API_KEY.');
    }
    const request = forwarded(c, companion, merchantApiKey);
    try {
      return handedOn(c, await ask(request));
    } catch {
      // The browser must report the same: it is unknown whether the companion executed the request.
      return refusal(c, 502, 'companion-unreachable', 'The companion did not answer.');
    }
  });
  return app;
}

function forwarded(c: Context, companion: string, key: string): Request {
  const { pathname, search } = new URL(c.req.url);
  const path = pathname.slice(pathname.indexOf('/api/'));
  const headers = copied(c.req.raw.headers, REQUEST_HEADERS);
  headers.set('authorization', `Bearer ${key}`);
  const { method, body, signal } = c.req.raw;
  // `duplex` is required for a streaming body, but missing in the types.
  const init = { method, headers, body, signal, redirect: 'manual' as const, duplex: 'half' };
  return new Request(`${companion}${path}${search}`, init);
}

function handedOn(c: Context, answer: Response): Response {
  const headers = copied(answer.headers, ANSWER_HEADERS);
  headers.set('cache-control', 'no-store');
  headers.set('x-content-type-options', 'nosniff');
  const isReceipt = answer.ok && answer.headers.get('content-type')?.startsWith('text/html');
  if (isReceipt) {
    headers.set('content-security-policy', RECEIPT_POLICY);
    headers.set('content-disposition', 'inline');
  }
  return new Response(c.req.method === 'HEAD' ? null : answer.body, { status: answer.status, headers });
}

function copied(from: Headers, names: readonly string[]): Headers {
  return new Headers([...from].filter(([name]) => names.includes(name)));
}

function refusal(c: Context, status: 403 | 502 | 503, code: string, detail: string): Response {
  const problem = { type: `urn:pay-form:problem:${code}`, title: detail, status, code, detail };
  const headers = { 'cache-control': 'no-store', 'content-type': 'application/problem+json' };
  return c.json(problem, status, headers);
}
