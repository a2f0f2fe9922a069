import type { PaymentDeps } from './deps.ts';
import { guess, isOfItsTime, isPastGrace, mayBeAbout } from './match-operation.ts';
import { detachedOf, joined, merged, unbound } from './merge-operation.ts';
import { AMOUNT_UNTOLD, isOpen, moveOperation, nextAskOf } from './operation.ts';
import { codeOf, isFinal, type Operation, type OperationMethod, type Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';

/** What the gate makes of news of a secondary operation. */
export interface OperationDecision {
  verdict: 'applied' | 'stale' | 'held' | 'kept';
  /** null where it is of no operation that is known or can be taken in */
  before: Operation | null;
  after: Operation | null;
  /** one that was taken for another and is the same, to be written first */
  merged?: Operation;
  /** what was taken for this one and is another, to be written last */
  detached?: Operation;
}

/** Our own operation that news is of, where that is known. */
export interface Own {
  id: string;
  /** the answer to its call, and no read that only fits */
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
  if (named && asked && named !== asked)
    return asSame(deps, payment, operations, { named, asked }, news, own);
  if (asked && own?.isAnswer) return byAnswer(deps, asked, news);
  if (named) return byName(deps, named, news);
  // A read without an id is of the only one there is; with an unknown one it only fits.
  if (asked && news.operationId === null) return byRead(deps, asked, news);
  const before = guess(deps, payment, operations, news);
  if (before === 'unclear') return KEPT;
  if (before) return byGuess(deps, before, news);
  const after = foreign(deps, payment, news);
  return after ? { verdict: 'applied', before: null, after } : KEPT;
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

/** The id itself may have come by a guess: then a failure ends it only when it can no longer be on its way. */
function byName(deps: Deps, named: Operation, news: GatewayPayment): OperationDecision {
  const doubtful = named.guessed !== null && isOpen(named) && news.status === 'failure';
  if (doubtful && !isPastGrace(deps, named)) return KEPT;
  const { verdict, operation } = moveOperation(named, news);
  return { verdict, before: named, after: operation };
}

function byRead(deps: Deps, asked: Operation, news: GatewayPayment): OperationDecision {
  const waits = isOpen(asked) && news.status === 'failure' && asked.gatewayOperationId === null;
  return waits && !isPastGrace(deps, asked) ? KEPT : byGuess(deps, asked, news);
}

function byGuess(deps: Deps, before: Operation, news: GatewayPayment): OperationDecision {
  const { verdict, operation } = moveOperation(before, news);
  const told = before.gatewayOperationId !== null || before.settledBy === 'gateway';
  const sure = before.origin === 'gateway' || told || verdict === 'stale';
  const guessed = isOfItsTime(deps, before, news) ? 'by-time' : 'by-fit';
  return { verdict, before, after: sure ? operation : { ...operation, guessed } };
}

/** What was guessed before the answer came gives way to it. */
function byAnswer(deps: Deps, asked: Operation, news: GatewayPayment): OperationDecision {
  const known = asked.gatewayOperationId;
  const differs = known !== null && news.operationId !== null && known !== news.operationId;
  if (!differs) {
    const { verdict, operation } = moveOperation(asked, news);
    return { verdict, before: asked, after: { ...operation, guessed: null } };
  }
  const { verdict, operation } = moveOperation(unbound(asked), news);
  return { verdict, before: asked, after: operation, detached: detachedOf(deps, asked) };
}

/**
 * One that was taken for somebody else's is the one that was asked for: by the answer to its call; or as it fits, and
 * was heard of only since.
 */
function asSame(
  deps: Deps,
  payment: Payment,
  operations: readonly Operation[],
  { named, asked }: { named: Operation; asked: Operation },
  news: GatewayPayment,
  own: Own | undefined,
): OperationDecision {
  const since = operations.indexOf(named) > operations.indexOf(asked);
  if (named.origin !== 'gateway' || !since) return KEPT;
  if (!own?.isAnswer) {
    const waits = news.status === 'failure' && !isPastGrace(deps, asked);
    const open = isOpen(asked) && asked.gatewayOperationId === null;
    if (!open || waits || !mayBeAbout(asked, payment, news)) return KEPT;
  }
  const { verdict, operation } = moveOperation(joined(asked, named), news);
  const guessed = isOfItsTime(deps, asked, news) ? 'by-time' : 'by-fit';
  const other = asked.gatewayOperationId !== null && asked.gatewayOperationId !== named.gatewayOperationId;
  return {
    verdict: verdict === 'stale' ? 'applied' : verdict,
    before: asked,
    after: { ...operation, guessed: own?.isAnswer ? null : guessed },
    merged: merged(named, asked),
    ...(other && { detached: detachedOf(deps, asked) }),
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
