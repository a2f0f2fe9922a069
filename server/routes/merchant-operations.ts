import { operationViewSchema } from '../contract/merchant-api.ts';
import {
  captureSchema,
  refundSchema,
  resolveOperationSchema,
  voidSchema,
} from '../contract/merchant-requests.ts';
import { operationParams, orderParams } from '../contract/merchant-parameters.ts';
import { captureOrder, refundOrder, voidOrder } from '../payments/operations/operate.ts';
import { resolveOperation } from '../payments/operations/resolve.ts';
import { viewRoute } from './merchant-route.ts';

const common = {
  method: 'post',
  params: orderParams,
  view: operationViewSchema,
  money: true,
  problems: ['order-not-found', 'operation-not-allowed', 'operation-open', 'idempotency-key-reused'],
  detail:
    'The companion refuses operations that the rules forbid, without a request to the gateway. If the gateway refuses, the ' +
    'operation is `failure`. If no valid response came, it is `unknown` until a webhook or a status query reports the outcome',
} as const;

/** Capture, void and refund, and their manual resolution. */
export const operationRoutes = [
  viewRoute(
    {
      ...common,
      path: '/api/orders/{orderId}/capture',
      operationId: 'captureOrder',
      summary: 'Capture an authorized payment, in full or in part',
      body: captureSchema,
    },
    (deps, { params, key, body }) => captureOrder(deps, params.orderId, key, body),
  ),
  viewRoute(
    {
      ...common,
      path: '/api/orders/{orderId}/void',
      operationId: 'voidOrder',
      summary: 'Void an authorized payment',
      body: voidSchema,
    },
    (deps, { params, key, body }) => voidOrder(deps, params.orderId, key, body),
  ),
  viewRoute(
    {
      ...common,
      path: '/api/orders/{orderId}/refund',
      operationId: 'refundOrder',
      summary: 'Refund a payment, in full or in part',
      body: refundSchema,
    },
    (deps, { params, key, body }) => refundOrder(deps, params.orderId, key, body),
  ),
  viewRoute(
    {
      method: 'post',
      path: '/api/operations/{operationId}/resolve',
      operationId: 'resolveOperation',
      summary: 'Resolve an operation manually that is open or in review',
      detail:
        'Use it if neither a webhook nor a status query has reported the outcome. Look it up in the gateway’s portal first. ' +
        'If the order also shows the same operation with another amount, resolve this one as `failure`: otherwise both count',
      params: operationParams,
      body: resolveOperationSchema,
      view: operationViewSchema,
      problems: ['not-found', 'operation-not-allowed'],
    },
    (deps, { params, body }) => resolveOperation(deps, params.operationId, body),
  ),
];
