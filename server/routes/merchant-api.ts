import { Hono, type MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { apiKey } from '../middleware/api-key.ts';
import { onlyOwnPages } from '../middleware/origin.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { operationRoutes } from './merchant-operations.ts';
import { orderRoutes } from './merchant-orders.ts';
import { readRoutes } from './merchant-reads.ts';
import { reviewRoutes } from './merchant-review.ts';

const ROUTES = [...orderRoutes, ...operationRoutes, ...readRoutes, ...reviewRoutes];
const DESCRIPTION = '/api/openapi.json';

/**
 * The merchant API (contract, section 4), only for the merchant's back end, not for browsers. Its description is
 * public.
 * @param limit of bodies
 */
export function merchantApi(deps: PaymentDeps, key: string, limit: MiddlewareHandler<AppEnv>): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  let description: string | undefined;
  api.use('/api/*', onlyOwnPages(new URL(deps.config.publicUrl).origin));
  api.get(DESCRIPTION, async (c) => {
    c.header('cache-control', 'no-cache');
    c.header('content-type', 'application/json');
    // Loaded on demand: its library would slow down the start, and few request it.
    const { describeApi } = await import('./describe-api.ts');
    description ??= JSON.stringify(describeApi(ROUTES, deps.config.publicUrl));
    return c.body(description);
  });
  api.use('/api/*', apiKey(key), limit);
  for (const { described, handle } of ROUTES) {
    const { method, path } = described;
    const at = path.replaceAll(/\{(\w+)\}/g, ':$1');
    api.on(method.toUpperCase(), at, (c) => handle(deps, c));
  }
  return api;
}
