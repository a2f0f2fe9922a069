import { createRoute } from '@hono/zod-openapi';
import { operationViewSchema } from '../contract/merchant-api.ts';
import { operationParams, orderParams } from '../contract/merchant-parameters.ts';
import {
  captureSchema,
  refundSchema,
  resolveOperationSchema,
  voidSchema,
} from '../contract/merchant-requests.ts';
import { captureOrder, refundOrder, voidOrder } from '../payments/operations/operate.ts';
import { resolveOperation } from '../payments/operations/resolve.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { answers, type MerchantApi, MONEY, moneyWith, POST, postedWith, viewed } from './merchant-route.ts';

const common = {
  method: 'post',
  description:
    'The companion refuses operations that the rules forbid, without a request to the gateway. If the gateway refuses, the ' +
    'operation is `failure`. If no valid response came, it is `unknown` until a webhook or a status query reports the outcome',
  responses: answers(
    viewed(operationViewSchema),
    ...MONEY,
    'order-not-found',
    'operation-not-allowed',
    'operation-open',
    'idempotency-key-reused',
  ),
} as const;

/** Capture, void and refund, and their manual resolution. */
export function operationRoutes(api: MerchantApi, deps: PaymentDeps): void {
  api.openapi(
    createRoute({
      ...common,
      path: '/api/orders/{orderId}/capture',
      operationId: 'captureOrder',
      summary: 'Capture an authorized payment, in full or in part',
      request: { ...moneyWith(captureSchema), params: orderParams },
    }),
    async ({ req, json }) => {
      const { orderId } = req.valid('param');
      const key = req.valid('header')['Idempotency-Key'];
      return json(await captureOrder(deps, orderId, key, req.valid('json')), 200);
    },
  );
  api.openapi(
    createRoute({
      ...common,
      path: '/api/orders/{orderId}/void',
      operationId: 'voidOrder',
      summary: 'Void an authorized payment',
      request: { ...moneyWith(voidSchema), params: orderParams },
    }),
    async ({ req, json }) => {
      const { orderId } = req.valid('param');
      const key = req.valid('header')['Idempotency-Key'];
      return json(await voidOrder(deps, orderId, key, req.valid('json')), 200);
    },
  );
  api.openapi(
    createRoute({
      ...common,
      path: '/api/orders/{orderId}/refund',
      operationId: 'refundOrder',
      summary: 'Refund a payment, in full or in part',
      request: { ...moneyWith(refundSchema), params: orderParams },
    }),
    async ({ req, json }) => {
      const { orderId } = req.valid('param');
      const key = req.valid('header')['Idempotency-Key'];
      return json(await refundOrder(deps, orderId, key, req.valid('json')), 200);
    },
  );
  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/operations/{operationId}/resolve',
      operationId: 'resolveOperation',
      summary: 'Resolve an operation manually that is open or in review',
      description:
        'Use it if neither a webhook nor a status query has reported the outcome. Look it up in the gateway’s portal first. ' +
        'If the order also shows the same operation with another amount, resolve this one as `failure`: otherwise both count',
      request: { ...postedWith(resolveOperationSchema), params: operationParams },
      responses: answers(viewed(operationViewSchema), ...POST, 'not-found', 'operation-not-allowed'),
    }),
    async ({ req, json }) =>
      json(await resolveOperation(deps, req.valid('param').operationId, req.valid('json')), 200),
  );
}
