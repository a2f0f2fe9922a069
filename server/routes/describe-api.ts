import { OpenAPIHono } from '@hono/zod-openapi';
import { MESSAGES } from './describe-messages.ts';
import { describeRoute, problemExamples } from './describe-route.ts';
import type { MerchantRoute } from './merchant-route.ts';

/** The merchant API, and the messages to the merchant's webhook, as an OpenAPI 3.1 document. */
export function describeApi(routes: readonly MerchantRoute[], publicUrl: string) {
  const book = new OpenAPIHono();
  book.openAPIRegistry.registerComponent('securitySchemes', 'merchantApiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'The companion’s setting MERCHANT_API_KEY',
  });
  for (const [code, example] of problemExamples()) {
    book.openAPIRegistry.registerComponent('examples', code, example);
  }
  for (const { described } of routes) book.openAPIRegistry.registerPath(describeRoute(described));
  for (const message of MESSAGES) book.openAPIRegistry.registerWebhook(message);
  return book.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'pay-form: merchant API',
      version: '1',
      description:
        'For the merchant’s back end: creates orders, and manages their payments at the gateway. Amounts ' +
        'are decimal text, times ISO 8601 in UTC, errors problem documents (RFC 9457). `webhooks` are the messages that the companion posts to your server.',
      license: { name: 'MIT' },
    },
    servers: [{ url: publicUrl }],
  });
}
