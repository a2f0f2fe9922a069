import {
  mintedOrderSchema,
  newOrderSchema,
  orderViewSchema,
  pageOf,
  paymentViewSchema,
  resendSchema,
  resentSchema,
  settleSchema,
} from '../contract/merchant-api.ts';
import { listQuery, orderParams, paymentParams } from '../contract/merchant-parameters.ts';
import { cancelOrder } from '../payments/cancel-order.ts';
import { listPayments } from '../payments/list-payments.ts';
import { mintOrder } from '../payments/mint-order.ts';
import { resendNews } from '../payments/resend.ts';
import { settleByPerson } from '../payments/settle-by-person.ts';
import { viewOrder } from '../payments/view-order.ts';
import { viewRoute } from './merchant-route.ts';
import { requireTokenSize } from './order-size.ts';

/** Orders and payments: stating, reading, and what ends a payment without moving money. */
export const orderRoutes = [
  viewRoute(
    {
      method: 'post',
      path: '/api/orders',
      operationId: 'createOrder',
      summary: 'State an order',
      detail:
        'Makes its order token, and a payment page to send to a customer. Nothing is sent to the gateway',
      body: newOrderSchema,
      view: mintedOrderSchema,
      problems: ['order-unsupported', 'order-paid', 'payment-open'],
    },
    async (deps, { body }) => {
      requireTokenSize(body);
      return mintOrder(deps, body);
    },
  ),
  viewRoute(
    {
      method: 'get',
      path: '/api/orders/{orderId}',
      operationId: 'getOrder',
      summary: 'An order with its payments, operations and timeline',
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
      summary: 'Payments, the newest first',
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
      summary: 'Cancel a hosted payment that nobody has tried to pay yet',
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
      operationId: 'resendNews',
      summary: 'Ask the gateway for its news of an operation again, and take them in',
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
    (deps, { params, body }) => resendNews(deps, params.orderId, body),
  ),
  viewRoute(
    {
      method: 'post',
      path: '/api/payments/{paymentId}/settle',
      operationId: 'settlePayment',
      summary: 'End a payment that is in doubt, by a person’s word',
      detail:
        'For what neither a webhook nor a status read has ended: look it up at the gateway’s portal first',
      params: paymentParams,
      body: settleSchema,
      view: paymentViewSchema,
      problems: ['payment-not-found', 'operation-not-allowed'],
    },
    (deps, { params, body }) => settleByPerson(deps, params.paymentId, body),
  ),
];
