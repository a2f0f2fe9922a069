import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { holdsCardNumber } from '../contract/card-like.ts';
import { ProblemError } from '../contract/problem.ts';
import type { Log } from '../payments/ports.ts';
import { sampledWarning } from '../sampled-warning.ts';

/**
 * Accepts a POST or DELETE only from allowed pages. A browser sends the page's Origin with each of them; if it is
 * missing although the browser's Sec-Fetch-Site names another site, the request is refused too. A request with neither
 * does not come from a browser, and is checked by the token or signature that it must have. A refused origin is logged,
 * also for a preflight, after which the browser sends nothing and tells the page nothing.
 * @param returns the path before a payment's id to which pages of the gateway or a bank post: nothing in these requests
 *   is trusted, and all of them are accepted
 * @throws ProblemError `origin-not-allowed`
 */
export function checkOrigin(allowed: readonly string[], returns: string, log: Log) {
  const warn = sampledWarning(log, 'origin.refused');
  return createMiddleware<AppEnv>((c, next) => {
    const origin = c.req.header('origin');
    const { method, path } = c.req;
    if (path.startsWith(returns) && /^[^/]+$/.test(path.slice(returns.length))) return next();
    const changes = method === 'POST' || method === 'DELETE';
    if ((changes || method === 'OPTIONS') && origin !== undefined && !allowed.includes(origin)) {
      const shown = shownOrigin(origin);
      warn(shown, { origin: shown });
    }
    if (changes && !isAllowed(origin, c.req.header('sec-fetch-site'), allowed)) {
      throw new ProblemError('origin-not-allowed');
    }
    return next();
  });
}

/** Browsers send only origins; other clients may send any text. */
function shownOrigin(origin: string): string {
  const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin && origin.length <= 260;
  return origin === 'null' || (isOrigin && !holdsCardNumber(origin)) ? origin : '(other)';
}

/**
 * Allows pages of `origins` to send requests and read the answers (CORS). The headers are set before there is an
 * answer: adding one to an existing answer costs a copy of it.
 */
export function crossOrigin(origins: readonly string[]) {
  const preflight = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    maxAge: 7200,
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    const origin = c.req.header('origin');
    if (origin !== undefined && origins.includes(origin)) c.header('access-control-allow-origin', origin);
    c.header('vary', 'Origin', { append: true });
    return next();
  });
}

/**
 * Refuses every request of a page that is not the companion's own, for routes that only back ends use.
 * @throws ProblemError `origin-not-allowed`
 */
export function onlyOwnPages(own: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if ((c.req.header('origin') ?? own) !== own) throw new ProblemError('origin-not-allowed');
    await next();
  });
}

function isAllowed(
  origin: string | undefined,
  site: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin !== undefined) return allowed.includes(origin);
  return site === undefined || site === 'same-origin' || site === 'none';
}
