import type { PaymentDeps } from './deps.ts';
import { guess, mayBeAbout, mayEnd, timeOf } from './match-operation.ts';
import { askedAmount, detachedOf, joined, merged, released, unbound } from './merge-operation.ts';
import { AMOUNT_UNTOLD, isOpen, moveOperation, nextAskOf } from './operation.ts';
import { codeOf, isFinal, type Operation, type OperationMethod, type Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';

/** What the gate makes of news of a secondary operation. */
export interface OperationDecision {
  verdict: 'applied' | 'stale' | 'held' | 'kept';
  /** null where it is of no operation that is known or can be taken in */
  before: Operation | null;
  after: Operation | null;
  /** one that gives its id to this one, or is the same, to be written first */
  merged?: Operation;
  /** what was taken for this one and is another, to be written last */
  detached?: Operation;
}

/** What is known where news comes in. */
interface Known {
  payment: Payment;
  operations: readonly Operation[];
  /** the one with the id that is told */
  named: Operation | undefined;
  /** the one that was asked for */
  asked: Operation | undefined;
}

/** Our own operation that news is of, where that is known. */
export interface Own {
  id: string;
  /** the answer to its call; or else a read that fits it better than all others told */
  isAnswer: boolean;
}

type Deps = Pick<PaymentDeps, 'config' | 'newId' | 'clock'>;

const KEPT: OperationDecision = { verdict: 'kept', before: null, after: null };

/** Methods of operations on a payment; news of these never changes the payment itself. */
export const SECONDARY: ReadonlySet<string> = new Set<OperationMethod>(['capture', 'void', 'refund']);

/**
 * Decides on news of an operation. One that nobody here began (from the gateway's own portal) is taken in. What
 * cannot be of this payment, or could be of several operations, is kept and changes nothing.
 */
export function decideOnOperation(
  deps: Deps,
  payment: Payment,
  operations: readonly Operation[],
  news: GatewayPayment,
  own?: Own,
): OperationDecision {
  if (!mayBeOf(payment, news, deps.config.posId)) return KEPT;
  const named = operations.find(
    (one) => news.operationId !== null && one.gatewayOperationId === news.operationId,
  );
  const asked = operations.find((one) => one.id === own?.id);
  if ([named, asked].some((one) => one && one.method !== news.method)) return KEPT;
  const known: Known = { payment, operations, named, asked };
  if (asked && own?.isAnswer) return byAnswer(deps, known, asked, news);
  if (named && asked && named !== asked) return asSame(deps, known, named, asked, news);
  if (named) return byName(deps, named, news, asked);
  return byGuess(deps, known, news);
}

function mayBeOf(payment: Payment, news: GatewayPayment, posId: string): boolean {
  const same = (told: string | null, known: string | null) =>
    told === null || known === null || told.toLowerCase() === known.toLowerCase();
  return (
    same(news.posId, posId) &&
    same(news.gatewayPaymentId, payment.gatewayPaymentId) &&
    (news.currency === null || news.currency === payment.currency)
  );
}

/** The id itself may have come by a guess. */
function byName(
  deps: Deps,
  named: Operation,
  news: GatewayPayment,
  asked: Operation | undefined,
): OperationDecision {
  if (named.guessed !== null && !mayEnd(deps, named, news, asked)) return KEPT;
  const { verdict, operation } = moveOperation(named, news);
  const isBetter = named.guessed === 'by-fit' && timeOf(deps, named, news) === 'fitting';
  return { verdict, before: named, after: isBetter ? { ...operation, guessed: 'by-time' } : operation };
}

/** What has no known id only fits. */
function byGuess(deps: Deps, { payment, operations, asked }: Known, news: GatewayPayment): OperationDecision {
  const before = guess(deps, payment, operations, news);
  if (before === 'unclear') return KEPT;
  if (before && mayEnd(deps, before, news, asked)) {
    const { verdict, operation } = moveOperation(before, news);
    return { verdict, before, after: { ...operation, guessed: guessOf(deps, before, operation, news) } };
  }
  // It may be of the one that was asked for, and is told again.
  if (before && before === asked) return KEPT;
  const after = foreign(deps, payment, news);
  return after ? { verdict: 'applied', before: null, after } : KEPT;
}

/** What of an operation is a guess after news that only fits it. */
function guessOf(
  deps: Deps,
  before: Operation,
  after: Operation,
  news: GatewayPayment,
): Operation['guessed'] {
  if (before.gatewayOperationId !== null) return before.guessed;
  if (before.status === after.status) return before.guessed ?? (news.operationId === null ? null : 'id');
  return timeOf(deps, before, news) === 'fitting' ? 'by-time' : 'by-fit';
}

/**
 * The answer to our own call: whatever was guessed before it came gives way to it. Only an id that is certainly
 * another's is not believed.
 */
function byAnswer(
  deps: Deps,
  { payment, operations, named }: Known,
  asked: Operation,
  news: GatewayPayment,
): OperationDecision {
  const other = named && named !== asked ? named : null;
  const isGuess = other?.guessed !== null;
  if (other && !isGuess && !isSince(operations, other, asked)) return KEPT;
  const isWrong = isMistaken(asked, news);
  const amountOf = (one: Operation) => askedAmount(deps, payment, operations, one);
  const own = isWrong ? unbound(asked, amountOf(asked)) : asked;
  const { verdict, operation } = moveOperation(other && !isGuess ? joined(own, other) : own, news);
  const isNamedByGuess = news.operationId === null && operation.gatewayOperationId !== null;
  return {
    verdict: other && verdict === 'stale' ? 'applied' : verdict,
    before: asked,
    after: { ...operation, guessed: isNamedByGuess ? operation.guessed : null },
    ...(other && { merged: isGuess ? released(other, amountOf(other)) : merged(other, asked) }),
    ...(isWrong && { detached: detachedOf(deps, asked) }),
  };
}

/** Whether something else was taken for it: told under another id, or as anything but a failure where it failed. */
function isMistaken(asked: Operation, news: GatewayPayment): boolean {
  const known = asked.gatewayOperationId;
  if (known !== null && known === news.operationId) return false;
  const isOther = known !== null && news.operationId !== null;
  const hasFailed = news.status === 'failure' && asked.status !== 'failure';
  return isOther || (hasFailed && asked.guessed !== null);
}

/** Begun elsewhere, as it seemed, and heard of only since ours was written down. */
function isSince(operations: readonly Operation[], other: Operation, asked: Operation): boolean {
  return other.origin === 'gateway' && operations.indexOf(other) > operations.indexOf(asked);
}

/** One that was taken for somebody else's is the one that was asked for, as it fits. */
function asSame(
  deps: Deps,
  { payment, operations }: Known,
  named: Operation,
  asked: Operation,
  news: GatewayPayment,
): OperationDecision {
  const isFree = isSince(operations, named, asked) && named.guessed === null;
  const isNameless = isOpen(asked) && asked.gatewayOperationId === null;
  const mayBe = mayBeAbout(deps, asked, payment, news) && mayEnd(deps, asked, news, asked);
  if (!isFree || !isNameless || !mayBe) return KEPT;
  const { verdict, operation } = moveOperation(joined(asked, named), news);
  return {
    verdict: verdict === 'stale' ? 'applied' : verdict,
    before: asked,
    after: { ...operation, guessed: guessOf(deps, asked, operation, news) },
    merged: merged(named, asked),
  };
}

/**
 * An operation that somebody began elsewhere. Without its amount it counts as the whole and waits for a person, or for
 * news that tells it; null where it failed all the same.
 */
function foreign(
  { newId, clock }: Pick<PaymentDeps, 'newId' | 'clock'>,
  payment: Payment,
  news: GatewayPayment,
): Operation | null {
  const untold = news.amountMinor === null && news.method !== 'void';
  if (untold && news.status === 'failure') return null;
  const now = clock.now();
  const at = now.toISOString();
  const operation: Operation = {
    id: newId(),
    paymentId: payment.id,
    method: news.method as OperationMethod,
    amountMinor: news.amountMinor ?? payment.amountMinor,
    currency: payment.currency,
    split: null,
    status: news.status,
    statusCode: codeOf(news),
    statusDescription: news.statusDescription?.slice(0, 512) ?? null,
    settledBy: isFinal(news.status) ? 'gateway' : null,
    origin: 'gateway',
    comment: news.comment?.slice(0, 2048) ?? null,
    receiptUrl: news.receiptUrl,
    gatewayOperationId: news.operationId,
    guessed: null,
    held: untold ? AMOUNT_UNTOLD : null,
    idempotencyKey: null,
    requestHash: null,
    sentAt: at,
    askAt: null,
    createdAt: at,
    updatedAt: at,
  };
  return { ...operation, askAt: nextAskOf(operation, now) };
}
