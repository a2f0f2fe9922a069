import type { PaymentStatus, PaymentView } from '../../contract/checkout-api.ts';
import type { OperationView, ShareView } from '../../contract/merchant-api.ts';
import { formatAmount } from '../../contract/money.ts';
import { attemptsLeft, blockingAttempt, isInDoubt } from './admission.ts';
import { alike } from './alike.ts';
import type { Attempt } from './attempt.ts';
import type { OperationMethod } from './journal.ts';
import { operationOf, requestState } from './ledger.ts';
import { externalOperations } from './link.ts';
import { isSameOperation, type Operation, type Request } from './operation.ts';
import type { Share } from './shares.ts';
import type { OrderState } from './state.ts';
import type { Transaction } from './transaction.ts';

/** What browsers and the merchant see (contract, sections 3 and 4). Amounts are decimal text, times ISO 8601. */

/** An attempt as a payment; `retry` as returned by {@link canRetry}. */
export function paymentView(orderId: string, attempt: Attempt, retry: boolean): PaymentView {
  const status = shownStatus(attempt);
  return {
    id: attempt.id,
    orderId,
    mode: attempt.mode,
    method: attempt.method,
    status,
    statusCode: attempt.statusCode,
    statusDescription: attempt.statusDescription,
    amount: formatAmount(attempt.amountMinor, attempt.currency),
    currency: attempt.currency,
    action: attempt.actionUrl && !isInDoubt(attempt) ? { url: attempt.actionUrl } : null,
    cardMask: attempt.shownMask,
    receiptUrl: attempt.receiptUrl,
    canRetry: status === 'failure' && retry,
    createdAt: iso(attempt.beganAt),
    updatedAt: iso(attempt.updatedAt),
  };
}

/** Whether a new attempt could begin now, apart from limits, which depend on the time, as no view does. */
export function canRetry(state: OrderState): boolean {
  return attemptsLeft(state) > 0 && blockingAttempt(state) === null;
}

/** A payment in doubt is shown as `unknown`, regardless of its last state. */
export function shownStatus(attempt: Attempt): PaymentStatus {
  return isInDoubt(attempt) ? 'unknown' : attempt.status;
}

/** A disputed operation may be shown neither as a success nor as a failure. */
function shownState({ status, dispute }: Transaction): PaymentStatus {
  return dispute === null ? status : 'unknown';
}

/** A request of ours, or an operation that was made elsewhere. */
export type ShownOperation =
  | { kind: 'request'; attempt: Attempt; request: Request }
  | { kind: 'external'; attempt: Attempt; operation: Operation };

/** All operations of an order that are shown, oldest first within each attempt. */
export function shownOperations(state: OrderState): ShownOperation[] {
  const external = externalOperations(state);
  // Most orders have neither.
  if (state.requests.length === 0 && external.length === 0) return [];
  return state.attempts.flatMap((attempt) => {
    const own = state.requests.filter((one) => one.attemptId === attempt.id);
    const others = external.filter((one) => one.attemptId === attempt.id);
    const shown: ShownOperation[] = [
      ...own.map((request) => ({ kind: 'request' as const, attempt, request })),
      ...others.map((operation) => ({ kind: 'external' as const, attempt, operation })),
    ];
    return shown.sort((one, other) => beganAt(one) - beganAt(other));
  });
}

const beganAt = (shown: ShownOperation): number =>
  shown.kind === 'request' ? shown.request.requestedAt : shown.operation.reportedAt;

export const idOf = (shown: ShownOperation): string =>
  shown.kind === 'request' ? shown.request.id : shown.operation.id;

/** An operation as the merchant sees it. */
export function operationView(state: OrderState, orderId: string, shown: ShownOperation): OperationView {
  const facts = shown.kind === 'request' ? requestFacts(state, shown) : externalFacts(shown);
  const { transaction, amountMinor, split } = facts;
  const { currency, id: paymentId } = shown.attempt;
  return {
    id: facts.id,
    orderId,
    paymentId,
    method: facts.method,
    amount: formatAmount(amountMinor, currency),
    currency,
    status: shownState(transaction),
    statusCode: transaction.statusCode,
    statusDescription: transaction.statusDescription,
    split: split && shareViews(split, currency),
    comment: transaction.comment ?? facts.comment,
    receiptUrl: transaction.receiptUrl,
    createdAt: iso(facts.beganAt),
    updatedAt: iso(facts.updatedAt),
  };
}

interface Facts {
  id: string;
  method: OperationMethod;
  transaction: Transaction;
  amountMinor: number;
  split: readonly Share[] | null;
  comment: string | null;
  beganAt: number;
  updatedAt: number;
}

function requestFacts(state: OrderState, { request }: ShownOperation & { kind: 'request' }): Facts {
  const transaction = requestState(state, request);
  const done = operationOf(state, request)?.amountMinor ?? request.answeredMinor;
  // The actual amount counts once it has succeeded.
  const amountMinor = (transaction.status === 'success' ? done : null) ?? request.amountMinor;
  return { ...request, transaction, amountMinor, beganAt: request.requestedAt };
}

