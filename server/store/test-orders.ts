import type { PaymentView } from '../contract/checkout-api.ts';
import type { Entry, OperationRequest, PaymentRequest, Report, Stated } from '../payments/order/journal.ts';
import type {
  Append,
  NewMessage,
  OrderProjection,
  PaymentProjection,
  Projection,
} from '../payments/ports.ts';

/** For tests: orders to be stored. */

export const STORE_SECRETS = { current: 'a secret of the store for tests, 32 bytes and more' };
export const NOW = Date.UTC(2026, 5, 15, 12);

const STATED: Stated = {
  terms: {
    amountMinor: 1010,
    currency: 'UAH',
    method: 'purchase',
    split: [{ subMerchantId: '8f14e45f-ceea-4d7a-9c3b-000000000001', amountMinor: 1010 }],
  },
  description: 'Кава «Ранок» ☕ \u{1F600} \' " ? $1 \\',
  issuedAt: NOW / 1000,
  by: 'api',
  linkId: null,
  customerId: null,
};

const PAYMENT: PaymentRequest = {
  id: 'payment-1',
  gatewayOrderId: 'order-1',
  posId: 'pos-1',
  mode: 'direct',
  terms: { amountMinor: 1010, currency: 'UAH', method: 'purchase', split: null },
  cardMask: '424242******4242',
  replaces: null,
  expiresAt: null,
  returnUrl: null,
  savedCard: null,
  saves: null,
  idempotencyKey: 'key-1',
  requestHash: 'hash-1',
  sentAt: 0,
  callMs: 30_000,
};

const OPERATION: OperationRequest = {
  id: 'operation-1',
  paymentId: 'payment-1',
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
const BARE_REPORT: Report = {
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
  unread: 'amount: 1,0',
};

const saves = { customerId: 'olena', mask: '424242******4242', brand: null, expires: '12/30' };
const refusal = { means: 'other', code: null, description: 'no' } as const;

/** At least one of each kind, with each end of a call, with and without a secret. */
export const EVERY_ENTRY: readonly Entry[] = [
  { at: NOW, kind: 'order-updated', stated: STATED, secret: { token: 'a.b.ключ' } },
  { at: NOW, kind: 'order-updated', stated: { ...STATED, linkId: 'link-1' } },
  { at: NOW, kind: 'payment-started', payment: { ...PAYMENT, saves } },
  { at: NOW + 1, kind: 'operation-started', operation: OPERATION },
  { at: NOW + 1, kind: 'call-ended', about: 'payment-1', end: { how: 'answered', report: FULL_REPORT } },
  { at: NOW + 2, kind: 'call-ended', about: 'operation-1', end: { how: 'answered', report: BARE_REPORT } },
  {
    at: NOW + 2,
    kind: 'call-ended',
    about: 'payment-1',
    end: { how: 'page-opened', url: 'https://gateway.example/page' },
  },
  { at: NOW + 2, kind: 'call-ended', about: 'payment-1', end: { how: 'refused', refusal } },
  { at: NOW + 2, kind: 'call-ended', about: 'payment-1', end: { how: 'not-sent' } },
  { at: NOW + 3, kind: 'call-ended', about: 'payment-1', end: { how: 'unknown' } },
  {
    at: NOW + 3,
    kind: 'reported',
    paymentId: 'payment-1',
    source: 'webhook',
    hash: 'h-1',
    report: BARE_REPORT,
  },
  {
    at: NOW + 3,
    kind: 'reported',
    paymentId: 'payment-1',
    source: 'query',
    hash: 'h-2',
    report: FULL_REPORT,
  },
  { at: NOW + 5, kind: 'not-found', about: 'payment-1' },
  {
    at: NOW + 6,
    kind: 'resolved',
    about: 'payment-1',
    status: 'failure',
    amountMinor: null,
    comment: '',
  },
];

/** An append of one entry to a new order. */
export function appendTo(orderId: string, over: Partial<Append> = {}): Append {
  const entry: Entry = { at: NOW, kind: 'not-found', about: 'payment-1' };
  return { orderId, after: 0, entries: [entry], projection: projected(), messages: [], ...over };
}

/** An order in the lists that is not due and needs no review. */
const LISTED: OrderProjection = { createdAt: NOW, linkId: null, dueAt: null, reviewAt: null };

/** A projection, without payments and operations unless given. */
export function projected(
  order: Partial<OrderProjection> = {},
  more: Partial<Omit<Projection, 'order'>> = {},
): Projection {
  return { order: { ...LISTED, ...order }, payments: [], operations: [], ...more };
}

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
