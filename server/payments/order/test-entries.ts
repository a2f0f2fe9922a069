import { newLinks } from './link.ts';
import type { AttemptRequest, Entry, Fact, OperationRequest, OrderParameters } from './journal.ts';
import { extend, fold } from './order.ts';
import type { Report } from './report.ts';
import type { OrderState } from './state.ts';

/** For tests: journals of an order over 10.10 UAH. */

/** 2026-06-15, noon. */
export const NOON = Date.UTC(2026, 5, 15, 12);
const POS_ID = '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';

export const parameters = (over: Partial<OrderParameters> = {}): OrderParameters => ({
  amountMinor: 1010,
  currency: 'UAH',
  method: 'purchase',
  split: null,
  description: 'Two books',
  issuedAt: NOON / 1_000,
  by: 'token',
  linkId: null,
  ...over,
});

export const attemptRequest = (over: Partial<AttemptRequest> = {}): AttemptRequest => ({
  amountMinor: 1010,
  currency: 'UAH',
  method: 'purchase',
  split: null,
  id: 'attempt-1',
  gatewayOrderId: over.id ?? 'attempt-1',
  posId: POS_ID,
  mode: 'direct',
  cardMask: '424242******4242',
  idempotencyKey: 'key',
  requestHash: 'hash',
  returnUrl: null,
  expiresAt: null,
  sentAt: NOON,
  callMs: 35_000,
  ...over,
});

export const operationRequest = (over: Partial<OperationRequest> = {}): OperationRequest => ({
  id: 'request-1',
  attemptId: 'attempt-1',
  method: 'refund',
  amountMinor: 300,
  split: null,
  comment: null,
  origin: 'merchant',
  idempotencyKey: null,
  requestHash: null,
  sentAt: NOON + 2_000,
  callMs: 35_000,
  ...over,
});

/** A report about `attempt-1`: by default a success over 10.10. */
export const report = (over: Partial<Report> = {}): Report => ({
  posId: POS_ID,
  gatewayOrderId: 'attempt-1',
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
  createdAt: null,
  ...over,
});

let ids = 0;

export const begun = (over: Partial<AttemptRequest> = {}): Fact => ({
  kind: 'attempt-begun',
  attempt: attemptRequest(over),
});
export const requested = (over: Partial<OperationRequest> = {}): Fact => ({
  kind: 'operation-requested',
  request: operationRequest(over),
});
export const answered = (about: string, over: Partial<Report> = {}): Fact => {
  ids += 1;
  return { kind: 'answered', id: `entry-${ids}`, about, report: report(over) };
};
/** A webhook about a payment; its order id at the gateway is that of the attempt. */
export const reported = (over: Partial<Report> = {}): Fact => {
  ids += 1;
  const told = report(over);
  return {
    kind: 'reported',
    id: `entry-${ids}`,
    attemptId: told.gatewayOrderId,
    source: 'webhook',
    hash: null,
    report: told,
  };
};
/** A webhook about a refund, by default of 3.00. */
export const reportedOperation = (operationId: string, over: Partial<Report> = {}): Fact =>
  reported({ method: 'refund', amountMinor: 300, operationId, ...over });
export const unanswered = (about: string): Fact => ({ kind: 'unanswered', about, reason: 'ECONNRESET' });
export const resolvedAs = (about: string, status: 'success' | 'failure'): Fact => ({
  kind: 'resolved',
  about,
  status,
  comment: 'seen in the portal',
});

/** A journal: an entry each second from noon on, with the links that can be made after each, as the desk writes it. */
export function journalOf(facts: readonly Fact[]): Entry[] {
  const entries = facts.map((fact, index) => ({ ...fact, at: NOON + index * 1_000 }));
  return facts.some((one) => one.kind === 'operation-requested') ? withLinks(entries) : entries;
}

function withLinks(entries: readonly Entry[]): Entry[] {
  let state = fold([]);
  return entries.flatMap((entry) => {
    state = extend(state, [entry]);
    const links = newLinks(state).map((link): Entry => ({ ...link, kind: 'linked', at: entry.at }));
    state = extend(state, links);
    return [entry, ...links];
  });
}

export const stateOf = (...facts: Fact[]): OrderState => fold(journalOf(facts));

/** Asserts that a value exists. */
export function certain<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('it is not there');
  return value;
}