function externalFacts({ attempt, operation }: ShownOperation & { kind: 'external' }): Facts {
  const amountMinor = operation.amountMinor ?? attempt.amountMinor;
  const { reportedAt } = operation;
  return { ...operation, transaction: operation, amountMinor, split: null, beganAt: reportedAt };
}

export function shareViews(split: readonly Share[], currency: string): ShareView[] {
  return split.map(({ subMerchantId, amountMinor }) => ({
    subMerchantId,
    amount: formatAmount(amountMinor, currency),
  }));
}

export const iso = (at: number): string => new Date(at).toISOString();

/** A message to the merchant's webhook: a change that an append made in the merchant's view. */
export type Message =
  | { type: 'payment.updated'; data: PaymentView }
  | { type: 'operation.updated'; data: OperationView };

/** The messages for a change of an order, payments first. A call in flight produces none. */
export function messagesOf(orderId: string, before: OrderState, after: OrderState): Message[] {
  const known = new Map(shown(orderId, before).map((one) => [one.data.id, one]));
  const changed = shown(orderId, after).filter((one) => {
    const was = known.get(one.data.id);
    return was === undefined || isReportable(was, one);
  });
  return before.operations.length === 0 ? changed : [...withdrawn(orderId, before, after), ...changed];
}

/**
 * An operation that the merchant knows as external and that is now linked to a request would count twice on the
 * merchant's side: by its own id and by the request's.
 */
function withdrawn(orderId: string, before: OrderState, after: OrderState): Message[] {
  return shownOperations(before).flatMap((one) => {
    if (one.kind !== 'external') return [];
    const owner = after.requests.find((own) => isSameOperation(own, one.operation));
    if (!owner) return [];
    const data: OperationView = {
      ...operationView(before, orderId, one),
      status: 'failure',
      statusCode: null,
      statusDescription: `Not a separate operation: recorded as ${owner.id}`,
      updatedAt: iso(after.updatedAt),
    };
    return [{ type: 'operation.updated', data }];
  });
}

function shown(orderId: string, state: OrderState): Message[] {
  const payments = state.attempts.filter((one) => !one.inFlight || one.status !== 'unknown');
  const operations = shownOperations(state).filter((one) => one.kind === 'external' || !one.request.inFlight);
  return [
    ...payments.map((one) => ({
      type: 'payment.updated' as const,
      data: paymentView(orderId, one, canRetry(state)),
    })),
    ...operations.map((one) => ({
      type: 'operation.updated' as const,
      data: operationView(state, orderId, one),
    })),
  ];
}

/** That a failed payment cannot be retried while the next attempt is open is not worth a message. */
function isReportable(was: Message, one: Message): boolean {
  const { updatedAt } = was.data;
  const lost = 'canRetry' in was.data && 'canRetry' in one.data && was.data.canRetry && !one.data.canRetry;
  const now = lost ? { ...one.data, canRetry: true, updatedAt } : one.data;
  return !alike(was.data, now);
}

type Stamped = Pick<OrderState, 'attempts' | 'requests' | 'operations'>;

/**
 * Stamps everything that an entry has changed in a view: `updatedAt` of a view is the time of the last entry that
 * changed it.
 */
export function stamp(
  before: OrderState,
  after: OrderState,
  at: number,
): { [Key in keyof Stamped]: Stamped[Key][number][] } {
  let isRetrySame: boolean | undefined;
  const retriesAlike = () => (isRetrySame ??= canRetry(before) === canRetry(after));
  const attempts = after.attempts.map((one, index) => {
    const was = before.attempts[index];
    return !was || sameAttempt(was, one, retriesAlike) ? one : { ...one, updatedAt: at };
  });
  const operations = after.operations.map((one, index) => {
    const was = before.operations[index];
    return !was || was === one || sameOperation(was, one) ? one : { ...one, updatedAt: at };
  });
  const requests = after.requests.map((one, index) => {
    const was = before.requests[index];
    return !was || sameRequest(before, was, after, one) ? one : { ...one, updatedAt: at };
  });
  return { attempts, operations, requests };
}

function sameAttempt(was: Attempt, one: Attempt, retriesAlike: () => boolean): boolean {
  const { updatedAt } = was;
  if (was !== one && !alike(paymentView('', was, false), paymentView('', { ...one, updatedAt }, false)))
    return false;
  // Only a failure says whether the order may be paid again.
  return shownStatus(one) !== 'failure' || retriesAlike();
}

function sameOperation(was: Operation, one: Operation): boolean {
  const { updatedAt } = was;
  return alike(was, { ...one, updatedAt });
}

function sameRequest(before: OrderState, was: Request, after: OrderState, one: Request): boolean {
  const attempt = after.attempts.find(({ id }) => id === one.attemptId);
  if (!attempt || (was === one && sameItems(before.operations, after.operations))) return was === one;
  const shown = (state: OrderState, request: Request) =>
    operationView(state, '', { kind: 'request', attempt, request });
  return alike(shown(before, was), shown(after, { ...one, updatedAt: was.updatedAt }));
}

const sameItems = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);
