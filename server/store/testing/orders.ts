import type { PaymentView } from '../../contract/checkout-api.ts';
import type { ListedPayment, OperationView } from '../../contract/merchant-api.ts';
import type { Entry, Fact } from '../../payments/order/journal.ts';
import {
  answered,
  idExists,
  journalOf,
  NOON,
  notFound,
  reported,
  requested,
  resolved,
  started,
  orderUpdated,
  terms,
  unanswered,
} from '../../payments/order/testing/entries.ts';
import type {
  Append,
  NewMessage,
  OperationProjection,
  OrderProjection,
  PaymentProjection,
  Projection,
  Store,
} from '../../payments/ports.ts';

/** For tests: orders to be stored. */

export const STORE_SECRETS = { current: 'a secret of the store for tests, 32 bytes and more' };
export const NOW = NOON;

const divided = terms({
  split: [{ subMerchantId: '8f14e45f-ceea-4d7a-9c3b-000000000001', amountMinor: 1010 }],
});
const description = 'Кава «Ранок» ☕ \u{1F600} \' " ? $1 \\';
const saves = { customerId: 'olena', mask: '424242******4242', brand: null, expires: '12/30' };

/** With a null wherever there may be one, and without any. */
const BARE = { amountMinor: null, currency: null, createdAt: null, mode: null, posId: null };
const FULL = {
  gatewayPaymentId: 'p-1',
  operationId: 'o-1',
  transactionId: 't-1',
  amountMinor: 0,
  statusCode: '1000',
  statusDescription: '',
  actionUrl: 'https://bank.example/3ds',
  actionRequired: false,
  cardMask: '424242******4242',
  receiptUrl: 'https://gateway.example/r',
  comment: 'добре',
  processed: { amountMinor: 1, currency: 'XTS' },
  recurring: { id: 'r-1', status: 'active' },
  unread: 'amount: 1,0',
};

const FACTS: Fact[] = [
  { ...orderUpdated({ terms: divided, description }), secret: { token: 'a.b.ключ' } } as Fact,
  orderUpdated({ linkId: 'link-1', by: 'api' }),
  started({ saves, idempotencyKey: 'key-1', requestHash: 'hash-1' }),
  requested(),
  answered('p1', FULL),
  answered('o1', BARE),
  { kind: 'call-ended', about: 'p1', end: { how: 'page-opened', url: 'https://gateway.example/page' } },
  idExists('p1'),
  { kind: 'call-ended', about: 'p1', end: { how: 'not-sent' } },
  unanswered('p1'),
  reported(BARE),
  { ...reported(FULL), source: 'query' },
  notFound('p1'),
  resolved('p1', 'failure'),
];

/** At least one of each kind, with each end of a call, with and without a secret. */
export const EVERY_ENTRY: readonly Entry[] = journalOf(...FACTS);

/** An append of one entry to a new order. */
/** Several journals, in the order of the ids. */
export const readAll = (store: Store, ids: readonly string[]): Promise<Entry[][]> =>
  Promise.all(ids.map((id) => store.read(id)));

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
export function listed(id: string, view: Partial<ListedPayment> = {}): PaymentProjection {
  return { gatewayOrderId: id, view: { ...paymentView(id), captured: '0.00', refunded: '0.00', ...view } };
}

export function listedOperation(
  id: string,
  idempotencyKey: string | null = null,
  view: Partial<OperationView> = {},
): OperationProjection {
  const { action: _1, canRetry: _2, cardMask: _3, mode: _4, ...shared } = paymentView(id);
  const own = { paymentId: 'payment-1', method: 'refund' as const, split: null, comment: null };
  return { idempotencyKey, view: { ...shared, ...own, ...view }, isShown: true };
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
