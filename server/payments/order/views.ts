import type { PaymentView } from '../../contract/checkout-api.ts';
import type { ListedPayment, OperationView, ShareView } from '../../contract/merchant-api.ts';
import { formatAmount } from '../../contract/money.ts';
import type { Share } from '../../contract/split.ts';
import type { PaymentStatus } from '../../contract/words.ts';
import { isWaiting, movedMoney, type Operation } from './operations.ts';
import type { OrderState, Snapshot } from './order.ts';
import { isOnOtherTerms, isStuckDuplicate, blockerOf } from './paying.ts';
import type { TransactionState, Payment, Review } from './payment.ts';
import { isOverdue, nextDueAt, overdueAt } from './schedule.ts';

/** What browsers and the merchant see. Amounts are decimal text, times ISO 8601. */

// --- Review ---

/** Why a person must look at the payment; null if nobody must. */
export function reviewOfPayment(state: OrderState, one: Payment, now: number): Review | null {
  if (one.review) return one.review;
  if (isOverdue(one, now)) return { reason: 'overdue', field: null };
  if (isOnOtherTerms(state, one)) return { reason: 'other-terms', field: null };
  return isStuckDuplicate(state, one) ? { reason: 'duplicate', field: null } : null;
}

export const reviewOfOperation = (one: Operation, now: number): Review | null =>
  one.review ?? (isOverdue(one, now) ? { reason: 'overdue', field: null } : null);

/** A payment or operation that waits for a person. */
export interface ReviewItem extends Review {
  paymentId: string;
  /** null if it is about the payment itself */
  operationId: string | null;
  /** milliseconds since 1970 */
  since: number;
}

/** All that waits for a person; `resolve` with the id of the operation, or else of the payment, ends each. */
export function reviewItems(state: OrderState, now: number): ReviewItem[] {
  const payments = state.payments.flatMap((one) => {
    const review = reviewOfPayment(state, one, now);
    return review ? [{ ...review, paymentId: one.id, operationId: null, since: one.updatedAt }] : [];
  });
  const operations = state.operations.flatMap((one) => {
    const review = reviewOfOperation(one, now);
    return review ? [{ ...review, paymentId: one.paymentId, operationId: one.id, since: one.updatedAt }] : [];
  });
  return [...payments, ...operations];
}

/** From when on the order is in the review list; null if it never is, as it stands. */
export function reviewAt(state: OrderState, now: number): number | null {
  const items = reviewItems(state, now).map((one) => Math.min(one.since, now));
  const later = [...state.payments, ...state.operations]
    .map(overdueAt)
    .filter((time) => time > now && time !== Infinity);
  const times = [...items, ...later];
  return times.length === 0 ? null : Math.min(...times);
}

/** Whether everything in the order has ended, nothing waits for a person, and its last entry is older than `before`. */
export const isOver = (state: OrderState, before: number): boolean =>
  nextDueAt(state, before) === null && reviewAt(state, before) === null && state.updatedAt < before;

// --- Payments and operations ---

/** What is in doubt is shown neither as a success nor as a failure. */
export const shownStatus = ({ status, review }: TransactionState): PaymentStatus =>
  review === null ? status : 'unknown';

export function paymentView({ orderId, state }: Omit<Snapshot, 'entries'>, one: Payment): PaymentView {
  const { id, mode, terms, statusCode, statusDescription, receiptUrl } = one;
  const status = shownStatus(one);
  return {
    id,
    orderId,
    mode,
    method: terms.method,
    status,
    statusCode,
    statusDescription,
    amount: formatAmount(terms.amountMinor, terms.currency),
    currency: terms.currency,
    action: one.actionUrl !== null && one.review === null ? { url: one.actionUrl } : null,
    cardMask: one.shownMask,
    receiptUrl,
    canRetry: status === 'failure' && blockerOf(state) === null,
    createdAt: iso(one.sentAt),
    updatedAt: iso(one.updatedAt),
  };
}

/** A payment as lists show it, with the money that has certainly moved. */
export function listedPayment(order: Omit<Snapshot, 'entries'>, one: Payment): ListedPayment {
  const { takenMinor, refundedMinor } = movedMoney(order.state.operations, one);
  const { currency } = one.terms;
  return {
    ...paymentView(order, one),
    captured: formatAmount(takenMinor, currency),
    refunded: formatAmount(refundedMinor, currency),
  };
}

/** An operation as the merchant sees it. The actual amount counts once it has succeeded. */
export function operationView({ orderId, state }: Omit<Snapshot, 'entries'>, one: Operation): OperationView {
  const { id, paymentId, method, statusCode, statusDescription, comment, receiptUrl } = one;
  const currency = state.payments.find((payment) => payment.id === paymentId)?.terms.currency ?? '';
  const amountMinor = (one.status === 'success' ? one.reportedMinor : null) ?? one.amountMinor;
  return {
    id,
    orderId,
    paymentId,
    method,
    amount: formatAmount(amountMinor, currency),
    currency,
    status: shownStatus(one),
    statusCode,
    statusDescription,
    split: one.split && shareViews(one.split, currency),
    comment,
    receiptUrl,
    createdAt: iso(one.sentAt),
    updatedAt: iso(one.updatedAt),
  };
}

export function shareViews(split: readonly Share[], currency: string): ShareView[] {
  return split.map(({ subMerchantId, amountMinor }) => ({
    subMerchantId,
    amount: formatAmount(amountMinor, currency),
  }));
}

export const iso = (at: number): string => new Date(at).toISOString();

/**
 * The operations to show and to tell the merchant about. One that was reported while ours of the same method has no
 * answer yet may be ours: it is shown once that is clear, so that none is ever taken back.
 */
export function shownOperations({ operations }: OrderState): Operation[] {
  const waiting = operations.filter(isWaiting);
  return operations.filter(
    (one) =>
      one.origin !== 'elsewhere' ||
      !waiting.some(
        ({ paymentId, method, startedAs }) =>
          paymentId === one.paymentId && method === one.method && startedAs < one.startedAs,
      ),
  );
}

// --- Messages ---

/** A message to the merchant's webhook: a change of what the merchant sees. */
export type Message =
  | { type: 'payment.updated'; data: PaymentView }
  | { type: 'operation.updated'; data: OperationView };

/** The messages for a change of an order, payments first. A call in flight makes none. */
export function messagesOf(orderId: string, before: OrderState, after: OrderState): Message[] {
  const known = new Map(told(orderId, before).map((one) => [one.data.id, one]));
  return told(orderId, after).filter((one) => {
    const was = known.get(one.data.id);
    return was === undefined || newsOf(was) !== newsOf(one);
  });
}

/** That a failed payment cannot be retried while the next attempt is open is not worth a message. */
const newsOf = ({ data }: Message): string => JSON.stringify({ ...data, updatedAt: null, canRetry: null });

function told(orderId: string, state: OrderState): Message[] {
  const payments = state.payments.filter((one) => !one.inFlight || one.status !== 'unknown');
  const operations = shownOperations(state).filter((one) => !one.inFlight || one.status !== 'unknown');
  return [
    ...payments.map((one) => ({
      type: 'payment.updated' as const,
      data: paymentView({ orderId, state }, one),
    })),
    ...operations.map((one) => ({
      type: 'operation.updated' as const,
      data: operationView({ orderId, state }, one),
    })),
  ];
}
