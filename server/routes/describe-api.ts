import type { RouteConfig } from '@hono/zod-openapi';
import { OPERATION_EXAMPLES, PAYMENT_EXAMPLES } from '../contract/message-examples.ts';
import {
  messageHeaders,
  operationUpdatedSchema,
  paymentUpdatedSchema,
} from '../contract/merchant-messages.ts';
import { problemExamples } from './merchant-problems.ts';
import type { MerchantApi } from './merchant-route.ts';

/** The merchant API, and the messages to the merchant's webhook, as an OpenAPI 3.1 document. */
export function describeApi(api: MerchantApi, publicUrl: string) {
  const { openAPIRegistry: registry } = api;
  registry.registerComponent('securitySchemes', 'merchantApiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'The companion’s setting MERCHANT_API_KEY',
  });
  for (const [code, example] of problemExamples()) registry.registerComponent('examples', code, example);
  for (const message of MESSAGES) registry.registerWebhook(message);
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'pay-form: merchant API',
      version: '1',
      description:
        'For the merchant’s back end: creates orders, and captures, voids and refunds their payments. Amounts are decimal ' +
        'strings, times are ISO 8601 in UTC, and errors are problem documents (RFC 9457). `webhooks` describes the messages that the companion posts to your server.',
      license: { name: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    security: [{ merchantApiKey: [] }],
  });
}

const DELIVERY =
  'Posted to MERCHANT_WEBHOOK_URL at least once, and in sequence for each order, until your server answers 2xx within 15 ' +
  'seconds. Failed deliveries are retried after one second up to an hour. Redirects are not followed. Check the signature ' +
  'over the raw body (https://www.standardwebhooks.com), then compare amount and currency with your order. Fields may be added.';

/** The messages to the merchant's webhook, as OpenAPI 3.1 `webhooks`. */
const MESSAGES: readonly RouteConfig[] = [
  described('payment.updated', 'A payment changed', paymentUpdatedSchema, PAYMENT_EXAMPLES),
  described(
    'operation.updated',
    'A capture, void or refund changed',
    operationUpdatedSchema,
    OPERATION_EXAMPLES,
  ),
];

function described(
  type: string,
  summary: string,
  schema: typeof paymentUpdatedSchema | typeof operationUpdatedSchema,
  examples: Readonly<Record<string, { summary: string; value: object }>>,
): RouteConfig {
  return {
    method: 'post',
    path: type,
    operationId: type,
    summary,
    description: DELIVERY,
    security: [],
    request: {
      headers: messageHeaders,
      body: { required: true, content: { 'application/json': { schema, examples } } },
    },
    responses: {
      '2XX': { description: 'Accepted; the response body is not read' },
      default: { description: 'Not accepted: the message is sent again' },
    },
  };
}
