import type { WireOperation } from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import { timestamp } from './clock.ts';
import { feeMinorOf, feeObject, splitFee } from './fees.ts';
import type { SandboxOperation, SandboxPayment } from './ledger.ts';
import { limitInfo } from './limit.ts';
import { descriptionOf } from './status-codes.ts';
import type { WebhookPayload } from './webhook-payload.ts';

/**
 * A capture, void or refund as its endpoint answers it (interface document, Secondary operation response object). A full
 * capture calls the currency `order_currency`. Full and partial refunds call the last update `processed_at`, all others
 * (including the split refund) `processing_time`.
 */
export function operationAnswer(
  payment: SandboxPayment,
  operation: SandboxOperation,
  baseUrl: string,
): WireOperation {
  const { method, variant } = operation;
  const { currency } = payment.stated;
  const time = timestamp(operation.createdAt);
  const isFullCapture = method === 'capture' && variant === 'full';
  const isSplitRefund = method === 'refund' && variant === 'split';
  return {
    ...operationCore(payment, operation),
    [isFullCapture ? 'order_currency' : 'currency']: currency,
    [method === 'refund' && !isSplitRefund ? 'processed_at' : 'processing_time']: time,
    comment: operation.comment,
    ...(method === 'refund' ? receipt(operation, payment, baseUrl) : {}),
    ...(isSplitRefund ? { split_fee: splitFeeOf(operation, currency) } : {}),
  };
}

/** The same as an element of an order's transactions, which always has `currency`, even for a full capture. */
export function operationElement(
  payment: SandboxPayment,
  operation: SandboxOperation,
  baseUrl: string,
): WireOperation {
  const { order_currency: currency, ...answer } = operationAnswer(payment, operation, baseUrl);
  return currency === undefined ? answer : { ...answer, currency };
}

/** The event of a capture, void or refund (interface document, Secondary event fields). */
export function operationEvent(
  payment: SandboxPayment,
  operation: SandboxOperation,
  baseUrl: string,
): WebhookPayload {
  return {
    ...operationCore(payment, operation),
    currency: payment.stated.currency,
    processed_at: timestamp(operation.createdAt),
    ...(operation.method === 'refund' ? receipt(operation, payment, baseUrl) : {}),
    ...limitInfo(operation.limit),
  };
}

function operationCore(payment: SandboxPayment, operation: SandboxOperation) {
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
    created_at: timestamp(operation.createdAt),
  };
}

function splitFeeOf({ split, status }: SandboxOperation, currency: string) {
  return split && status === 'success' ? splitFee(split, currency) : null;
}

function receipt({ status }: SandboxOperation, payment: SandboxPayment, baseUrl: string) {
  return { receipt_url: status === 'success' ? `${baseUrl}/receipts/${payment.paymentId}` : null };
}
