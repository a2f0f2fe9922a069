import type { PaymentView } from '../../contract/checkout-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import { readOrder, type Snapshot } from '../desk.ts';
import { isFinal } from '../order/transaction.ts';
import { canRetry, paymentView } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { type WaitOptions, waitUntil } from '../wait.ts';

/**
 * A payment of an order: at once when it is final or has changed since `since`, otherwise at its next change or when the
 * time is over.
 * @throws ProblemError `payment-not-found`
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
  return viewOf(await waitUntil(deps, order, holds, options), paymentId);
}

function viewOf({ orderId, state }: Snapshot, paymentId: string): PaymentView {
  const attempt = state.attempts.find((one) => one.id === paymentId);
  if (!attempt) throw new ProblemError('payment-not-found');
  return paymentView(orderId, attempt, canRetry(state));
}
