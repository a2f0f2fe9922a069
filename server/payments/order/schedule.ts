import type { Attempt } from './attempt.ts';
import { dueReversals, isOnTerms, reversalDueAt } from './duplicate.ts';
import { awaitedMethods } from './hint.ts';
import { requestState, unlinked } from './ledger.ts';
import { externalOperations } from './link.ts';
import type { OrderState } from './state.ts';
import { isFinal } from './transaction.ts';

/** When the worker must poll an order again, and why. Times are milliseconds since 1970; `now` is an argument. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After a call's deadline its answer may still be on its way into the journal. */
const SLACK_MS = 2_000;

/** When the order is due: for a status query or a reversal; null if nothing is awaited. */
export function nextDueAt(state: OrderState, now: number): number | null {
  const times = [...queries(state, now), ...reversals(state, now)];
  return times.length === 0 ? null : Math.min(...times);
}

/** Whether an outcome is unknown or a reversal is due. Orders without either wait until it is their turn. */
export function isUrgent(state: OrderState): boolean {
  return (
    state.attempts.some((one) => one.status === 'unknown') ||
    openRequests(state).some((one) => requestState(state, one).status === 'unknown') ||
    dueReversals(state).length > 0
  );
}

function queries(state: OrderState, now: number): number[] {
  const attempts = state.attempts.filter((one) => !isFinal(one.status) && !isAbandoned(one, now));
  return [
    ...state.attempts.flatMap((one) => nextLookAfterHint(state, one, now)),
    ...attempts.map((one) => {
      // A page over other terms is to be cancelled.
      if (isPage(one) && (one.method === 'lookup' || isOnTerms(state, one))) return nextLookAtPage(one, now);
      const leadsNowhere = one.status === 'pending' && one.statusCode === '2122' && one.actionUrl === null;
      const quick = one.status === 'unknown' || leadsNowhere;
      return nextQueryAt({ sentAt: one.sentAt, callMs: one.callMs, inFlight: one.inFlight, quick }, now);
    }),
    ...queriesOfOperations(state, now),
  ];
}

function queriesOfOperations(state: OrderState, now: number): number[] {
  const external = unlinked(state).filter((one) => !isFinal(one.status));
  return [
    ...openRequests(state).map((one) => {
      const { sentAt, callMs, inFlight } = one;
      return nextQueryAt(
        { sentAt, callMs, inFlight, quick: requestState(state, one).status === 'unknown' },
        now,
      );
    }),
    ...external.map((one) =>
      nextQueryAt({ sentAt: one.reportedAt, callMs: 0, inFlight: false, quick: false }, now),
    ),
  ];
}

/** An answer counts only so long after a hint (hint.ts), milliseconds: the gateway may list an operation late. */
export const HINT_MS = 60_000;

function nextLookAfterHint(state: OrderState, attempt: Attempt, now: number): number[] {
  const { hintedAt } = attempt;
  if (hintedAt === null || now - hintedAt >= LONGEST_HINT_MS) return [];
  // The link may have been confirmed since: then nothing is left to ask.
  if (awaitedMethods(state, attempt).size === 0) return [];
  // An entry's time grows within its journal, and may lie somewhat ahead.
  const isFresh = hintedAt >= now && hintedAt < now + CLOCKS_MS;
  return [isFresh ? now : nextQueryAt({ sentAt: hintedAt, callMs: 0, inFlight: false, quick: false }, now)];
}

/** A hosted page on which no payment has started. */
export const isPage = ({ mode, status, inFlight }: Attempt): boolean =>
  mode === 'hosted' && status === 'init' && !inFlight;

/** A page without a lifetime is no longer polled after this. */
export const LONGEST_PAGE_MS = 30 * DAY_MS;
/** Without an answer a hint is given up after this: the payment's project may no longer exist. */
const LONGEST_HINT_MS = 30 * DAY_MS;

/** The assumed end of the page's lifetime. */
const pageEnds = ({ expiresAt, sentAt }: Attempt): number =>
  expiresAt === null ? sentAt + LONGEST_PAGE_MS : expiresAt + HOUR_MS;

const isAbandoned = (one: Attempt, now: number): boolean => isPage(one) && now >= pageEnds(one);

/** Whether the lifetime of an unpaid page is over: its address may no longer work. */
export const isExpiredPage = (one: Attempt, now: number): boolean =>
  isPage(one) && one.expiresAt !== null && now >= one.expiresAt;

/**
 * As {@link nextQueryAt}, but less and less often after the first day, and for the last time when the page's lifetime
 * is over.
 */
function nextLookAtPage(one: Attempt, now: number): number {
  const age = now - one.sentAt;
  const pause = Math.min(Math.max(age / 2, 10_000), age < DAY_MS ? HOUR_MS : Number.POSITIVE_INFINITY);
  return Math.min(now + Math.round(pause), pageEnds(one));
}

/** Requests whose outcome the gateway can still report. */
export function openRequests(state: OrderState) {
  return state.requests.filter((one) => !isFinal(requestState(state, one).status));
}

/** Operations that are certainly not ours and not final yet: they can be resolved manually. */
export function openExternal(state: OrderState) {
  return externalOperations(state).filter((one) => !isFinal(one.status));
}

/** How far the clocks of two companions may differ, milliseconds. */
export const CLOCKS_MS = 10_000;

/** Whether it was sent by a clock that was ahead of ours: its age is unknown, and no window over it would ever end. */
export const isSentAhead = ({ sentAt }: Pick<Attempt, 'sentAt'>, now: number): boolean =>
  sentAt > now + CLOCKS_MS;

/** Whether a part of the order was written by a clock that was ahead of ours, so that its age is unknown. */
export function isDatedAhead({ attempts, requests, operations }: OrderState, now: number): boolean {
  const times = [
    ...attempts.flatMap(({ sentAt, hintedAt }) => [sentAt, hintedAt ?? 0]),
    ...requests.map(({ sentAt }) => sentAt),
    ...operations.map(({ reportedAt }) => reportedAt),
  ];
  return times.some((time) => time > now + CLOCKS_MS);
}

/** Calls whose deadline is over and whose outcome is not in the journal: the process that made them has died. */
export function lostCalls({ attempts, requests }: OrderState, now: number): string[] {
  const isLost = (sentAt: number, callMs: number) => now >= callEnds(sentAt, callMs);
  return [
    ...attempts.filter((one) => one.inFlight && isLost(one.sentAt, one.callMs)),
    ...requests.filter((one) => one.inFlight && isLost(one.sentAt, one.callMs)),
  ].map((one) => one.id);
}

const callEnds = (sentAt: number, callMs: number): number => sentAt + callMs + SLACK_MS;

interface Sent {
  sentAt: number;
  callMs: number;
  inFlight: boolean;
  /** the customer waits for it and can do nothing else */
  quick: boolean;
}

/**
 * After half the request's age, so that recent requests are polled often and old ones rarely: starting at one second if
 * the customer can do nothing but wait, at ten if a webhook is expected. Nothing is polled while our call is in flight.
 */
function nextQueryAt({ sentAt, callMs, inFlight, quick }: Sent, now: number): number {
  if (inFlight && now < callEnds(sentAt, callMs)) return callEnds(sentAt, callMs);
  const pause = Math.min(Math.max((now - sentAt) / 2, quick ? 1_000 : 10_000), HOUR_MS);
  return now + Math.round(pause);
}

function reversals(state: OrderState, now: number): number[] {
  return dueReversals(state).map(({ attempt }) => reversalDueAt(state, attempt, now));
}
