import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ProblemError } from '../contract/problem.ts';

/**
 * Refuses bodies that are longer than `maxSize`. If the request has a length, the server accepts no more than that, so
 * nothing is counted: opening the body as a stream costs more than reading it at once. A chunked body is counted. The
 * body of a GET is never read.
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
