import type {
  WireOperationRequest,
  WireSplitCaptureRequest,
  WireSplitRefundRequest,
} from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import type {
  CaptureRequest,
  RefundRequest,
  SecondaryRequest,
  SplitOperationRequest,
} from '../payments/gateway-port.ts';
import {
  isCurrency,
  isHttpUrl,
  isMinorAmount,
  isOrderId,
  refuseViolations,
  shareViolations,
  type Violation,
  violationsIn,
  wireShares,
} from './request-rules.ts';

/**
 * Bodies of the operations on a payment (interface document, endpoints 3 to 7). Each throws a GatewayRequestError that
 * names wire fields and rules, without values.
 */

/** Endpoint 3. Without an amount the full authorized amount is captured, and no `charge_amount` is sent. */
export function captureBody(request: CaptureRequest, posId: string): WireOperationRequest {
  refuseViolations([
    ...commonViolations(request, 'order_currency'),
    ...amountViolations(request.amountMinor, 'charge_amount'),
  ]);
  return {
    ...head(request, posId),
    order_currency: request.currency,
    ...(request.amountMinor !== undefined && { charge_amount: wireAmount(request, request.amountMinor) }),
    ...tail(request),
  };
}

/** Endpoint 4: `charge_amount` and `split` are both sent. */
export function splitCaptureBody(request: SplitOperationRequest, posId: string): WireSplitCaptureRequest {
  refuseViolations(splitViolations(request, 'order_currency', 'charge_amount'));
  return {
    ...head(request, posId),
    order_currency: request.currency,
    charge_amount: wireAmount(request, request.amountMinor),
    split: wireShares(request.split, request.currency),
    ...tail(request),
  };
}

/** Endpoint 5: always the full authorized amount, so no amount. */
export function voidBody(request: SecondaryRequest, posId: string): WireOperationRequest {
  refuseViolations(commonViolations(request, 'order_currency'));
  return { ...head(request, posId), order_currency: request.currency, ...tail(request) };
}

const DELIVERIES: readonly unknown[] = ['email', 'sms', 'viber', 'none'];

/** Endpoint 6. Without an amount the full payment is refunded, and no `refund_amount` is sent. */
export function refundBody(request: RefundRequest, posId: string): WireOperationRequest {
  refuseViolations([
    ...commonViolations(request, 'order_currency'),
    ...amountViolations(request.amountMinor, 'refund_amount'),
    ...deliveryViolations(request),
  ]);
  const { receiptDelivery: delivery } = request;
  return {
    ...head(request, posId),
    order_currency: request.currency,
    ...(request.amountMinor !== undefined && { refund_amount: wireAmount(request, request.amountMinor) }),
    ...tail(request),
    ...(delivery !== undefined && { f_receipt_delivery: delivery }),
  };
}

/** Endpoint 7, which calls the currency `currency`. */
export function splitRefundBody(request: SplitOperationRequest, posId: string): WireSplitRefundRequest {
  refuseViolations(splitViolations(request, 'currency', 'refund_amount'));
  return {
    ...head(request, posId),
    currency: request.currency,
    refund_amount: wireAmount(request, request.amountMinor),
    split: wireShares(request.split, request.currency),
    ...tail(request),
  };
}

function head({ gatewayOrderId }: SecondaryRequest, posId: string) {
  return { pos_id: posId, order_id: gatewayOrderId };
}

function tail({ comment, serverUrl }: SecondaryRequest) {
  return { ...(comment && { comment }), ...(serverUrl && { server_url: serverUrl }) };
}

function wireAmount({ currency }: SecondaryRequest, amountMinor: number): number {
  return toGatewayNumber(amountMinor, currency);
}

const MAX_COMMENT = 2048;

function commonViolations(request: SecondaryRequest, currencyField: string): Violation[] {
  const { gatewayOrderId, currency, comment, serverUrl } = request;
  const violations = [
    ...violationsIn(gatewayOrderId, isOrderId, 'order_id'),
    ...violationsIn(currency, isCurrency, currencyField),
  ];
  if (comment && comment.length > MAX_COMMENT) violations.push({ field: 'comment', rule: 'too-long' });
  if (serverUrl && !isHttpUrl(serverUrl)) violations.push({ field: 'server_url', rule: 'format' });
  return violations;
}

function deliveryViolations({ receiptDelivery }: RefundRequest): Violation[] {
  if (receiptDelivery === undefined || DELIVERIES.includes(receiptDelivery)) return [];
  return [{ field: 'f_receipt_delivery', rule: 'format' }];
}

/** Positive, at most two decimals; a missing amount is no violation. */
function amountViolations(amountMinor: number | undefined, field: string): Violation[] {
  return amountMinor === undefined || isMinorAmount(amountMinor) ? [] : [{ field, rule: 'format' }];
}

function splitViolations(
  request: SplitOperationRequest,
  currencyField: string,
  amountField: string,
): Violation[] {
  return [
    ...commonViolations(request, currencyField),
    ...violationsIn(request.amountMinor, isMinorAmount, amountField),
    ...shareViolations(request.split, request.amountMinor),
  ];
}
