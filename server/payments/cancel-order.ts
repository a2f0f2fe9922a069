import type { PaymentView } from '../contract/checkout-api.ts';
import { ProblemError } from '../contract/problem.ts';
import { cancelHosted, isCancellable } from './cancel-hosted.ts';
import type { PaymentDeps } from './deps.ts';
import type { Payment } from './payment.ts';
import { notAllowed } from './refusals.ts';
import { currentPayment, viewOf } from './view.ts';

/**
 * Cancels an order's hosted payment that nobody has begun to pay (interface document, endpoint 8).
 * @returns the payment as it stands then: `failure`, 6007; or as it turned out to be, where it was paid meanwhile
 * @throws ProblemError `order-not-found`; `operation-not-allowed`: `not-hosted`, `not-init`, `not-cancellable` (a
 *   lookup); `gateway-refused`, `gateway-unreachable` where it is still open
 */
export async function cancelOrder(deps: PaymentDeps, orderId: string): Promise<PaymentView> {
  const payment = await openPayment(deps, orderId);
  const kind = await cancelHosted(deps, payment);
  const payments = await deps.store.paymentsOfOrder(orderId);
  const current = payments.find((one) => one.id === payment.id) ?? payment;
  if (!isCancellable(current)) return viewOf(current, payments);
  if (kind === 'refused') {
    throw new ProblemError('gateway-refused', 'The payment service did not cancel the payment.');
  }
  throw new ProblemError('gateway-unreachable', 'Whether the payment is cancelled is not known yet.');
}

async function openPayment(deps: PaymentDeps, orderId: string): Promise<Payment> {
  const payments = await deps.store.paymentsOfOrder(orderId);
  const payment = payments.find(isCancellable) ?? currentPayment(payments);
  if (!payment && !(await deps.store.findOrder(orderId))) throw new ProblemError('order-not-found');
  if (!payment) throw notAllowed('not-init');
  if (payment.mode !== 'hosted') throw notAllowed('not-hosted');
  if (payment.method === 'lookup') throw notAllowed('not-cancellable');
  if (!isCancellable(payment)) throw notAllowed('not-init');
  return payment;
}
