import type { Hono, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { bearerKey } from '../middleware/api-key.ts';
import { jsonBody } from '../middleware/input.ts';
import { onlyOwnPages } from '../middleware/origin.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { describeApi } from './describe-api.ts';
import { listRoutes } from './merchant-lists.ts';
import { operationRoutes } from './merchant-operations.ts';
import { orderRoutes } from './merchant-orders.ts';
import { readRoutes } from './merchant-reads.ts';
import { reviewRoutes } from './merchant-review.ts';
import { createMerchantApi } from './merchant-route.ts';

/**
 * The merchant API, only for the merchant's back end, not for browsers. Its description is public.
 * @param limit of bodies
 */
export function merchantApi(deps: PaymentDeps, key: string, limit: MiddlewareHandler<AppEnv>): Hono<AppEnv> {
  const api = createMerchantApi();
  let description: string | undefined;
  api.use('/api/*', onlyOwnPages(new URL(deps.config.publicUrl).origin));
  api.get('/api/openapi.json', (c) => {
    c.header('cache-control', 'no-cache');
    c.header('content-type', 'application/json');
    description ??= JSON.stringify(describeApi(api, deps.config.publicUrl));
    return c.body(description);
  });
  api.use('/api/*', bearerKey(key, 'api-key'), limit, jsonBody, notStored);
  orderRoutes(api, deps);
  listRoutes(api, deps);
  operationRoutes(api, deps);
  readRoutes(api, deps);
  reviewRoutes(api, deps);
  return api;
}

const notStored: MiddlewareHandler = (c, next) => {
  c.header('cache-control', 'no-store');
  return next();
};
