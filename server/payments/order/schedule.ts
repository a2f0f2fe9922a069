import type { Sent } from './journal.ts';
import type { Operation } from './operations.ts';
import type { OrderState } from './order.ts';
import { dueRefunds, failedRefunds, isCancellable, isOnTerms } from './paying.ts';
import { isFinal, type TransactionState, type Payment, standing } from './payment.ts';

/**
 * When the worker asks the gateway next, and when something has been open for too long. All times are milliseconds
 * since 1970, by our clock.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The answer may still be on its way into the journal after the deadline of its call. */
const SLACK = 2_000;
/** A page without a lifetime. */
const LONGEST_PAGE = 30 * DAY;

/** No due time lies further ahead, unless the clock was set back. */
export const LONGEST_PAUSE_MS = DAY;

/** When the order is due, for a query, a cancellation or an automatic refund; null if nothing is awaited. */
export function nextDueAt(state: OrderState, now: number): number | null {
  const times = [
    ...[...state.payments, ...state.operations]
      .filter((one) => isAwaited(one, now))
      .map((one) => nextQueryAt(state, one, now)),
    ...dueRefunds(state).map((one) => refundDueAt(state, one)),
  ];
  return times.length === 0 ? null : Math.min(...times);
}

/** It has not ended, or its page is open for another card. */
export const isAwaited = (one: Payment | Operation, now: number): boolean =>
  !isFinal(one) || ('mode' in one && mayPayAgain(one, now));

/** The page has timed out, or was cancelled. */
const ENDS_OF_PAGES = ['4148', '4149', '6007'];

/**
 * A card was declined on a hosted page: people try another one the same day. An hour after its end the gateway has told
 * of every card.
 */
const mayPayAgain = (one: Payment, now: number): boolean =>
  standing(one) === 'failure on a page' &&
  one.review === null &&
  !ENDS_OF_PAGES.includes(one.statusCode ?? '') &&
  now < Math.min(one.expiresAt ?? Infinity, one.sentAt + DAY) + HOUR;

/** After half its age: soon while a customer can only wait, seldom for what is old; not while our call is in flight. */
function nextQueryAt(state: OrderState, one: Payment | Operation, now: number): number {
  if (one.inFlight && !isCallLost(one, now)) return Math.min(callEndsAt(one), now + HOUR);
  const first = isQuick(one) ? 1_000 : 10_000;
  const isToCancel = isPage(one) && isPageToCancel(state, one, now);
  const since = isToCancel ? Math.max(one.sentAt, state.closedAt ?? 0) : one.sentAt;
  const pause = Math.min(Math.max((now - since) / 2, first), isPage(one) && !isToCancel ? DAY : HOUR);
  return now + Math.round(pause);
}

/** Nobody can do anything but wait: the outcome is unknown, or the challenge has no address (2122). */
const isQuick = (one: Payment | Operation): boolean =>
  one.status === 'unknown' || ('actionUrl' in one && one.statusCode === '2122' && one.actionUrl === null);

/** One minute after an automatic refund that failed, doubling up to a day. */
export function refundDueAt(state: OrderState, payment: Payment): number {
  const failed = failedRefunds(state, payment);
  const last = failed.at(-1);
  return last ? last.sentAt + Math.min(MINUTE * 2 ** (failed.length - 1), DAY) : 0;
}

const callEndsAt = ({ sentAt, callMs }: Sent): number => sentAt + callMs + SLACK;

/** A call whose deadline is over without an entry about its end: the process that made it has died. So it is if the clock was set back by more than a day. */
export const isCallLost = (one: Sent & TransactionState, now: number): boolean =>
  one.inFlight && (now >= callEndsAt(one) || one.sentAt > now + LONGEST_PAUSE_MS);

/** A hosted page on which no payment has started. */
const isPage = (one: Payment | Operation): one is Payment =>
  'mode' in one && one.mode === 'hosted' && one.status === 'init';

/** The page's lifetime is over: its address may no longer work. */
const isExpiredPage = (one: Payment, now: number): boolean =>
  isPage(one) && now >= (one.expiresAt ?? one.sentAt + LONGEST_PAGE);

/** An unpaid page that nobody may pay any more: it has expired, its terms have changed, or the order is closed. */
export const isPageToCancel = (state: OrderState, one: Payment, now: number): boolean =>
  isCancellable(one) && (state.closedAt !== null || isExpiredPage(one, now) || !isOnTerms(state, one));

/** When it has been open for too long; never once it has ended. */
export function overdueAt(one: Payment | Operation): number {
  if (isFinal(one)) return Infinity;
  return isPage(one) ? (one.expiresAt ?? one.sentAt + LONGEST_PAGE) + DAY : one.sentAt + DAY;
}

export const isOverdue = (one: Payment | Operation, now: number): boolean => overdueAt(one) <= now;

/** From when "the gateway lists no such thing" counts. */
export const graceEndsAt = (one: Sent, graceMs: number): number =>
  Math.max(one.sentAt + graceMs, callEndsAt(one));
