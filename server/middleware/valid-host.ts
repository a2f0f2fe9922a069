import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../contract/problem.ts';

/**
 * Refuses an invalid `Host` (`127.0.0.1.1`), with which parsing the request's URL would fail later.
 * @throws ProblemError `bad-request`
 */
export function validHost(): MiddlewareHandler {
  // Nearly all requests have the same host, and the path after it cannot make it invalid.
  let last = '';
  return (c, next) => {
    const { url } = c.req;
    const origin = url.slice(0, url.indexOf('/', 'https://'.length));
    if (origin !== last) {
      if (!URL.canParse(url)) throw new ProblemError('bad-request', 'The Host header is invalid.');
      last = origin;
    }
    return next();
  };
}
