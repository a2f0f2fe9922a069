import { LONGEST_RETRY_MS } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { fits, isOpen } from './operation.ts';
import { isUnderWay, type Operation, type Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';

/** By what, other than its id or its call, news may be told to be of an operation. */

/** How far the gateway's clock and ours may differ. */
const SKEW_MS = 60_000;

/** Whether it is too old to be still on its way: from then on "no such operation" counts, and a failure that only fits. */
export function isPastGrace(
  { clock, config }: Pick<PaymentDeps, 'clock' | 'config'>,
  one: Operation,
): boolean {
  const age = clock.now().getTime() - Date.parse(one.sentAt ?? one.createdAt);
  const underWay = isUnderWay(one) || one.origin === 'reversal';
  const deadline = underWay ? config.gatewayTimeoutMs + LONGEST_RETRY_MS : 0;
  return age > Math.max(config.notFoundGraceS * 1_000, deadline);
}

/** From when on what the gateway did can have been this operation; a reversal may have been sent before. */
function startOf({ origin, sentAt, createdAt }: Operation): number {
  return Date.parse(origin === 'reversal' ? createdAt : (sentAt ?? createdAt));
}

/** Told as begun before this operation was: not ours. What began elsewhere has no such time. */
export function isEarlier(operation: Operation, { createdAt }: GatewayPayment): boolean {
  if (createdAt === null || operation.origin === 'gateway') return false;
  return Date.parse(createdAt) < startOf(operation) - SKEW_MS;
}

/** Told as begun while this operation's call was under way. */
export function isOfItsTime(
  { config }: Pick<PaymentDeps, 'config'>,
  operation: Operation,
  news: GatewayPayment,
): boolean {
  const { createdAt } = news;
  if (createdAt === null || operation.sentAt === null) return false;
  const last = Date.parse(operation.sentAt) + config.gatewayTimeoutMs + LONGEST_RETRY_MS + SKEW_MS;
  return !isEarlier(operation, news) && Date.parse(createdAt) <= last;
}

/** Of this operation, as far as kind, currency, amount and time tell. */
export function mayBeAbout(operation: Operation, payment: Payment, news: GatewayPayment): boolean {
  const { settledBy } = operation;
  return (
    settledBy !== 'not-sent' &&
    settledBy !== 'merged' &&
    !isEarlier(operation, news) &&
    fits(operation, payment, news)
  );
}

/**
 * The operation that news with an unknown id, or none, is of: one in doubt whose own id is not known yet; else one that
 * ended without its id: in this very state, as never arrived or by a person's word. News without an id may be of one
 * whose id is known, too; where there are several it is `unclear`.
 */
export function guess(
  deps: Pick<PaymentDeps, 'clock' | 'config'>,
  payment: Payment,
  operations: readonly Operation[],
  news: GatewayPayment,
): Operation | 'unclear' | null {
  const fitting = operations.filter((one) => mayBeAbout(one, payment, news));
  const without = fitting.filter((one) => one.gatewayOperationId === null);
  if (news.operationId !== null) return among(deps, without, news);
  const done = fitting.filter((one) => one.settledBy !== 'refused' || news.status === 'failure');
  return done.length > 1 ? 'unclear' : among(deps, done, news);
}

/**
 * A failure is rather of what failed anyway; what is in doubt may yet have been done under another id, and is failed by
 * it only when it can no longer be on its way.
 */
function among(
  deps: Pick<PaymentDeps, 'clock' | 'config'>,
  candidates: readonly Operation[],
  news: GatewayPayment,
): Operation | null {
  const same = candidates.find((one) => one.settledBy === 'gateway' && one.status === news.status);
  const open = candidates.find(isOpen);
  const lost =
    candidates.find((one) => one.settledBy === 'not-found') ??
    candidates.find((one) => one.settledBy === 'person');
  if (news.status !== 'failure') return open ?? same ?? lost ?? null;
  const refused = candidates.find(
    (one) => one.settledBy === 'refused' && (news.createdAt === null || isOfItsTime(deps, one, news)),
  );
  const over = open && (open.origin === 'gateway' || isPastGrace(deps, open)) ? open : null;
  return refused ?? over ?? (open ? null : (same ?? lost ?? null));
}
