import type { Attempt } from './attempt.ts';
import {
  declinedReversals,
  duplicates,
  isOnTerms,
  isReturnedElsewhere,
  isReversed,
  isReversing,
  payingAttempt,
  remainder,
  stuckReversals,
} from './duplicate.ts';
import { requestState } from './ledger.ts';
import { isAmountUnknown, type Request } from './operation.ts';
import { possible } from './link.ts';
import { isPage, nextDueAt, openExternal, openRequests } from './schedule.ts';
import type { OrderState } from './state.ts';
import { type Dispute, hasFailed, hasSucceeded, isFinal } from './transaction.ts';
import { idOf, shownOperations } from './views.ts';

/** A payment or operation that stays open for this long needs review, milliseconds. */
const REVIEW_AFTER_MS = 86_400_000;
/**
 * The same for a request if an operation was reported that may be its own: no later report decides that.
 */
const CONTESTED_MS = 60_000;

/** Why something needs manual review. */
export type ReviewReason =
  | Dispute
  | 'other-terms'
  | 'no-report'
  | 'reversed-in-part'
  | 'reversal-declined'
  | 'other-payment-returned'
  | 'unconfirmed-duplicate'
  | 'amount-unknown';

/** A payment or operation that needs manual review, and why. */
export interface ReviewItem {
  paymentId: string;
  /** null if it is about the payment itself */
  operationId: string | null;
  reason: ReviewReason;
  /** milliseconds since 1970 */
  since: number;
}

/**
 * The parts of an order that need manual review at any time: disputes, successes over other terms without a success
 * that pays the order, and duplicates that cannot be reversed automatically.
 */
export function reviewItems(state: OrderState): ReviewItem[] {
  // Most orders have one attempt, and nothing beside it.
  const beside = state.attempts.length > 1 ? [...stuck(state), ...unconfirmed(state)] : [];
  return [...disputes(state), ...strays(state), ...beside, ...operations(state)];
}

/** The same, including payments and operations that have been open for too long. */
export function reviewItemsAt(state: OrderState, now: number): ReviewItem[] {
  const disputed = new Set(state.attempts.filter((one) => one.dispute !== null).map((one) => one.id));
  const late = awaited(state).filter(
    ({ dueAt, item: { paymentId, operationId } }) =>
      dueAt <= now && (operationId !== null || !disputed.has(paymentId)),
  );
  return [...reviewItems(state), ...late.map((one) => one.item)];
}

/**
 * From when on an order needs review, milliseconds since 1970; null if it does not. An existing item is due
 * immediately: its `since` may lie ahead of a clock that was set back.
 */
export function reviewAt(state: OrderState, now: number): number | null {
  const times = [
    ...reviewItems(state).map((one) => Math.min(one.since, now)),
    ...awaited(state).map((one) => one.dueAt),
  ];
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Whether an order is closed: everything in it is final, nothing is due, nothing needs review, and its last entry is
 * older than `before`.
 * @param before milliseconds since 1970
 */
export function isClosed(state: OrderState, before: number): boolean {
  return nextDueAt(state, before) === null && reviewAt(state, before) === null && state.updatedAt < before;
}

/** Whether it has been open long enough to be resolved manually. */
export const isOverdue = (since: number, now: number): boolean => now - since >= REVIEW_AFTER_MS;

/** The open payments and operations, and when each of them needs review. An unpaid hosted page does not. */
function awaited(state: OrderState): { item: ReviewItem; dueAt: number }[] {
  const attempts = state.attempts.filter((one) => !isFinal(one.status) && !isPage(one));
  return [
    ...attempts.map((one) => ({ item: item(one, 'no-report'), dueAt: one.sentAt + REVIEW_AFTER_MS })),
    ...openRequests(state).map((one) => ({
      item: openItem(one, one.sentAt),
      dueAt: requestReviewAt(state, one),
    })),
    ...openExternal(state).map((one) => ({
      item: openItem(one, one.reportedAt),
      dueAt: one.reportedAt + REVIEW_AFTER_MS,
    })),
  ];
}

function requestReviewAt(state: OrderState, request: Request): number {
  const isContested = !request.inFlight && possible(state, request).some((one) => !hasFailed(one));
  return request.sentAt + (isContested ? CONTESTED_MS : REVIEW_AFTER_MS);
}

function openItem({ id, attemptId }: { id: string; attemptId: string }, since: number): ReviewItem {
  return { paymentId: attemptId, operationId: id, reason: 'no-report', since };
}

function item(attempt: Attempt, reason: ReviewReason): ReviewItem {
  return { paymentId: attempt.id, operationId: null, reason, since: attempt.updatedAt };
}

function disputes(state: OrderState): ReviewItem[] {
  return state.attempts.flatMap((one) =>
    one.dispute !== null && !isReversed(state, one) ? [item(one, one.dispute)] : [],
  );
}

/** Successes over terms that the order no longer has, if no success that the gateway confirmed pays it. */
function strays(state: OrderState): ReviewItem[] {
  const onOthers = state.attempts.filter((one) => hasSucceeded(one) && !isOnTerms(state, one));
  if (onOthers.length === 0 || payingAttempt(state)?.endedBy === 'gateway') return [];
  const all = onOthers.filter((one) => remainder(state, one) !== null && !isReversing(state, one));
  return all.map((one) => item(one, 'other-terms'));
}

function stuck(state: OrderState): ReviewItem[] {
  return [
    ...stuckReversals(state).map((one) => item(one, 'reversed-in-part')),
    ...declinedReversals(state).map((one) => item(one, 'reversal-declined')),
    ...paidBesideReturned(state).map((one) => item(one, 'other-payment-returned')),
  ];
}

/**
 * Successes with money left beside the paying one whose money was returned in the portal: perhaps the return was meant
 * for one of them.
 */
function paidBesideReturned(state: OrderState): Attempt[] {
  const paying = payingAttempt(state);
  if (!paying || !isReturnedElsewhere(state, paying)) return [];
  return state.attempts.filter((one) => hasSucceeded(one) && remainder(state, one) !== null);
}

function unconfirmed(state: OrderState): ReviewItem[] {
  return unconfirmedDuplicates(state).map((one) => item(one, 'unconfirmed-duplicate'));
}

/**
 * Payments that were only manually resolved as successful, beside another success. Neither is reversed automatically
 * until the gateway confirms it or another manual resolution follows.
 */
export function unconfirmedDuplicates(state: OrderState): Attempt[] {
  const paying = payingAttempt(state);
  const known = duplicates(state);
  const charged = state.attempts.filter(
    (one) => hasSucceeded(one) && !isReversing(state, one) && remainder(state, one) !== null,
  );
  const isPaidTwice = paying !== null && charged.some((one) => one !== paying && !known.includes(one));
  return isPaidTwice ? charged.filter((one) => one.endedBy === 'person') : [];
}

function operations(state: OrderState): ReviewItem[] {
  return shownOperations(state).flatMap((shown) => {
    const { dispute } = shown.kind === 'request' ? requestState(state, shown.request) : shown.operation;
    const isUnknown = shown.kind === 'external' && isAmountUnknown(shown.operation);
    const isDone = shown.kind === 'external' && shown.operation.status === 'failure';
    const reason = dispute ?? (isUnknown && !isDone ? 'amount-unknown' : null);
    const since = shown.kind === 'request' ? shown.request.updatedAt : shown.operation.updatedAt;
    return reason === null ? [] : [{ paymentId: shown.attempt.id, operationId: idOf(shown), reason, since }];
  });
}
