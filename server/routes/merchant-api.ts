import { OpenAPIHono } from '@hono/zod-openapi';
import { Hono, type MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { apiKey } from '../middleware/api-key.ts';
import { noForeignPages } from '../middleware/origin.ts';
import { methodNotAllowed } from '../middleware/problems.ts';
import type { PaymentDeps } from '../payments/ports/deps.ts';
import { problemExamples } from './describe-route.ts';
import { operationRoutes } from './merchant-operations.ts';
import { orderRoutes } from './merchant-orders.ts';
import { readRoutes } from './merchant-reads.ts';
import { reviewRoutes } from './merchant-review.ts';

const ROUTES = [...orderRoutes, ...operationRoutes, ...readRoutes, ...reviewRoutes];
const DESCRIPTION = '/api/openapi.json';

/**
 * The merchant API (contract, section 4), only for the merchant's back end: browsers have no business here. Its own
 * description is public.
 * @param limit of bodies
 */
export function merchantApi(deps: PaymentDeps, key: string, limit: MiddlewareHandler): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  let description: string | undefined;
  api.use('/api/*', noForeignPages(new URL(deps.config.publicUrl).origin));
  api.get(DESCRIPTION, (c) => {
    c.header('cache-control', 'no-cache');
    c.header('content-type', 'application/json');
    description ??= JSON.stringify(describe(deps.config.publicUrl));
    return c.body(description);
  });
  api.all(DESCRIPTION, methodNotAllowed('GET'));
  api.use('/api/*', apiKey(key), limit);
  for (const { method, path, handle } of ROUTES) {
    const at = path.replaceAll(/\{(\w+)\}/g, ':$1');
    api.on(method.toUpperCase(), at, (c) => handle(deps, c));
    api.all(at, methodNotAllowed(method === 'get' ? 'GET' : 'POST'));
  }
  return api;
}

/** The API as an OpenAPI 3.1 document. */
function describe(publicUrl: string) {
  const book = new OpenAPIHono();
  book.openAPIRegistry.registerComponent('securitySchemes', 'merchantApiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'The companion’s setting MERCHANT_API_KEY',
  });
  for (const [code, example] of problemExamples()) {
    book.openAPIRegistry.registerComponent('examples', code, example);
  }
  for (const { description } of ROUTES) book.openAPIRegistry.registerPath(description);
  return book.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'pay-form: merchant API',
      version: '1',
      description:
        'For the merchant’s back end: creates orders, and does with their payments what the gateway can. Amounts ' +
        'are decimal text, times ISO 8601 in UTC, errors problem documents (RFC 9457).',
      license: { name: 'MIT' },
    },
    servers: [{ url: publicUrl }],
  });
}
