import { createRoute } from '@hono/zod-openapi';
import { usableCustomer } from '../contract/customer.ts';
import {
  mintedOrderSchema,
  orderViewSchema,
  paymentViewSchema,
  resentSchema,
} from '../contract/merchant-api.ts';
import { customerParams, orderParams, paymentParams } from '../contract/merchant-parameters.ts';
import {
  type NewOrderInput,
  newOrderSchema,
  resendSchema,
  resolveSchema,
} from '../contract/merchant-requests.ts';
import { ProblemError } from '../contract/problem.ts';
import { resendWebhook } from '../payments/operations/resend.ts';
import { resolvePayment } from '../payments/operations/resolve.ts';
import { cancelOrder } from '../payments/paying/cancel.ts';
import { closeOrder } from '../payments/paying/close-order.ts';
import { createOrder } from '../payments/paying/create-order.ts';
import { forgetCustomer } from '../payments/paying/saved-cards.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { viewOrder } from '../payments/queries/order.ts';
import {
  answers,
  type MerchantApi,
  noQuery,
  POST,
  posted,
  postedWith,
  READ,
  viewed,
} from './merchant-route.ts';

/** Orders, payments and customers: whatever moves no money. */
export function orderRoutes(api: MerchantApi, deps: PaymentDeps): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders',
      operationId: 'createOrder',
      summary: 'Create an order, or change its parameters',
      description:
        'Creates the order token, and a payment page to send to a customer. An open hosted payment with other parameters ' +
        'is cancelled at the gateway. Fields of the customer that cannot be used are left out and named in `dropped`',
      request: postedWith(newOrderSchema),
      responses: answers(
        viewed(mintedOrderSchema),
        ...POST,
        'order-unsupported',
        'order-paid',
        'payment-open',
      ),
    }),
    async ({ req, json }) => {
      const order = req.valid('json');
      requireTokenSize({ ...order, customer: usableCustomer(order.customer).customer });
      return json(await createOrder(deps, order), 200);
    },
  );
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/{orderId}',
      operationId: 'getOrder',
      summary: 'Get an order with its payments, operations and timeline',
      request: { ...noQuery, params: orderParams },
      responses: answers(viewed(orderViewSchema), ...READ, 'order-not-found'),
    }),
    async ({ req, json }) => json(await viewOrder(deps, req.valid('param').orderId), 200),
  );
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{orderId}/cancel',
      operationId: 'cancelOrder',
      summary: 'Cancel an unpaid hosted payment',
      request: { ...posted, params: orderParams },
      responses: answers(
        viewed(paymentViewSchema),
        ...POST,
        'order-not-found',
        'operation-not-allowed',
        'gateway-refused',
        'gateway-unreachable',
      ),
    }),
    async ({ req, json }) => json(await cancelOrder(deps, req.valid('param').orderId), 200),
  );
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{orderId}/close',
      operationId: 'closeOrder',
      summary: 'Close an order: it takes no further payment',
      description:
        'Its payment page and its order tokens then answer 410. An unpaid hosted payment is cancelled at the gateway; a payment ' +
        'in progress ends as it ends, and pays the order if it succeeds. `POST /api/orders` with the same id opens it again',
      request: { ...posted, params: orderParams },
      responses: answers(viewed(orderViewSchema), ...POST, 'order-not-found'),
    }),
    async ({ req, json }) => json(await closeOrder(deps, req.valid('param').orderId), 200),
  );
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{orderId}/resend',
      operationId: 'resendWebhook',
      summary: 'Have the gateway send the webhook of an operation again',
      request: { ...postedWith(resendSchema), params: orderParams },
      responses: answers(
        viewed(resentSchema),
        ...POST,
        'order-not-found',
        'operation-not-allowed',
        'not-found',
        'gateway-refused',
        'gateway-unreachable',
        'gateway-busy',
      ),
    }),
    async ({ req, json }) =>
      json(await resendWebhook(deps, req.valid('param').orderId, req.valid('json')), 200),
  );
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/payments/{paymentId}/resolve',
      operationId: 'resolvePayment',
      summary: 'Resolve a payment manually that is unknown or in review',
      description:
        'Use it if neither a webhook nor a status query has reported the outcome. Look it up in the gateway’s portal first',
      request: { ...postedWith(resolveSchema), params: paymentParams },
      responses: answers(viewed(paymentViewSchema), ...POST, 'payment-not-found', 'operation-not-allowed'),
    }),
    async ({ req, json }) =>
      json(await resolvePayment(deps, req.valid('param').paymentId, req.valid('json')), 200),
  );
  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/customers/{id}',
      operationId: 'forgetCustomer',
      summary: 'Delete all saved cards of a customer',
      description: 'The response is the same if there are none',
      request: { ...noQuery, params: customerParams },
      responses: answers({ 204: { description: 'Done' } }, ...READ),
    }),
    async ({ req, body }) => {
      await forgetCustomer(deps, req.valid('param').id);
      return body(null, 204);
    },
  );
}

/**
 * The size as JSON in UTF-8: enough for the longest description and payload in any script. A token is a third larger
 * and is sent in a header: start.ts accepts 65,536 bytes of headers.
 */
export const MOST_BYTES = 40_000;

/**
 * Refuses an order whose token would be too large for a request header.
 * @throws ProblemError `invalid-input`, naming the largest field
 */
export function requireTokenSize(order: NewOrderInput): void {
  const sizes = Object.entries(order).map(([field, value]) => ({ field, bytes: bytesOf(value) }));
  if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) <= MOST_BYTES) return;
  const [largest] = sizes.toSorted((one, other) => other.bytes - one.bytes);
  const error = { path: largest?.field ?? '', code: 'too-big' };
  throw new ProblemError('invalid-input', 'The order is too large for its token.', [error]);
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
