import { messageViewSchema, pageOf, reviewViewSchema } from '../contract/merchant-api.ts';
import { messageParams, messagesQuery, reviewQuery } from '../contract/merchant-parameters.ts';
import { listMessages, listReview, sendMessageAgain } from '../payments/queries/lists.ts';
import { viewRoute } from './merchant-route.ts';

/** The items that need review, and the messages to the merchant's webhook. */
export const reviewRoutes = [
  viewRoute(
    {
      method: 'get',
      path: '/api/review',
      operationId: 'listReview',
      summary: 'List items that need manual review, oldest first',
      detail: 'Each item has its reason and the calls that resolve it',
      query: reviewQuery,
      view: pageOf(reviewViewSchema),
    },
    (deps, { query }) => listReview(deps, query),
  ),
  viewRoute(
    {
      method: 'get',
      path: '/api/messages',
      operationId: 'listMessages',
      summary: 'List messages to your webhook, newest first',
      query: messagesQuery,
      view: pageOf(messageViewSchema),
    },
    (deps, { query }) => listMessages(deps, query),
  ),
  viewRoute(
    {
      method: 'post',
      path: '/api/messages/{id}/send',
      operationId: 'sendMessage',
      summary: 'Send a message to your webhook again',
      params: messageParams,
      view: messageViewSchema,
      problems: ['not-found'],
    },
    (deps, { params }) => sendMessageAgain(deps, params.id),
  ),
];
