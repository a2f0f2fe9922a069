import type { WireOperation } from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import { statedTime } from './clock.ts';
import { feeMinorOf, feeObject, splitFee } from './fees.ts';
import type { SandboxOperation, SandboxPayment } from './ledger.ts';
import { type WireState, limitInfo, receipt } from './payment-wire.ts';
import { descriptionOf } from './status-codes.ts';
import type { WebhookEvent } from './webhook.ts';

/**
 * A capture, void or refund as its endpoint answers it (interface 16.8). A full capture calls the currency
 * `order_currency`. Full and partial refunds call the last update `processed_at`, all others (including the split
 * refund) `processing_time`.
 */
export function operationAnswer(
  payment: SandboxPayment,
  operation: SandboxOperation,
  state: WireState,
): WireOperation {
  const { method, variant } = operation;
  const { currency } = payment.stated;
  const time = statedTime(state, operation.createdAt);
  const isFullCapture = method === 'capture' && variant === 'full';
  const isSplitRefund = method === 'refund' && variant === 'split';
  return {
    ...operationCore(payment, operation, state),
    [isFullCapture ? 'order_currency' : 'currency']: currency,
    [method === 'refund' && !isSplitRefund ? 'processed_at' : 'processing_time']: time,
    comment: operation.comment,
    ...(method === 'refund' ? receipt({ ...payment, ...operation }, state) : {}),
    ...(isSplitRefund ? { split_fee: splitFeeOf(operation, currency) } : {}),
  };
}

/** The same as an element of an order's transactions, which always has `currency`, even for a full capture. */
export function operationElement(
  payment: SandboxPayment,
  operation: SandboxOperation,
  state: WireState,
): WireOperation {
  const { order_currency: currency, ...answer } = operationAnswer(payment, operation, state);
  return currency === undefined ? answer : { ...answer, currency };
}

/** The event of a capture, void or refund (interface 15.6). */
export function operationEvent(
  payment: SandboxPayment,
  operation: SandboxOperation,
  state: WireState,
): WebhookEvent {
  return {
    ...operationCore(payment, operation, state),
    currency: payment.stated.currency,
    processed_at: statedTime(state, operation.createdAt),
    ...(operation.method === 'refund' ? receipt({ ...payment, ...operation }, state) : {}),
    ...limitInfo(operation.limit, state),
  };
}

function operationCore(payment: SandboxPayment, operation: SandboxOperation, state: WireState) {
  const { method, status, statusCode } = operation;
  const { currency, order_id, pos_id } = payment.stated;
  const feeMinor = feeMinorOf(method, operation.amountMinor);
  return {
    operation_id: operation.operationId,
    payment_id: payment.paymentId,
    order_id,
    transaction_id: operation.transactionId,
    pos_id,
    mode: 'direct' as const,
    method,
    amount: toGatewayNumber(operation.amountMinor, currency),
    status,
    status_code: statusCode,
    status_description: descriptionOf(statusCode),
    fee: status === 'success' && feeMinor > 0 ? feeObject(feeMinor, currency) : null,
    created_at: statedTime(state, operation.createdAt),
  };
}

function splitFeeOf({ split, status }: SandboxOperation, currency: string) {
  return split && status === 'success' ? splitFee(split, currency) : null;
}
