import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';
import type { BodyBudget } from './body-budget.ts';

/**
 * Refuses bodies that are longer than `maxSize`, and puts the function that reads the body into `c.var.readBody`. If
 * the request has a length, the server accepts no more than that. A body without one is counted while it is read, which
 * is after a token or key in a header was checked. The body of a GET is never read.
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
      // Node passes the headers on first, and then what has arrived with them.
      await Promise.resolve();
      const body = hasArrived(c, stated) ? null : c.req.raw.body;
      return body ? budget.read(body, maxSize) : new Uint8Array(await c.req.arrayBuffer());
    });
    return next();
  };
}

/** Whether Node holds the whole body already, as it mostly does: opening it as a stream would cost more. */
const hasArrived = ({ env }: Context<AppEnv>, stated: number | null): boolean =>
  stated !== null && env?.incoming?.readableLength === stated;

/** Bytes; null if the body is chunked. */
function statedLength({ req }: Context): number | null {
  const stated = req.header('content-length');
  return stated === undefined || req.header('transfer-encoding') !== undefined ? null : Number(stated);
}
