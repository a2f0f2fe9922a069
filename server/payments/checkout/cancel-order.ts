import type { PaymentView } from '../../contract/checkout-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import { readOrder, type Snapshot } from '../desk.ts';
import { currentAttempt } from '../order/admission.ts';
import type { Attempt } from '../order/attempt.ts';
import { canRetry, paymentView } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { notAllowed } from '../refusals.ts';
import { cancelHosted, isCancellable } from './cancel-hosted.ts';

/**
 * Cancels an order's hosted payment that nobody has begun to pay (interface document, endpoint 8).
 * @returns the payment as it stands then: `failure`, 6007; or as it turned out to be, where it was paid meanwhile
 * @throws ProblemError `order-not-found`; `operation-not-allowed`: `not-hosted`, `not-init`, `not-cancellable` (a
 *   lookup); `gateway-refused`, `gateway-unreachable` where it is still open
 */
export async function cancelOrder(deps: PaymentDeps, orderId: string): Promise<PaymentView> {
  const order = await readOrder(deps, orderId);
  const attempt = openAttempt(order);
  const { kind, order: after } = await cancelHosted(deps, order, attempt);
  const current = after.state.attempts.find((one) => one.id === attempt.id) ?? attempt;
  if (!isCancellable(current)) return paymentView(orderId, current, canRetry(after.state));
  if (kind === 'refused') {
    throw new ProblemError('gateway-refused', 'The payment service did not cancel the payment.');
  }
  throw new ProblemError('gateway-unreachable', 'Whether the payment is cancelled is not known yet.');
}

function openAttempt({ state }: Snapshot): Attempt {
  const attempt = state.attempts.find(isCancellable) ?? currentAttempt(state) ?? state.attempts.at(-1);
  if (!attempt && !state.statement) throw new ProblemError('order-not-found');
  if (!attempt) throw notAllowed('not-init');
  if (attempt.mode !== 'hosted') throw notAllowed('not-hosted');
  if (attempt.method === 'lookup') throw notAllowed('not-cancellable');
  if (!isCancellable(attempt)) throw notAllowed('not-init');
  return attempt;
}
