import { ProblemError } from '../../contract/problem.ts';
import type { PaymentMode } from '../../contract/words.ts';
import { LimitReached } from './limits.ts';
import type { CallEnd, Entry } from '../order/journal.ts';
import type { OrderState, Snapshot } from '../order/order.ts';
import { isOrderIdTaken } from '../order/ownership.ts';
import { attemptsLeft } from '../order/paying.ts';
import type { Payment } from '../order/payment.ts';
import type { PaymentDeps } from '../ports.ts';

/** How many attempts an order takes. */

/**
 * How many order ids a request may try: a payment whose id the gateway knows already goes on under the next one. Those
 * are random, so only a gateway that refuses them all lets it end.
 */
export const MOST_ORDER_IDS = 3;

/** Why the order takes no further attempt for now; null if it does. */
export function attemptsRefusal(
  { limits }: Pick<PaymentDeps, 'limits'>,
  order: Snapshot,
  state: OrderState,
  mode: PaymentMode,
  nowMs: number,
): ProblemError | null {
  if (attemptsLeft(state) === 0) return new ProblemError('too-many-attempts');
  const attempts = attemptsOf(order, state).filter((one) => one.sentAt > nowMs - HOUR_MS);
  const freeAt = attempts.at(-MOST_AN_HOUR)?.sentAt;
  if (freeAt !== undefined) return crowded(freeAt + HOUR_MS - nowMs);
  const restMs = pauseLeft(order, state, nowMs);
  if (restMs > 0) return crowded(restMs);
  if (mode === 'direct' || !limits) return null;
  const { most, windowMs } = limits.rules.order;
  const refused = attemptsOf(order, state).filter(
    (one) => one.mode === 'hosted' && one.endedBy === 'refused' && one.sentAt > nowMs - windowMs,
  );
  const oldest = refused.at(-most);
  return oldest ? new LimitReached('order', Math.ceil((oldest.sentAt + windowMs - nowMs) / 1_000), {}) : null;
}

const HOUR_MS = 3_600_000;
/** An order gets slower to process with each payment, whether it was declined or not. */
const MOST_AN_HOUR = 60;

const crowded = (afterMs: number): ProblemError =>
  new ProblemError(
    'gateway-busy',
    'Too many unsuccessful attempts. Try again later.',
    [],
    Math.ceil(afterMs / 1_000),
  );

const FREE_RETRIES = 3;
const PAUSE_MS = 100;

/**
 * Attempts that do not reach the gateway count as none, so they are slowed down: after the first few, by a pause that
 * grows with the square of their number. A minute of trying makes a dozen, a year a thousand.
 */
function pauseLeft({ entries }: Snapshot, { payments }: OrderState, nowMs: number): number {
  const out = unreached(entries);
  const reached = payments.findLastIndex((one) => !out.has(one.id));
  const failed = payments.slice(reached + 1);
  // A clock that was set back lets nobody wait for longer.
  const sinceMs = Math.abs(nowMs - (failed.at(-1)?.updatedAt ?? 0));
  return PAUSE_MS * Math.max(0, failed.length - FREE_RETRIES) ** 2 - sinceMs;
}

/** Ids of attempts that never reached the gateway: not sent, or 429. */
function unreached(entries: readonly Entry[]): Set<string> {
  const isOut = (end: CallEnd) =>
    end.how === 'not-sent' || (end.how === 'refused' && end.refusal.means === 'busy');
  return new Set(entries.flatMap((one) => (one.kind === 'call-ended' && isOut(one.end) ? [one.about] : [])));
}

/**
 * Attempts that count, oldest first: those since the merchant's API updated the order. What never reached the gateway
 * uses nothing up, nor do the first ones whose order id was a stranger's.
 */
function attemptsOf({ entries }: Snapshot, { payments, declinesForgotten }: OrderState): Payment[] {
  const out = unreached(entries);
  const taken = new Set(payments.filter(isOrderIdTaken).slice(0, MOST_ORDER_IDS));
  return payments.slice(declinesForgotten).filter((one) => !out.has(one.id) && !taken.has(one));
}
