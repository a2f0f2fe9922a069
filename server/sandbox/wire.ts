import type { WireFee, WireOperation, WirePayment } from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import { timestamp } from './clock.ts';
import { type SandboxOperation, type SandboxPayment, cardMaskOf } from './ledger.ts';
import type { WebhookPayload } from './spoiled.ts';
import { descriptionOf } from './status-codes.ts';

/** What the fees of the sandbox are, in percent of the amount. */
const FEE_PERCENT = 2;

/**
 * A payment as the create, read and cancel endpoints answer it (interface document, Payment response object),
 * in the spelling of the direct answer: the two-step one names `processed_at` `processing_time`.
 */
export function paymentAnswer(payment: SandboxPayment, baseUrl: string): WirePayment {
  const { stated } = payment;
  const direct = stated.mode === 'direct';
  const processed = timestamp(payment.processedAt);
  return {
    ...paymentCore(payment, baseUrl),
    description: stated.description,
    user_action_required: actionUrl(payment, baseUrl) !== null,
    user_action_url: actionUrl(payment, baseUrl),
    mcc: stated.merchant_mcc ?? null,
    options_3ds: 'supported',
    customer_ip: stated.customer_ip ?? null,
    customer_fname: stated.customer_fname ?? null,
    customer_lname: stated.customer_lname ?? null,
    customer_patronym: stated.customer_patronym ?? null,
    customer_email: stated.customer_email ?? null,
    customer_birthday: stated.customer_birthday ?? null,
    customer_country: stated.customer_country ?? null,
    result_url: stated.result_url ?? null,
    ...(direct && stated.method === 'auth' ? { processing_time: processed } : { processed_at: processed }),
    ...(direct ? { bank_short_name: payment.card ? 'SANDBOX' : null } : {}),
  };
}

/** One element of the cancel endpoint's answer: a payment, and the customer's city. */
export function cancelledAnswer(payment: SandboxPayment, baseUrl: string): WirePayment {
  return { ...paymentAnswer(payment, baseUrl), customer_city: null };
}

/** The event of a primary payment (interface document, Primary event fields). */
export function paymentEvent(payment: SandboxPayment, baseUrl: string): WebhookPayload {
  return { ...paymentCore(payment, baseUrl), payway: 'card', processed_at: timestamp(payment.processedAt) };
}

/**
 * A capture, void or refund as its endpoint answers it. A full capture names the currency `order_currency`;
 * refunds name the last update `processed_at`, the others `processing_time`.
 */
export function operationAnswer(
  payment: SandboxPayment,
  operation: SandboxOperation,
  baseUrl: string,
): WireOperation {
  const { method } = operation;
  const currency = payment.stated.currency;
  const time = timestamp(operation.createdAt);
  return {
    ...operationCore(payment, operation),
    ...(method === 'capture' && !operation.partial ? { order_currency: currency } : { currency }),
    ...(method === 'refund' ? { processed_at: time } : { processing_time: time }),
    comment: operation.comment,
    ...(method === 'refund' ? { receipt_url: receiptUrl(payment, operation.status, baseUrl) } : {}),
  };
}

/** The event of a capture, void or refund (interface document, Secondary event fields). */
export function operationEvent(
  payment: SandboxPayment,
  operation: SandboxOperation,
  baseUrl: string,
): WebhookPayload {
  const isRefund = operation.method === 'refund';
  return {
    ...operationCore(payment, operation),
    currency: payment.stated.currency,
    processed_at: timestamp(operation.createdAt),
    ...(isRefund ? { receipt_url: receiptUrl(payment, operation.status, baseUrl) } : {}),
  };
}

function paymentCore(payment: SandboxPayment, baseUrl: string) {
  const { stated } = payment;
  return {
    payment_id: payment.paymentId,
    order_id: stated.order_id,
    gateway_order_id:
      payment.status === 'init' ? null : payment.transactionId.replaceAll('-', '').slice(0, 20),
    billing_order_id: null,
    transaction_id: payment.transactionId,
    pos_id: stated.pos_id,
    mode: stated.mode,
    method: stated.method,
    amount: toGatewayNumber(payment.amountMinor, stated.currency),
    currency: stated.currency,
    status: payment.status,
    status_code: payment.statusCode,
    status_description: descriptionOf(payment.statusCode),
    eci: payment.eci,
    cc_mask: cardMaskOf(payment),
    cc_token: payment.cardToken,
    cc_token_expiration: tokenExpiration(payment),
    customer_id: stated.customer_id ?? null,
    customer_phone: stated.customer_phone ?? null,
    ...fees(payment),
    created_at: timestamp(payment.createdAt),
    payload: stated.payload ?? null,
    receipt_url: receiptUrl(payment, payment.status, baseUrl),
  };
}

function operationCore(payment: SandboxPayment, operation: SandboxOperation) {
  return {
    operation_id: operation.operationId,
    payment_id: payment.paymentId,
    order_id: payment.stated.order_id,
    transaction_id: operation.transactionId,
    pos_id: payment.stated.pos_id,
    mode: 'direct' as const,
    method: operation.method,
    amount: toGatewayNumber(operation.amountMinor, payment.stated.currency),
    status: operation.status,
    status_code: operation.statusCode,
    status_description: descriptionOf(operation.statusCode),
    fee: null,
    created_at: timestamp(operation.createdAt),
  };
}

function actionUrl(payment: SandboxPayment, baseUrl: string): string | null {
  return payment.status === 'pending' && payment.challengeId ? `${baseUrl}/acs/${payment.challengeId}` : null;
}

function receiptUrl(payment: SandboxPayment, status: string, baseUrl: string): string | null {
  const receipted = status === 'success' && payment.stated.method !== 'lookup';
  return receipted ? `${baseUrl}/receipts/${payment.paymentId}` : null;
}

/** The token lives as long as its card: to the end of the month. */
function tokenExpiration(payment: SandboxPayment): string | null {
  const { card, cardToken } = payment;
  if (!cardToken || !card || card.expMonth === null || card.expYear === null) return null;
  return timestamp(Date.UTC(card.expYear, card.expMonth) - 1000);
}

function fees(payment: SandboxPayment): Record<'fee' | 'fixed_fee' | 'percent_fee', WireFee | null> {
  if (payment.status !== 'success' || payment.stated.method === 'lookup') {
    return { fee: null, fixed_fee: null, percent_fee: null };
  }
  const { currency } = payment.stated;
  const share = Math.round((payment.amountMinor * FEE_PERCENT) / 100);
  const fee = { amount: toGatewayNumber(share, currency), currency };
  return { fee, fixed_fee: { amount: 0, currency }, percent_fee: fee };
}
