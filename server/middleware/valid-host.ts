import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../contract/problem.ts';

/**
 * Refuses a `Host` that makes no address (`127.0.0.1.1`): whatever would read the request's URL later would fail.
 * @throws ProblemError `bad-request`
 */
export const validHost: MiddlewareHandler = (c, next) => {
  if (!URL.canParse(c.req.url)) throw new ProblemError('bad-request', 'The Host header makes no address.');
  return next();
};
