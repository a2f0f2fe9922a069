import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';

/** `maxHeadersCount` of Node's server, where nobody has changed it. */
const MOST_HEADERS = 1_000;

/**
 * Refuses a request with more headers than Node passes on. It drops the rest silently, and proxies add their
 * `X-Forwarded-For` after the client's own headers: without it, the request would count as the proxy's own.
 * @throws ProblemError `bad-request`
 */
export function allHeaders() {
  return createMiddleware<AppEnv>(async (c, next) => {
    // Names and values. Outside a server there is no environment, despite its type.
    const { length } = { ...c.env }.incoming?.rawHeaders ?? [];
    if (length > 2 * MOST_HEADERS) throw new ProblemError('bad-request', 'The request has too many headers.');
    await next();
  });
}
