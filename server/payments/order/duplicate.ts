import type { Attempt } from './attempt.ts';
import type { OperationMethod } from './journal.ts';
import {
  hasOpenOperation,
  isUncaptured,
  movements,
  type Operations,
  refundable,
  requestState,
  unlinked,
} from './ledger.ts';
import { MONEY_EFFECTS, type Request } from './operation.ts';
import type { OrderState } from './state.ts';
import { type Share, sumOf } from './shares.ts';
import { paysFor } from './terms.ts';
import { hasFailed, hasSucceeded } from './transaction.ts';

/**
 * An order is paid once (architecture rule 4). Which attempt pays it, which successes are duplicates, and what must be
 * reversed are derived each time; nothing is marked.
 */

type State = Pick<OrderState, 'attempts' | 'requests' | 'operations' | 'parameters' | 'termsAt'>;

/**
 * The attempt that pays the order: its first undisputed success over the order's current terms for which no reversal
 * was requested. The gateway's report outranks a manual resolution.
 */
export function payingAttempt(state: State): Attempt | null {
  if (!state.attempts.some(hasSucceeded)) return null;
  const able = state.attempts.filter(
    (one) => hasSucceeded(one) && isOnTerms(state, one) && !isReversing(state, one) && hasPaid(state, one),
  );
  const first = (all: Attempt[]) =>
    all.sort((one, other) => (one.succeededAt ?? 0) - (other.succeededAt ?? 0))[0] ?? null;
  return first(able.filter((one) => one.endedBy === 'gateway')) ?? first(able);
}

/**
 * Whether its money is there, or was returned while it paid the order: not if the order got these terms only later, nor
 * beside a contradicted success.
 */
export function hasPaid(state: State, attempt: Attempt): boolean {
  if (attempt.method === 'lookup' || remainder(state, attempt) !== null) return true;
  const doubted = state.attempts.some((one) => one.status === 'success' && one.dispute !== null);
  const returned = returnedAt(state, attempt);
  return returned === null || (!doubted && returned > state.termsAt);
}

/**
 * When the last of its money was returned or released: the `at` of the entry; null if nothing was or may have been
 * returned.
 */
function returnedAt(state: State, { id }: Attempt): number | null {
  const requests = state.requests.filter((one) => !hasFailed(requestState(state, one)));
  const others = unlinked(state).filter((one) => !hasFailed(one));
  const times = [
    ...requests.map((one) => ({ ...one, time: one.requestedAt })),
    ...others.map((one) => ({ ...one, time: one.learnedAt })),
  ].filter((one) => one.attemptId === id && MONEY_EFFECTS[one.method] !== 'takes');
  return times.length === 0 ? null : Math.max(...times.map((one) => one.time));
}

/** Whether the attempt's terms are the order's current ones. */
export function isOnTerms({ parameters }: State, attempt: Attempt): boolean {
  return parameters === null || paysFor(parameters, attempt);
}

/** Requests that reverse a duplicate payment. */
function reversalsOf({ requests }: Operations, { id }: Attempt): Request[] {
  return requests.filter((one) => one.attemptId === id && one.origin === 'reversal');
}

/** Whether a reversal of it was applied, or may have been. */
export function isReversing(state: State, attempt: Attempt): boolean {
  return reversalsOf(state, attempt).some((one) => !hasFailed(requestState(state, one)));
}

/** Whether it succeeded and was fully reversed: it neither pays its order nor blocks it. */
export function isReversed(state: State, attempt: Attempt): boolean {
  if (attempt.status !== 'success') return false;
  return (
    isReversing(state, attempt) && !hasOpenOperation(state, attempt.id) && remainder(state, attempt) === null
  );
}

/** Successes reported by the gateway beside the one that pays the order: they are reversed. */
export function duplicates(state: State): Attempt[] {
  const successes = state.attempts.filter((one) => hasSucceeded(one) && one.endedBy === 'gateway');
  const paying = successes.length > 1 ? payingAttempt(state) : null;
  // A manual resolution is not sufficient reason to return money that the gateway reports as charged.
  if (!paying || paying.endedBy !== 'gateway' || isReturnedElsewhere(state, paying)) return [];
  return successes.filter((one) => one !== paying);
}

/**
 * Whether all of its money was returned, and not only by our own requests: this may have been meant as the reversal.
 */
