import {
  mintedOrderSchema,
  orderViewSchema,
  pageOf,
  paymentViewSchema,
  resentSchema,
} from '../contract/merchant-api.ts';
import {
  type NewOrderInput,
  newOrderSchema,
  resendSchema,
  resolveSchema,
} from '../contract/merchant-requests.ts';
import { usableCustomer } from '../contract/customer.ts';
import { customerParams, listQuery, orderParams, paymentParams } from '../contract/merchant-parameters.ts';
import { ProblemError } from '../contract/problem.ts';
import { cancelOrder } from '../payments/paying/cancel.ts';
import { createOrder } from '../payments/paying/create-order.ts';
import { resendWebhook } from '../payments/operations/resend.ts';
import { resolvePayment } from '../payments/operations/resolve.ts';
import { listPayments } from '../payments/queries/lists.ts';
import { viewOrder } from '../payments/queries/order.ts';
import { forgetCustomer } from '../payments/paying/saved-cards.ts';
import { emptyRoute, viewRoute } from './merchant-route.ts';

/** Orders, payments and customers: whatever moves no money. */
export const orderRoutes = [
  viewRoute(
    {
      method: 'post',
      path: '/api/orders',
      operationId: 'createOrder',
      summary: 'Create an order, or change its parameters',
      detail:
        'Creates the order token, and a payment page to send to a customer. An open hosted payment with other parameters ' +
        'is cancelled at the gateway. Fields of the customer that cannot be used are left out and named in `dropped`',
      body: newOrderSchema,
      view: mintedOrderSchema,
      problems: ['order-unsupported', 'order-paid', 'payment-open'],
    },
    async (deps, { body }) => {
      requireTokenSize({ ...body, customer: usableCustomer(body.customer).customer });
      return createOrder(deps, body);
    },
  ),
  viewRoute(
    {
      method: 'get',
      path: '/api/orders/{orderId}',
      operationId: 'getOrder',
      summary: 'Get an order with its payments, operations and timeline',
      params: orderParams,
      view: orderViewSchema,
      problems: ['order-not-found'],
    },
    (deps, { params }) => viewOrder(deps, params.orderId),
  ),
  viewRoute(
    {
      method: 'get',
      path: '/api/payments',
      operationId: 'listPayments',
      summary: 'List payments, newest first',
      query: listQuery,
      view: pageOf(paymentViewSchema),
    },
    (deps, { query }) => listPayments(deps, query),
  ),
  viewRoute(
    {
      method: 'post',
      path: '/api/orders/{orderId}/cancel',
      operationId: 'cancelOrder',
      summary: 'Cancel an unpaid hosted payment',
      params: orderParams,
      view: paymentViewSchema,
      problems: ['order-not-found', 'operation-not-allowed', 'gateway-refused', 'gateway-unreachable'],
    },
    (deps, { params }) => cancelOrder(deps, params.orderId),
  ),
  viewRoute(
    {
      method: 'post',
      path: '/api/orders/{orderId}/resend',
      operationId: 'resendWebhook',
      summary: 'Have the gateway send the webhook of an operation again',
      params: orderParams,
      body: resendSchema,
      view: resentSchema,
      problems: [
        'order-not-found',
        'operation-not-allowed',
        'not-found',
        'gateway-refused',
        'gateway-unreachable',
        'gateway-busy',
      ],
    },
    (deps, { params, body }) => resendWebhook(deps, params.orderId, body),
  ),
  viewRoute(
    {
      method: 'post',
      path: '/api/payments/{paymentId}/resolve',
      operationId: 'resolvePayment',
      summary: 'Resolve a payment manually that is unknown or in review',
      detail:
        'Use it if neither a webhook nor a status query has reported the outcome. Look it up in the gateway’s portal first',
      params: paymentParams,
      body: resolveSchema,
      view: paymentViewSchema,
      problems: ['payment-not-found', 'operation-not-allowed'],
    },
    (deps, { params, body }) => resolvePayment(deps, params.paymentId, body),
  ),
  emptyRoute(
    {
      method: 'delete',
      path: '/api/customers/{id}',
      operationId: 'forgetCustomer',
      summary: 'Delete all saved cards of a customer',
      detail: 'The response is the same if there are none',
      params: customerParams,
    },
    (deps, { params }) => forgetCustomer(deps, params.id),
  ),
];

/**
 * The size as JSON in UTF-8: enough for the longest description and payload in any script. A token is a third larger
 * and is sent in a header: listen.ts accepts 65,536 bytes of headers.
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
