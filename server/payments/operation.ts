import { LONGEST_RETRY_MS } from './call-once.ts';
import { codeOf, isFinal, nextAsk, type Operation, type Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';

/** The moves of one secondary operation. */

/** `held` of an operation of which both a success and a failure were told. */
export const CONTRADICTION = 'contradicting-ends';

/** `held` of an operation begun elsewhere whose amount was never told: it counts as the whole. */
export const AMOUNT_UNTOLD = 'amount-untold';

/** In doubt or still open: another operation on its payment has to wait. */
export const isOpen = ({ status }: Pick<Operation, 'status'>): boolean => !isFinal(status);

/** Whether the gateway has ever told of it: then "no such operation" is no answer. */
export const isAcknowledged = (operation: Operation): boolean =>
  operation.status !== 'unknown' || operation.gatewayOperationId !== null;

/** What becomes of an operation by news of it. `stale` may still have learnt the operation's id. */
export interface OperationMove {
  verdict: 'applied' | 'stale' | 'held';
  operation: Operation;
}

/**
 * An operation after news of it. States never move backwards; only a failure that we concluded ourselves gives way
 * to the gateway's word. Of two different ends the first is kept, and the operation is held for a person; a person's word
 * may be confirmed.
 */
export function moveOperation(operation: Operation, news: GatewayPayment): OperationMove {
  const known = { ...operation, gatewayOperationId: operation.gatewayOperationId ?? news.operationId };
  const settled = isFinal(operation.status) && operation.settledBy === 'gateway';
  const said = settled || operation.settledBy === 'person';
  if (said && isFinal(news.status) && news.status !== operation.status) {
    return { verdict: 'held', operation: { ...known, held: CONTRADICTION } };
  }
  if (isBehind(operation, news)) return { verdict: 'stale', operation: known };
  const untold = operation.held === AMOUNT_UNTOLD;
  const learns = untold && (news.amountMinor !== null || news.status === 'failure');
  const moved = {
    ...told(known, news),
    ...(learns && { held: null }),
    amountMinor: settled && !learns ? operation.amountMinor : amountOf(known, news),
  };
  const same = JSON.stringify(moved) === JSON.stringify(operation);
  return { verdict: same ? 'stale' : 'applied', operation: moved };
}

/** News of an earlier state than the one that is known. */
function isBehind({ status, settledBy }: Operation, news: GatewayPayment): boolean {
  if (isFinal(status)) return (settledBy === 'gateway' || settledBy === 'person') && !isFinal(news.status);
  return status === 'pending' && news.status === 'init';
}

function told(operation: Operation, news: GatewayPayment): Operation {
  const before = news.status === operation.status ? operation : { statusCode: null, statusDescription: null };
  return {
    ...operation,
    status: news.status,
    statusCode: codeOf(news) ?? before.statusCode,
    statusDescription: news.statusDescription?.slice(0, 512) ?? before.statusDescription,
    settledBy: isFinal(news.status) ? 'gateway' : null,
    comment: operation.comment ?? news.comment?.slice(0, 2048) ?? null,
    receiptUrl: news.receiptUrl ?? operation.receiptUrl,
  };
}

/** "Actual amount" (interface document, Secondary operation response object): it counts once it has succeeded. */
function amountOf(operation: Operation, news: GatewayPayment): number {
  const counts = news.status === 'success' || operation.held === AMOUNT_UNTOLD;
  return counts && news.amountMinor !== null ? news.amountMinor : operation.amountMinor;
}

/**
 * Whether news may be of this operation as far as method, currency and amount tell. A void takes the whole in any
 * case; of a whole payment the amount told may be larger by the payer's commission.
 */
export function fits(operation: Operation, payment: Payment, news: GatewayPayment): boolean {
  if (news.method !== operation.method) return false;
  if (news.currency !== null && news.currency !== operation.currency) return false;
  if (operation.method === 'void' || news.amountMinor === null) return true;
  const whole = operation.amountMinor >= payment.amountMinor;
  return news.amountMinor === operation.amountMinor || (whole && news.amountMinor > operation.amountMinor);
}

/** When to ask about an operation that is being sent: its call is under way until its deadline. */
export function firstAsk(now: Date, timeoutMs: number): string {
  return new Date(now.getTime() + timeoutMs + LONGEST_RETRY_MS + 2_000).toISOString();
}

/** When to ask the gateway about an operation again; null for one that has ended or was not sent. */
export function nextAskOf(operation: Operation, now: Date): string | null {
  if (operation.sentAt === null) return null;
  return nextAsk({ ...operation, actionUrl: null, createdAt: operation.sentAt }, now);
}
