import {
  OPERATION_PARAMETERS,
  type OperationEndpoint,
  type OperationParameter,
} from '../contract/gateway-parameters.ts';
import type {
  CaptureRequest,
  RefundRequest,
  SecondaryRequest,
  SplitOperationRequest,
} from '../payments/gateway-port.ts';
import {
  type Candidates,
  checkedFields,
  isOrderId,
  refuseViolations,
  shareViolations,
  violationsIn,
  wireAmount,
  wireShares,
} from './request-rules.ts';

/**
 * Bodies of the operations on a payment (interface 3.1, 4.1, 5.1, 6.1, 7.1). Each throws a GatewayRequestError that
 * names wire fields and rules, without values.
 */

type Fields = Candidates<OperationParameter>;

/** Endpoint 3. Without an amount the full authorized amount is captured, and no `charge_amount` is sent. */
export function captureBody(request: CaptureRequest, posId: string): Fields {
  const fields = { order_currency: request.currency, charge_amount: amountOf(request) };
  return checkedBody('capture', request, posId, fields);
}

/** Endpoint 4: `charge_amount` and `split` are both sent (interface 17.5). */
export function splitCaptureBody(request: SplitOperationRequest, posId: string): Fields {
  const fields = { order_currency: request.currency, charge_amount: amountOf(request) };
  return splitBody('split/capture', request, posId, fields);
}

/** Endpoint 5: always the full authorized amount, so no amount. */
export function voidBody(request: SecondaryRequest, posId: string): Fields {
  return checkedBody('void', request, posId, { order_currency: request.currency });
}

/** Endpoint 6. Without an amount the full payment is refunded, and no `refund_amount` is sent. */
export function refundBody(request: RefundRequest, posId: string): Fields {
  return checkedBody('refund', request, posId, {
    order_currency: request.currency,
    refund_amount: amountOf(request),
    f_receipt_delivery: request.receiptDelivery,
  });
}

/** Endpoint 7, which calls the currency `currency`. */
export function splitRefundBody(request: SplitOperationRequest, posId: string): Fields {
  const fields = { currency: request.currency, refund_amount: amountOf(request) };
  return splitBody('split/refund', request, posId, fields);
}

function amountOf({ amountMinor, currency }: CaptureRequest): number | undefined {
  return amountMinor === undefined ? undefined : wireAmount(amountMinor, currency);
}

function splitBody(
  endpoint: OperationEndpoint,
  request: SplitOperationRequest,
  posId: string,
  fields: Fields,
): Fields {
  const { split, amountMinor, currency } = request;
  const body = checkedBody(endpoint, request, posId, { ...fields, split: wireShares(split, currency) });
  refuseViolations(shareViolations(split, amountMinor));
  return body;
}

function checkedBody(
  endpoint: OperationEndpoint,
  { gatewayOrderId, comment, serverUrl }: SecondaryRequest,
  posId: string,
  fields: Fields,
): Fields {
  const { body, violations } = checkedFields(OPERATION_PARAMETERS[endpoint], {
    pos_id: posId,
    order_id: gatewayOrderId,
    ...fields,
    comment,
    server_url: serverUrl,
  });
  refuseViolations(violations);
  refuseViolations(violationsIn(gatewayOrderId, isOrderId, 'order_id'));
  return body;
}