export function isReturnedElsewhere(state: State, attempt: Attempt): boolean {
  if (attempt.method === 'lookup' || remainder(state, attempt) !== null) return false;
  const own = unlinked(state).filter((one) => one.attemptId === attempt.id && !hasFailed(one));
  return own.some((one) => MONEY_EFFECTS[one.method] !== 'takes');
}

/** Whether we have moved its money: for the merchant, who may have shipped for it, or by a reversal. */
function isUsed(state: State, attempt: Attempt): boolean {
  const own = state.requests.filter((one) => one.attemptId === attempt.id);
  return own.some((one) => !hasFailed(requestState(state, one)));
}

/** A duplicate payment that can be reversed now, and how. */
export interface DueReversal {
  attempt: Attempt;
  remainder: Remainder;
}

/**
 * Duplicates with money left on them and no open operation. Duplicates that were reversed only in part, or whose
 * remaining shares are unknown, need manual review.
 */
export function dueReversals(state: State): DueReversal[] {
  return duplicates(state).flatMap((attempt) => {
    const left = remainder(state, attempt);
    const waits = hasOpenOperation(state, attempt.id) || isUsed(state, attempt);
    return left && left.clear && !waits ? [{ attempt, remainder: left }] : [];
  });
}

/** Duplicates whose reversal can only be finished manually. */
export function stuckReversals(state: State): Attempt[] {
  return duplicates(state).filter((attempt) => {
    const left = remainder(state, attempt);
    if (!left || hasOpenOperation(state, attempt.id)) return false;
    return !left.clear || isUsed(state, attempt);
  });
}

const MANY_DECLINES = 5;

/** Duplicates whose reversal the gateway has declined repeatedly; it is still retried. */
export function declinedReversals(state: State): Attempt[] {
  return duplicates(state).filter((attempt) => {
    const declined = reversalsOf(state, attempt).filter((one) => isDeclined(state, one));
    return declined.length >= MANY_DECLINES && remainder(state, attempt) !== null;
  });
}

function isDeclined(state: State, request: Request): boolean {
  const { endedBy, ...rest } = requestState(state, request);
  return hasFailed(rest) && (endedBy === 'gateway' || (endedBy === 'refused' && !request.retryable));
}

/** What is left of a payment, and the operation that returns it. */
export interface Remainder {
  method: Extract<OperationMethod, 'void' | 'refund'>;
  amountMinor: number;
  split: readonly Share[] | null;
  /** nothing was returned before, and the gateway charged the ordered amount: the request needs no amount */
  full: boolean;
  /** it was not split, or it is known whose shares are left */
  clear: boolean;
}

/** An authorization is voided unless it was captured; a purchase or a capture is refunded. Null if nothing is left. */
export function remainder(of: Operations, attempt: Attempt): Remainder | null {
  if (attempt.method === 'auth' && movements(of, attempt, 'takes').length === 0) {
    if (!isUncaptured(of, attempt)) return null;
    return { method: 'void', amountMinor: attempt.amountMinor, split: null, full: true, clear: true };
  }
  const left = refundable(of, attempt);
  if (!left || left.restMinor === 0) return null;
  const split = left.shares?.filter((share) => share.amountMinor > 0) ?? null;
  const amountMinor = left.restMinor;
  const full = left.full && chargedAsOrdered(attempt);
  return { method: 'refund', amountMinor, split, full, clear: !split || sumOf(split) === amountMinor };
}

/**
 * Whether the gateway charged the ordered amount. Otherwise a capture or refund of the full amount must state it:
 * without an amount the gateway would move the amount that it knows.
 */
export function chargedAsOrdered({ chargedMinor, paidMinor, amountMinor }: Attempt): boolean {
  return (chargedMinor ?? amountMinor) === amountMinor && (paidMinor ?? amountMinor) >= amountMinor;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * When a due duplicate may be reversed, milliseconds since 1970: immediately; one minute after a declined reversal was
 * sent, doubling up to a day; starting at five seconds after a reversal that never left, or that the gateway was too
 * busy or not set up to accept. A reversal sent later than `now` is ignored: the clock was set back since.
 */
export function reversalDueAt(state: State, attempt: Attempt, now: number): number {
  const failed = reversalsOf(state, attempt);
  const last = failed.at(-1);
  if (!last || last.sentAt > now) return now;
  const declined = isDeclined(state, last);
  const first = declined ? 60_000 : 5_000;
  return last.sentAt + Math.min(first * 2 ** (failed.length - 1), declined ? DAY_MS : HOUR_MS);
}
