import type { Attempt } from './attempt.ts';
import { isUnpaidPage } from './attempt-end.ts';
import { hasPaid, isOnTerms, isReversed, isReversing, payingAttempt } from './duplicate.ts';
import { hasOpenOperation } from './ledger.ts';
import type { OrderState } from './state.ts';
import { isFinal } from './transaction.ts';

/** Whether an order may be paid now, and which of its attempts determines its state. */

/** The maximum number of attempts that count. */
export const MAX_ATTEMPTS = 10;

/**
 * Whether an attempt counts towards the maximum: not if nothing reached the gateway, or if a page was left or
 * cancelled.
 */
export const isCounted = (attempt: Attempt): boolean => attempt.counts && !isUnpaidPage(attempt);

export function attemptsLeft({ attempts }: Pick<OrderState, 'attempts'>): number {
  return Math.max(0, MAX_ATTEMPTS - attempts.filter(isCounted).length);
}

/** Disputed, and not known to have succeeded: neither a success nor a failure may be shown. */
export const isInDoubt = ({ dispute, status }: Pick<Attempt, 'dispute' | 'status'>): boolean =>
  dispute !== null && status !== 'success';

/** A success that was contradicted later: its money is not moved before a manual review. */
export const isContradicted = ({ dispute, status }: Pick<Attempt, 'dispute' | 'status'>): boolean =>
  dispute !== null && status === 'success';

/**
 * Whether the attempt blocks any other: it is open, in doubt, contradicted, pays the order, or is being reversed. A
 * success over other terms than the order's current ones does not block it, nor does a success that was returned before
 * the order got the success's terms again. While its return is open, the success may still turn out to pay the order.
 */
export function blocks(state: OrderState, attempt: Attempt): boolean {
  if (!isFinal(attempt.status) || attempt.dispute !== null) return !isReversed(state, attempt);
  if (attempt.status === 'failure') return false;
  if (isReversing(state, attempt)) return !isReversed(state, attempt);
  return isOnTerms(state, attempt) && (hasPaid(state, attempt) || hasOpenOperation(state, attempt.id));
}

/** The attempt that blocks the order: an open one takes precedence over a doubtful success. */
export function blockingAttempt(state: OrderState): Attempt | null {
  return openFirst(state.attempts.filter((one) => blocks(state, one)));
}

const openFirst = (attempts: readonly Attempt[]): Attempt | null =>
  attempts.find((one) => !isFinal(one.status)) ?? attempts[0] ?? null;

/**
 * The attempt that determines the state of the order: the one that pays it, a contradicted success, an open one,
 * otherwise the latest. Successes that do not pay the order do not determine its state.
 */
export function currentAttempt(state: OrderState): Attempt | null {
  const { attempts } = state;
  const unpaid = attempts.filter((one) => one.status !== 'success');
  // A success that is being returned blocks the order, but must not be shown as its payment.
  const open = unpaid.filter((one) => blocks(state, one) && !isReversing(state, one));
  return (
    payingAttempt(state) ??
    attempts.find((one) => isContradicted(one) && !isReversed(state, one)) ??
    openFirst(open) ??
    unpaid.at(-1) ??
    null
  );
}

/**
 * The success whose money the merchant can move: the one that pays the order, otherwise the latest one over other
 * terms.
 */
export function chargedAttempt(state: OrderState): Attempt | null {
  const stray = state.attempts.findLast(
    (one) => one.status === 'success' && one.dispute === null && !isReversing(state, one),
  );
  return payingAttempt(state) ?? stray ?? null;
}
