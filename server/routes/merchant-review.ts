import { createRoute } from '@hono/zod-openapi';
import { messageViewSchema, pageOf, reviewViewSchema } from '../contract/merchant-api.ts';
import { messageParams, messagesQuery, reviewQuery } from '../contract/merchant-parameters.ts';
import { sendMessageAgain } from '../payments/messages.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { listMessages, listReview } from '../payments/queries/lists.ts';
import { answers, type MerchantApi, POST, posted, READ, viewed } from './merchant-route.ts';

/** The items that need review, and the messages to the merchant's webhook. */
export function reviewRoutes(api: MerchantApi, deps: PaymentDeps): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/review',
      operationId: 'listReview',
      summary: 'List items that need manual review, oldest first',
      description: 'Each item has its reason and the calls that resolve it',
      request: { query: reviewQuery },
      responses: answers(viewed(pageOf(reviewViewSchema)), ...READ),
    }),
    async ({ req, json }) => json(await listReview(deps, req.valid('query')), 200),
  );
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/messages',
      operationId: 'listMessages',
      summary: 'List messages to your webhook, newest first',
      request: { query: messagesQuery },
      responses: answers(viewed(pageOf(messageViewSchema)), ...READ),
    }),
    async ({ req, json }) => json(await listMessages(deps, req.valid('query')), 200),
  );
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/messages/{id}/send',
      operationId: 'sendMessage',
      summary: 'Send a message to your webhook again',
      request: { ...posted, params: messageParams },
      responses: answers(viewed(messageViewSchema), ...POST, 'not-found'),
    }),
    async ({ req, json }) => json(await sendMessageAgain(deps, req.valid('param').id), 200),
  );
}
