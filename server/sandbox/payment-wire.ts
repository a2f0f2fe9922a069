import type { WirePayment } from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import { statedTime, timestamp } from './clock.ts';
import { feeMinorOf, feeObject } from './fees.ts';
import {
  type Limit,
  type PrimaryTransaction,
  type SandboxPayment,
  cardMaskOf,
  currentTransaction,
} from './ledger.ts';
import { descriptionOf } from './status-codes.ts';
import type { WebhookEvent } from './webhook.ts';
import type { SandboxState } from './state.ts';

/** The part of the sandbox that answers and events need. */
export type WireState = Pick<SandboxState, 'baseUrl' | 'settings'>;

/**
 * A payment as the create, read and re-send endpoints answer it: the fields of the document's Payment response object;
 * those marked for direct answers appear only there. Two-step and split purchase answers call `processed_at`
 * `processing_time`.
 * @param transaction another transaction of the order; default: the payment's own
 */
export function paymentAnswer(
  payment: SandboxPayment,
  state: WireState,
  transaction: PrimaryTransaction = currentTransaction(payment),
): WirePayment {
  const { stated } = payment;
  if (stated.mode === 'hosted') return hostedAnswer(payment, state, transaction);
  const named = stated.method === 'auth' || stated.split ? 'processing_time' : 'processed_at';
  return {
    ...answerCore(payment, state, transaction),
    ...moreOfCustomer(payment),
    [named]: statedTime(state, transaction.processedAt),
    ...(stated.method === 'lookup' ? {} : { ...fees(payment, transaction), ...receipt(transaction, state) }),
    bank_short_name: payment.card ? 'SANDBOX' : null,
  };
}

/** A transaction of a subscription (endpoint 12): method `auth`, as in the document's sample, and `recurring`. */
export function recurringAnswer(payment: SandboxPayment, state: WireState, further: PrimaryTransaction) {
  const answer = paymentAnswer(payment, state, further);
  return { ...answer, method: 'auth' as const, recurring: payment.recurring };
}

/** One element of the cancel endpoint's answer: fewer fields than a direct answer, and more of the customer. */
export function cancelledAnswer(payment: SandboxPayment, state: WireState): WirePayment {
  const answer = hostedAnswer(payment, state, currentTransaction(payment));
  return { ...answer, ...moreOfCustomer(payment), customer_city: null };
}

/** The event of a primary transaction (interface 15.5). */
export function paymentEvent(
  payment: SandboxPayment,
  state: WireState,
  transaction: PrimaryTransaction = currentTransaction(payment),
): WebhookEvent {
  const { method } = transaction;
  const isReceipted = method === 'purchase' || method === 'auth' || method === 'credit';
  return {
    ...transactionCore(payment, state, transaction),
    payway: 'cc',
    ...fees(payment, transaction),
    processed_at: statedTime(state, transaction.processedAt),
    ...(isReceipted ? receipt(transaction, state) : {}),
    ...(state.settings.processedAmount ? processed(transaction, payment.stated.currency) : {}),
    ...limitInfo(transaction.transactionId === payment.transactionId ? payment.limit : null, state),
  };
}

/** `limit_info` of a webhook (interface 15.7). */
export function limitInfo(limit: Limit | null, state: WireState) {
  if (!limit) return {};
  const { retryAfter, description } = limit;
  return { limit_info: { retry_after: statedTime(state, retryAfter), description } };
}

function hostedAnswer(
  payment: SandboxPayment,
  state: WireState,
  transaction: PrimaryTransaction,
): WirePayment {
  const processed_at = statedTime(state, transaction.processedAt);
  return { ...answerCore(payment, state, transaction), processed_at };
}

function answerCore(payment: SandboxPayment, state: WireState, transaction: PrimaryTransaction) {
  const { stated, challengeId } = payment;
  const isFirst = transaction.transactionId === payment.transactionId;
  const isChallenged = isFirst && transaction.status === 'pending' && challengeId !== null;
  return {
    ...transactionCore(payment, state, transaction),
    description: stated.description,
    user_action_required: isChallenged,
    user_action_url: isChallenged ? `${state.baseUrl}/acs/${challengeId}` : null,
    mcc: stated.merchant_mcc ?? null,
    options_3ds: 'supported',
    customer_ip: stated.customer_ip ?? null,
    customer_fname: stated.customer_fname ?? null,
    customer_lname: stated.customer_lname ?? null,
    customer_email: stated.customer_email ?? null,
    customer_country: stated.customer_country ?? null,
    result_url: stated.result_url ?? null,
  };
}

/** What answers and events have in common. */
function transactionCore(payment: SandboxPayment, state: WireState, transaction: PrimaryTransaction) {
  const { stated } = payment;
  const { transactionId, status } = transaction;
  return {
    payment_id: transaction.paymentId,
    order_id: stated.order_id,
    gateway_order_id: status === 'init' ? null : transactionId.replaceAll('-', '').slice(0, 20),
    billing_order_id: stated.order_id,
    transaction_id: transactionId,
    pos_id: stated.pos_id,
    mode: stated.mode,
    method: transaction.method,
    amount: toGatewayNumber(transaction.amountMinor, stated.currency),
    currency: stated.currency,
    status,
    status_code: transaction.statusCode,
    status_description: descriptionOf(transaction.statusCode),
    eci: transactionId === payment.transactionId ? payment.eci : null,
    cc_mask: cardMaskOf(transaction),
    cc_token: transaction.cardToken,
    cc_token_expiration: tokenExpiration(transaction),
    customer_id: stated.customer_id ?? null,
    customer_phone: stated.customer_phone ?? null,
    created_at: statedTime(state, transaction.createdAt),
    payload: stated.payload ?? null,
  };
}

/** The amount paid by a successful purchase. */
function processed({ method, status, amountMinor }: PrimaryTransaction, currency: string) {
  if (method !== 'purchase' || status !== 'success') return {};
  return { processed_amount: toGatewayNumber(amountMinor, currency), processed_currency: currency };
}

/** Fields that only some answers have: "present in lookup and cancel responses, and in direct purchase/auth". */
function moreOfCustomer({ stated }: SandboxPayment) {
  const { customer_patronym = null, customer_birthday = null } = stated;
  return { customer_patronym, customer_birthday };
}

/** A success has a receipt, which is that of its payment. */
export function receipt(
  { status, paymentId }: Pick<PrimaryTransaction, 'status' | 'paymentId'>,
  { baseUrl }: WireState,
) {
  return { receipt_url: status === 'success' ? `${baseUrl}/receipts/${paymentId}` : null };
}

/** The token is valid as long as its card: until the end of the month. */
function tokenExpiration({ card, cardToken }: PrimaryTransaction): string | null {
  if (!cardToken || !card || card.expMonth === null || card.expYear === null) return null;
  return timestamp(Date.UTC(card.expYear, card.expMonth) - 1000);
}

function fees({ stated }: SandboxPayment, { method, amountMinor, status }: PrimaryTransaction) {
  const feeMinor = feeMinorOf(method, amountMinor);
  if (status !== 'success' || feeMinor === 0) return { fee: null, fixed_fee: null, percent_fee: null };
  const fee = feeObject(feeMinor, stated.currency);
  return { fee, fixed_fee: feeObject(0, stated.currency), percent_fee: fee };
}
