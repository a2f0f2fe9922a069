import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../contract/problem.ts';

/**
 * Refuses a `Host` that makes no address (`127.0.0.1.1`): whatever would read the request's URL later would fail.
 * @throws ProblemError `bad-request`
 */
export function validHost(): MiddlewareHandler {
  // Nearly all requests come to the same one, and what follows it cannot spoil it.
  let last = '';
  return (c, next) => {
    const { url } = c.req;
    const origin = url.slice(0, url.indexOf('/', 'https://'.length));
    if (origin !== last) {
      if (!URL.canParse(url)) throw new ProblemError('bad-request', 'The Host header makes no address.');
      last = origin;
    }
    return next();
  };
}
