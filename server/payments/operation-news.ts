import type { PaymentDeps } from './deps.ts';
import { fits, isOpen, moveOperation, nextAskOf } from './operation.ts';
import { codeOf, isFinal, type Operation, type OperationMethod, type Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';

/** What the gate makes of news of a secondary operation. */
export interface OperationDecision {
  verdict: 'applied' | 'stale' | 'held' | 'kept';
  /** null where it is of no operation that is known or can be taken in */
  before: Operation | null;
  after: Operation | null;
}

const KEPT: OperationDecision = { verdict: 'kept', before: null, after: null };

/** Methods of operations on a payment; news of these never changes the payment itself. */
export const SECONDARY: ReadonlySet<string> = new Set<OperationMethod>(['capture', 'void', 'refund']);

/**
 * Decides on news of an operation. One that nobody here began (from the gateway's own portal) is taken in. What
 * cannot be of this payment is kept and changes nothing.
 * @param own the operation to which the news is the answer, where that is known
 */
export function decideOnOperation(
  deps: Pick<PaymentDeps, 'config' | 'newId' | 'clock'>,
  payment: Payment,
  operations: readonly Operation[],
  news: GatewayPayment,
  own?: string,
): OperationDecision {
  if (!mayBeOf(payment, news, deps.config.posId)) return KEPT;
  const named = operations.find(
    (one) => news.operationId !== null && one.gatewayOperationId === news.operationId,
  );
  const asked = operations.find((one) => one.id === own);
  if ([named, asked].some((one) => one && one.method !== news.method)) return KEPT;
  if (named && asked && named !== asked) return KEPT;
  const before = named ?? (asked && mayBear(asked, news) ? asked : nameless(payment, operations, news));
  if (before) {
    const { verdict, operation } = moveOperation(before, news);
    return { verdict, before, after: operation };
  }
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

/** Whether the operation may have the id that is told. */
function mayBear({ gatewayOperationId: known }: Operation, { operationId }: GatewayPayment): boolean {
  return known === null || operationId === null || known === operationId;
}

/**
 * The operation that news with an unknown id, or none, is of: one in doubt whose own id is not known yet; else one
 * that ended without its id, as never arrived, by a person's word, or in this very state. News without an id may also be of one whose
 * id is known.
 */
function nameless(
  payment: Payment,
  operations: readonly Operation[],
  news: GatewayPayment,
): Operation | null {
  const fitting = operations.filter((one) => fits(one, payment, news));
  const without = fitting.filter((one) => one.gatewayOperationId === null);
  const candidates = news.operationId === null ? [...without, ...fitting] : without;
  return (
    candidates.find(isOpen) ??
    candidates.find((one) => one.settledBy === 'not-found') ??
    candidates.find((one) => one.settledBy === 'person') ??
    candidates.find((one) => one.settledBy === 'gateway' && one.status === news.status) ??
    null
  );
}

/** An operation that somebody began elsewhere; null where its amount is not told. */
function foreign(
  { newId, clock }: Pick<PaymentDeps, 'newId' | 'clock'>,
  payment: Payment,
  news: GatewayPayment,
): Operation | null {
  if (news.amountMinor === null) return null;
  const now = clock.now();
  const at = now.toISOString();
  const operation: Operation = {
    id: newId(),
    paymentId: payment.id,
    method: news.method as OperationMethod,
    amountMinor: news.amountMinor,
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
    held: null,
    idempotencyKey: null,
    requestHash: null,
    sentAt: at,
    askAt: null,
    createdAt: at,
    updatedAt: at,
  };
  return { ...operation, askAt: nextAskOf(operation, now) };
}
