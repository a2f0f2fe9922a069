import type { PaymentView } from '../contract/checkout-api.ts';
import type { AttemptRequest, Entry, OperationRequest, OrderParameters } from '../payments/order/journal.ts';
import type { Report } from '../payments/order/report.ts';
import type { Append, NewMessage, PaymentProjection, Projection } from '../payments/ports/store.ts';

/** For tests: orders to be stored. */

export const STORE_SECRETS = { current: 'a secret of the store for tests, 32 bytes and more' };
export const NOW = Date.UTC(2026, 5, 15, 12);
export const NOTHING: Projection = { order: null, payments: [], operations: [] };

export const PARAMETERS: OrderParameters = {
  amountMinor: 1010,
  currency: 'UAH',
  method: 'purchase',
  split: [{ subMerchantId: '8f14e45f-ceea-4d7a-9c3b-000000000001', amountMinor: 1010 }],
  description: 'Кава «Ранок» ☕ \u{1F600} \' " ? $1 \\',
  issuedAt: NOW / 1000,
  by: 'api',
  linkId: null,
};

export const ATTEMPT: AttemptRequest = {
  id: 'attempt-1',
  gatewayOrderId: 'order-1',
  posId: 'pos-1',
  amountMinor: 1010,
  currency: 'UAH',
  method: 'purchase',
  split: null,
  mode: 'direct',
  cardMask: '424242******4242',
  idempotencyKey: 'key-1',
  requestHash: 'hash-1',
  returnUrl: null,
  expiresAt: null,
  sentAt: 0,
  callMs: 30_000,
};

export const REQUEST: OperationRequest = {
  id: 'operation-1',
  attemptId: 'attempt-1',
  method: 'refund',
  amountMinor: 510,
  split: null,
  comment: null,
  origin: 'merchant',
  idempotencyKey: 'refund-1',
  requestHash: 'hash-2',
  sentAt: 0,
  callMs: 30_000,
};

/** A report with as many nulls as possible. */
export const BARE_REPORT: Report = {
  posId: null,
  gatewayOrderId: 'order-1',
  gatewayPaymentId: null,
  operationId: null,
  transactionId: null,
  mode: null,
  method: 'purchase',
  amountMinor: null,
  currency: null,
  status: 'init',
  statusCode: null,
  statusDescription: null,
  actionUrl: null,
  actionRequired: null,
  cardMask: null,
  receiptUrl: null,
  comment: null,
  processed: null,
  recurring: null,
  createdAt: null,
};

const FULL_REPORT: Report = {
  posId: 'pos-1',
  gatewayOrderId: 'order-1',
  gatewayPaymentId: 'p-1',
  operationId: 'o-1',
  transactionId: 't-1',
  mode: 'direct',
  method: 'refund',
  amountMinor: 0,
  currency: 'UAH',
  status: 'success',
  statusCode: '1000',
  statusDescription: '',
  actionUrl: 'https://bank.example/3ds',
  actionRequired: false,
  cardMask: '424242******4242',
  receiptUrl: 'https://gateway.example/r',
  comment: 'добре',
  processed: { amountMinor: 1, currency: 'XTS' },
  recurring: { id: 'r-1', status: 'active' },
  createdAt: '2026-06-15T12:00:00.000Z',
};

/** One of each kind, with and without a secret. */
export const EVERY_ENTRY: readonly Entry[] = [
  { at: NOW, kind: 'order-updated', parameters: PARAMETERS, secret: { token: 'a.b.ключ' } },
  { at: NOW, kind: 'order-updated', parameters: { ...PARAMETERS, linkId: 'link-1' } },
  { at: NOW, kind: 'attempt-begun', attempt: ATTEMPT },
  { at: NOW + 1, kind: 'operation-requested', request: REQUEST },
  { at: NOW + 1, kind: 'answered', id: 'answer-1', about: 'attempt-1', report: FULL_REPORT },
  { at: NOW + 2, kind: 'page-opened', about: 'attempt-1', url: 'https://gateway.example/page' },
  {
    at: NOW + 2,
    kind: 'refused',
    about: 'attempt-1',
    refusal: { means: 'other', code: null, description: 'no' },
  },
  { at: NOW + 2, kind: 'not-sent', about: 'attempt-1', reason: 'ECONNREFUSED' },
  { at: NOW + 3, kind: 'unanswered', about: 'attempt-1', reason: 'ECONNRESET' },
  {
    at: NOW + 3,
    kind: 'reported',
    id: 'report-1',
    attemptId: 'attempt-1',
    source: 'webhook',
    hash: 'h',
    report: BARE_REPORT,
  },
  {
    at: NOW + 3,
    kind: 'reported',
    id: 'report-2',
    attemptId: 'attempt-1',
    source: 'read',
    hash: null,
    report: FULL_REPORT,
  },
  {
    at: NOW + 4,
    kind: 'noted',
    id: 'note-1',
    attemptId: 'attempt-1',
    hash: 'n',
    event: { method: null, status: null, statusCode: null, transactionId: null, amountMinor: null },
    secret: { event: '{"кому":"a@b.example"}' },
  },
  { at: NOW + 5, kind: 'not-found', about: 'attempt-1' },
  { at: NOW + 5, kind: 'linked', requestId: 'operation-1', operationId: 'o-1' },
  { at: NOW + 6, kind: 'resolved', about: 'attempt-1', status: 'failure', comment: '' },
];

/** An append of one entry to a new order. */
export function appendTo(orderId: string, over: Partial<Append> = {}): Append {
  const entry: Entry = { at: NOW, kind: 'not-found', about: 'attempt-1' };
  return { orderId, after: 0, entries: [entry], projection: NOTHING, messages: [], ...over };
}

/** An order in the lists that is not due and needs no review. */
export const LISTED = {
  createdAt: NOW,
  linkId: null,
  dueAt: null,
  isOver: false,
  urgent: false,
  reviewAt: null,
};

/** A payment in the lists; its gateway order id is its own id. */
export function listed(id: string, view: Partial<PaymentView> = {}): PaymentProjection {
  return { gatewayOrderId: id, view: { ...paymentView(id), ...view } };
}

export function paymentView(id: string): PaymentView {
  return {
    id,
    orderId: 'order-1',
    mode: 'direct',
    method: 'purchase',
    status: 'unknown',
    statusCode: null,
    statusDescription: 'Ї',
    amount: '10.10',
    currency: 'UAH',
    action: null,
    cardMask: null,
    receiptUrl: null,
    canRetry: false,
    createdAt: '2026-06-15T12:00:00.000Z',
    updatedAt: '2026-06-15T12:00:00.000Z',
  };
}

export function message(id: string, at = NOW): NewMessage {
  return { id, at, dueAt: at, message: { type: 'payment.updated', data: paymentView(`payment-of-${id}`) } };
}
