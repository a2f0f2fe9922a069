import { LONGEST_RETRY_MS } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { fits, isOpen } from './operation.ts';
import { isUnderWay, type Operation, type Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';

/** By what, other than its id or its call, news may be told to be of an operation. */

type Deps = Pick<PaymentDeps, 'clock' | 'config'>;

/** How far the gateway's clock and ours may differ. */
const SKEW_MS = 60_000;

/** Whether it is too old to be still on its way: from then on "no such operation" counts, and a failure that only fits. */
export function isPastGrace({ clock, config }: Deps, one: Operation): boolean {
  const age = clock.now().getTime() - Date.parse(one.sentAt ?? one.createdAt);
  const underWay = isUnderWay(one) || one.origin === 'reversal';
  const deadline = underWay ? config.gatewayTimeoutMs + LONGEST_RETRY_MS : 0;
  return age > Math.max(config.notFoundGraceS * 1_000, deadline);
}

/**
 * Whether the time that news tells is one at which the gateway can have begun this operation (every event tells one:
 * interface document, Secondary event fields).
 */
export function timeOf(
  { config }: Pick<PaymentDeps, 'config'>,
  operation: Operation,
  { createdAt }: GatewayPayment,
): 'fitting' | 'another' | 'untold' {
  if (createdAt === null) return 'untold';
  const at = Date.parse(createdAt);
  const [first, last] = spanOf(operation, config.gatewayTimeoutMs + LONGEST_RETRY_MS);
  return first - SKEW_MS <= at && at <= last + SKEW_MS ? 'fitting' : 'another';
}

/** From its sending until its call can arrive no more; a reversal may have been sent before, and will be again. */
function spanOf({ origin, sentAt, createdAt }: Operation, callMs: number): [first: number, last: number] {
  const written = Date.parse(createdAt);
  // Begun elsewhere, and before it was heard of.
  if (origin === 'gateway') return [-Infinity, written];
  const sent = sentAt === null ? null : Date.parse(sentAt);
  return [origin === 'reversal' ? written : (sent ?? written), sent === null ? Infinity : sent + callMs];
}

/** Of this operation, as far as kind, currency, amount and time tell. What was never sent is nothing at the gateway. */
export function mayBeAbout(
  deps: Pick<PaymentDeps, 'config'>,
  operation: Operation,
  payment: Payment,
  news: GatewayPayment,
): boolean {
  const { settledBy } = operation;
  const isNone = settledBy === 'not-sent' || settledBy === 'merged';
  return !isNone && timeOf(deps, operation, news) !== 'another' && fits(operation, payment, news);
}

/** Of what news may be about, the first of the first line that holds is taken. */
const PREFERRED: readonly ((one: Operation, news: GatewayPayment) => boolean)[] = [
  // It has come to this in any case, and only its id was not told: nothing but the id is a guess.
  (one, news) => one.status === news.status,
  // It is in doubt, and this is what is waited for.
  isOpen,
  // It was given up, and has arrived after all.
  (one) => one.settledBy === 'not-found',
  // A person has said otherwise, and has to look again.
  (one) => one.settledBy === 'person',
];

/**
 * The operation that news with an unknown id, or none, is of: one whose own id is not known yet. News without an id may
 * be of one whose id is known, too; where there are several it is `unclear`.
 */
export function guess(
  deps: Pick<PaymentDeps, 'config'>,
  payment: Payment,
  operations: readonly Operation[],
  news: GatewayPayment,
): Operation | 'unclear' | null {
  const fitting = operations.filter((one) => mayBeAbout(deps, one, payment, news));
  if (news.operationId !== null) {
    const nameless = fitting.filter((one) => one.gatewayOperationId === null);
    return preferred(nameless, news);
  }
  const done = fitting.filter((one) => one.settledBy !== 'refused' || news.status === 'failure');
  return done.length > 1 ? 'unclear' : preferred(done, news);
}

function preferred(candidates: readonly Operation[], news: GatewayPayment): Operation | null {
  for (const holds of PREFERRED) {
    const one = candidates.find((candidate) => holds(candidate, news));
    if (one) return one;
  }
  return null;
}

/**
 * Whether news that only fits may end it so. A failure ends what is in doubt, and may yet have been done under another
 * id, only where the gateway was asked for it and told of no other, when it can no longer be on its way.
 */
export function mayEnd(
  deps: Deps,
  one: Operation,
  news: GatewayPayment,
  asked: Operation | undefined,
): boolean {
  if (news.status !== 'failure' || !isOpen(one)) return true;
  return one === asked && isPastGrace(deps, one);
}
