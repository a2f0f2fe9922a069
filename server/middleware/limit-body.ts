import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ProblemError } from '../contract/problem.ts';

/**
 * Refuses bodies that are longer. Where the length is stated, the server takes no more than that, so that nothing is
 * counted: to open the body as a stream costs more than to read it whole. What comes in chunks is counted. Nobody reads
 * the body of a GET.
 * @param maxSize bytes
 * @throws ProblemError `body-too-large`
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  const refuse = (): never => {
    throw new ProblemError('body-too-large');
  };
  const counted = bodyLimit({ maxSize, onError: refuse });
  return (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const stated = c.req.header('content-length');
    const isStated = stated !== undefined && c.req.header('transfer-encoding') === undefined;
    if (!isStated) return counted(c, next);
    return Number(stated) <= maxSize ? next() : refuse();
  };
}
