import type { WireOperationRequest } from '../contract/gateway-api.ts';
import type { SecondaryRequest } from '../payments/ports.ts';
import { isOrderId } from './payment-rules.ts';
import { refuseViolations, type Violation } from './request-error.ts';

/**
 * Body of a void or of a refund of the whole payment (interface document, endpoints 5 and 6): no amount is sent.
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function wholeOperationBody(request: SecondaryRequest, posId: string): WireOperationRequest {
  const violations: Violation[] = [];
  if (!isOrderId(request.gatewayOrderId)) violations.push({ field: 'order_id', rule: 'format' });
  if (!/^[A-Z]{3}$/.test(request.currency)) violations.push({ field: 'order_currency', rule: 'format' });
  if ((request.comment ?? '').length > 2048) violations.push({ field: 'comment', rule: 'too-long' });
  if (request.serverUrl && !URL.canParse(request.serverUrl)) {
    violations.push({ field: 'server_url', rule: 'format' });
  }
  refuseViolations(violations);
  return {
    pos_id: posId,
    order_id: request.gatewayOrderId,
    order_currency: request.currency,
    ...(request.comment && { comment: request.comment }),
    ...(request.serverUrl && { server_url: request.serverUrl }),
  };
}

/** Kinds of operation, as the path of endpoint 12 takes them (METHOD). */
const METHODS = new Set(['auth', 'purchase', 'lookup', 'capture', 'void', 'refund', 'credit', 'p2p']);

/**
 * Path of endpoint 12, which tells the state of an operation and sends its webhook again.
 * @throws GatewayRequestError for an order id or operation that cannot be one
 */
export function operationPath(posId: string, orderId: string, operation: string): string {
  const violations: Violation[] = isOrderId(orderId) ? [] : [{ field: 'order_id', rule: 'format' }];
  if (!METHODS.has(operation)) violations.push({ field: 'operation', rule: 'format' });
  refuseViolations(violations);
  return `/api/v1/pos/${posId}/orders/${encodeURIComponent(orderId)}/${operation}?callback=true`;
}

/**
 * Path of endpoint 8, which cancels an unpaid hosted payment.
 * @throws GatewayRequestError for an order id that cannot be one
 */
export function cancelPath(posId: string, orderId: string): string {
  refuseViolations(isOrderId(orderId) ? [] : [{ field: 'order_id', rule: 'format' }]);
  return `/api/v1/pos/${posId}/order/${encodeURIComponent(orderId)}/cancel`;
}
