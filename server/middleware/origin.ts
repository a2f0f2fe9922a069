import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { isOrigin } from '../contract/address.ts';
import { ProblemError } from '../contract/problem.ts';
import type { Log } from '../payments/ports.ts';
import { sampledWarning } from '../node/log.ts';

const CHECKED = new Set(['POST', 'DELETE', 'OPTIONS']);
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Accepts a POST or DELETE only from allowed pages. A browser sends the page's Origin with each of them; if it is
 * missing although the browser's Sec-Fetch-Site names another site, the request is refused too. A request with neither
 * does not come from a browser, and is checked by the token or signature that it must have. A refused origin is logged,
 * also for a preflight, after which the browser sends nothing and tells the page nothing.
 *
 * ```ts
 * app.use(checkOrigin(['https://shop.example'], '/pay/return/', log))
 * app.use('/session', crossOrigin(['https://shop.example']))
 * ```
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
    if (!CHECKED.has(method)) return next();
    const site = c.req.header('sec-fetch-site') ?? 'none';
    const isAllowed = origin === undefined ? OWN_SITES.has(site) : allowed.includes(origin);
    if (origin !== undefined && !isAllowed) warn(shownOrigin(origin), { origin: shownOrigin(origin) });
    if (!isAllowed && method !== 'OPTIONS') throw new ProblemError('origin-not-allowed');
    return next();
  });
}

/** Browsers send only origins; other clients may send any text. */
function shownOrigin(origin: string): string {
  return origin === 'null' || (isOrigin(origin) && origin.length <= 260) ? origin : '(other)';
}

/** Allows pages of `origins` to send requests and read the answers (CORS). */
export const crossOrigin = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    maxAge: 7200,
  });

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
