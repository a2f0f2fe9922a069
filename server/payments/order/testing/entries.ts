import {
  type Entry,
  type Fact,
  type OperationRequest,
  type PaymentRequest,
  type Report,
  type OrderTerms,
  type Terms,
} from '../journal.ts';
import { fold, type OrderState } from '../order.ts';

/** For tests: journals of an order over 10.10 UAH. */

/** 2026-06-15, noon. */
export const NOON = Date.UTC(2026, 5, 15, 12);
export const POS_ID = '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';

export const terms = (over: Partial<Terms> = {}): Terms => ({
  amountMinor: 1010,
  currency: 'UAH',
  method: 'purchase',
  split: null,
  ...over,
});

export const orderUpdated = (over: Partial<OrderTerms> = {}): Fact => ({
  kind: 'order-updated',
  orderTerms: {
    terms: terms(),
    description: 'Two books',
    issuedAt: NOON / 1_000,
    by: 'token',
    linkId: null,
    customerId: null,
    ...over,
  },
});

/** A direct payment `p1` by 4242…, unless it differs; its order id at the gateway is its id. */
export const started = (over: Partial<PaymentRequest> = {}): Fact => ({
  kind: 'payment-started',
  payment: {
    id: 'p1',
    gatewayOrderId: over.id ?? 'p1',
    gatewayClock: null,
    posId: POS_ID,
    mode: 'direct',
    terms: terms(),
    cardMask: '424242******4242',
    replaces: null,
    expiresAt: null,
    returnUrl: null,
    customerId: null,
    savedCard: null,
    saves: null,
    sentAt: NOON,
    callMs: 40_000,
    idempotencyKey: null,
    requestHash: null,
    ...over,
  },
});

/** A refund `o1` of 3.00 on `p1`, unless it differs. */
export const requested = (over: Partial<OperationRequest> = {}): Fact => ({
  kind: 'operation-started',
  operation: {
    id: 'o1',
    paymentId: 'p1',
    method: 'refund',
    amountMinor: 300,
    split: null,
    comment: null,
    origin: 'merchant',
    sentAt: NOON,
    callMs: 40_000,
    idempotencyKey: null,
    requestHash: null,
    ...over,
  },
});

/** A report about `p1`, begun a second after it was sent; a success over 10.10 unless it differs. */
export const report = (over: Partial<Report> = {}): Report => ({
  posId: POS_ID,
  gatewayOrderId: 'p1',
  gatewayPaymentId: null,
  operationId: null,
  transactionId: null,
  mode: 'direct',
  method: 'purchase',
  amountMinor: 1010,
  currency: 'UAH',
  status: 'success',
  statusCode: null,
  statusDescription: null,
  actionUrl: null,
  actionRequired: null,
  cardMask: null,
  receiptUrl: null,
  comment: null,
  processed: null,
  recurring: null,
  createdAt: new Date(NOON + 1_000).toISOString(),
  ...over,
});

const reportedBy =
  (source: 'webhook' | 'query') =>
  (over: Partial<Report> = {}): Extract<Fact, { kind: 'reported' }> => {
    const told = report(over);
    return {
      kind: 'reported',
      paymentId: told.gatewayOrderId,
      source,
      hash: JSON.stringify(told),
      report: told,
    };
  };
/** A webhook about the payment whose order id it names. */
export const reported = reportedBy('webhook');
/** The same in answer to a query. */
export const asked = reportedBy('query');
/** A webhook about a refund of 3.00. */
export const refunded = (operationId: string | null, over: Partial<Report> = {}): Fact =>
  reported({ method: 'refund', amountMinor: 300, operationId, ...over });
export const answered = (about: string, over: Partial<Report> = {}): Fact => ({
  kind: 'call-ended',
  about,
  end: { how: 'answered', report: report(over) },
});
export const unanswered = (about: string): Fact => ({ kind: 'call-ended', about, end: { how: 'unknown' } });
export const notFound = (about: string): Fact => ({ kind: 'not-found', about });
export const idExists = (about: string): Fact => ({
  kind: 'call-ended',
  about,
  end: { how: 'refused', refusal: { means: 'order-id-exists', code: 'P-409', description: '' } },
});
export const resolved = (
  about: string,
  status: 'success' | 'failure',
  amountMinor: number | null = null,
): Fact => ({
  kind: 'resolved',
  about,
  status,
  amountMinor,
  comment: 'seen in the portal',
});

/** A journal: an entry each second from noon on. */
export const journalOf = (...facts: Fact[]): Entry[] =>
  facts.map((fact, index) => ({ ...fact, at: NOON + index * 1_000 }));

export const stateOf = (...facts: Fact[]): OrderState => fold(journalOf(...facts));
