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
import { isAmountUnknown } from './operation.ts';
import { isAwaited, isOverdue, openExternal, openRequests, requestReviewAt } from './schedule.ts';
import type { OrderState } from './state.ts';
import { type Dispute, hasSucceeded } from './transaction.ts';
import { idOf, shownOperations } from './views.ts';

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

/** The same, including payments and operations that have been open for more than a day. */
export function reviewItemsAt(state: OrderState, now: number): ReviewItem[] {
  const awaited = state.attempts.filter((one) => one.dispute === null && isAwaited(one));
  const late = awaited.filter((one) => isOverdue(one.sentAt, now));
  const requests = openRequests(state).filter((one) => requestReviewAt(state, one) <= now);
  const external = openExternal(state).filter((one) => isOverdue(one.reportedAt, now));
  const operations = [
    ...requests.map((one) => ({ ...one, since: one.sentAt })),
    ...external.map((one) => ({ ...one, since: one.reportedAt })),
  ];
  return [
    ...reviewItems(state),
    ...late.map((one) => item(one, 'no-report')),
    ...operations.map(({ attemptId: paymentId, id: operationId, since }) => ({
      paymentId,
      operationId,
      reason: 'no-report' as const,
      since,
    })),
  ];
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
    const untold = shown.kind === 'external' && isAmountUnknown(shown.operation);
    const isDone = shown.kind === 'external' && shown.operation.status === 'failure';
    const reason = dispute ?? (untold && !isDone ? 'amount-unknown' : null);
    const since = shown.kind === 'request' ? shown.request.updatedAt : shown.operation.updatedAt;
    return reason === null ? [] : [{ paymentId: shown.attempt.id, operationId: idOf(shown), reason, since }];
  });
}
