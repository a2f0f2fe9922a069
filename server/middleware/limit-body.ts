import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';
import type { BodyBudget } from './body-budget.ts';

/** A body of up to so many bytes is read at once: opening it as a stream costs more. */
const AT_ONCE = 4_096;

/**
 * Refuses bodies that are longer than `maxSize`, and puts the function that reads the body into `c.var.readBody`. If
 * the request has a length, the server accepts no more than that. A body without one is counted while it is read, which
 * is after the token or key was checked. The body of a GET is never read.
 * @param maxSize bytes
 * @param budget of all bodies that are being read
 * @throws ProblemError `body-too-large`
 */
export function limitBody(maxSize: number, budget: BodyBudget): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const stated = statedLength(c);
    if (stated !== null && !(stated <= maxSize)) throw new ProblemError('body-too-large');
    c.set('readBody', async () => {
      if (stated !== null && stated <= AT_ONCE) return new Uint8Array(await c.req.arrayBuffer());
      const { body } = c.req.raw;
      return body ? budget.read(body, maxSize) : new Uint8Array();
    });
    return next();
  };
}

/** Bytes; null if the body is chunked. */
function statedLength({ req }: Context): number | null {
  const stated = req.header('content-length');
  return stated === undefined || req.header('transfer-encoding') !== undefined ? null : Number(stated);
}
