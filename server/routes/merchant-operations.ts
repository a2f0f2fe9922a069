import {
  captureSchema,
  operationViewSchema,
  refundSchema,
  settleSchema,
  voidSchema,
} from '../contract/merchant-api.ts';
import { operationParams, orderParams } from '../contract/merchant-parameters.ts';
import { captureOrder } from '../payments/capture.ts';
import { refundOrder } from '../payments/refund.ts';
import { settleOperationByPerson } from '../payments/settle-operation-by-person.ts';
import { voidOrder } from '../payments/void.ts';
import { viewRoute } from './merchant-route.ts';

const common = {
  method: 'post',
  params: orderParams,
  view: operationViewSchema,
  money: true,
  problems: ['order-not-found', 'operation-not-allowed', 'operation-open', 'idempotency-key-reused'],
  detail:
    'What the rules forbid is refused here, and nothing is sent. A refusal by the gateway is an operation that ' +
    'failed; where no believable answer came it is `unknown`, and settles by itself',
} as const;

/** Capture, void and refund: what moves money, and a person's word on it. */
export const operationRoutes = [
  viewRoute(
    {
      ...common,
      path: '/api/orders/{orderId}/capture',
      operationId: 'captureOrder',
      summary: 'Capture a reserved payment, wholly or in part',
      body: captureSchema,
    },
    (deps, { params, key, body }) => captureOrder(deps, params.orderId, key, body),
  ),
  viewRoute(
    {
      ...common,
      path: '/api/orders/{orderId}/void',
      operationId: 'voidOrder',
      summary: 'Release a reserved payment',
      body: voidSchema,
    },
    (deps, { params, key, body }) => voidOrder(deps, params.orderId, key, body),
  ),
  viewRoute(
    {
      ...common,
      path: '/api/orders/{orderId}/refund',
      operationId: 'refundOrder',
      summary: 'Give a payment back, wholly or in part',
      body: refundSchema,
    },
    (deps, { params, key, body }) => refundOrder(deps, params.orderId, key, body),
  ),
  viewRoute(
    {
      method: 'post',
      path: '/api/operations/{operationId}/settle',
      operationId: 'settleOperation',
      summary: 'End an operation that is open or in doubt, by a person’s word',
      detail:
        'For what neither a webhook nor a status read has ended: look it up at the gateway’s portal first',
      params: operationParams,
      body: settleSchema,
      view: operationViewSchema,
      problems: ['not-found', 'operation-not-allowed'],
    },
    (deps, { params, body }) => settleOperationByPerson(deps, params.operationId, body),
  ),
];
