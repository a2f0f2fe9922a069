import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { AppEnv } from '../app-env.ts';

/** Called for every answered request; `route` is the pattern of its path, as "/pay/payments/:id". */
export type RequestObserver = (request: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}) => void;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Reports every request by its route, method and status: the number of labels is limited by the number of routes.
 * @param now milliseconds of a monotonic clock
 */
export function observeRequests(seen: RequestObserver, now: () => number = () => performance.now()) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const start = now();
    await next();
    const { method } = c.req;
    seen({
      method: METHODS.has(method) ? method : 'other',
      route: routePath(c, -1),
      status: c.res.status,
      seconds: (now() - start) / 1_000,
    });
  });
}
