import type { PaymentView } from '../../contract/checkout-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import { readOrder } from '../desk.ts';
import type { Snapshot } from '../order/order.ts';
import { isFinal } from '../order/transaction.ts';
import { canRetry, paymentView } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { type WaitOptions, waitUntil } from '../wait.ts';

/**
 * A payment of an order: returned immediately if it is final or has changed since `since`, otherwise at its next change
 * or when the time is over.
 * @throws ProblemError `payment-not-found`, `too-many-waiting`
 */
export async function followPayment(
  deps: PaymentDeps,
  { orderId, paymentId }: { orderId: string; paymentId: string },
  { since, ...options }: WaitOptions & { since?: string | undefined },
): Promise<PaymentView> {
  const order = await readOrder(deps, orderId);
  const seen = since ?? viewOf(order, paymentId).updatedAt;
  const holds = (current: Snapshot) => {
    const { status, updatedAt } = viewOf(current, paymentId);
    return isFinal(status) || updatedAt !== seen;
  };
  if (options.ms > 0 && !holds(order)) requireRoom(deps, orderId);
  return viewOf(await waitUntil(deps, order, holds, options), paymentId);
}

/** Each open page of a customer makes one waiting request, which costs about 100 KB. */
const MOST_OF_ORDER = 100;
const MOST = 5_000;
const RETRY_AFTER_S = 5;

function requireRoom({ changes }: PaymentDeps, orderId: string): void {
  const { order, all } = changes.waiting(orderId);
  if (order < MOST_OF_ORDER && all < MOST) return;
  throw new ProblemError('too-many-waiting', 'Try again in a moment.', [], RETRY_AFTER_S);
}

function viewOf({ orderId, state }: Snapshot, paymentId: string): PaymentView {
  const attempt = state.attempts.find((one) => one.id === paymentId);
  if (!attempt) throw new ProblemError('payment-not-found');
  return paymentView(orderId, attempt, canRetry(state));
}
