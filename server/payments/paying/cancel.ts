import type { PaymentView } from '../../contract/checkout-api.ts';
import { notAllowed, ProblemError } from '../../contract/problem.ts';
import { isOfProject, query, requireProject } from '../call.ts';
import type { CallResult } from '../gateway-port.ts';
import type { Snapshot } from '../order/order.ts';
import { currentPayment, isCancellable, payingPayment } from '../order/paying.ts';
import { isCertain, type Payment } from '../order/payment.ts';
import { isPageToCancel } from '../order/schedule.ts';
import { paymentView } from '../order/views.ts';
import { readOrder } from '../orders.ts';
import { noteRefusal } from './limits.ts';
import type { PaymentDeps } from '../ports.ts';
import { handleReport } from '../reports.ts';
import type { Start } from './start-payment.ts';
import { pollPayment } from '../workers/poll-payment.ts';

/** Cancels unpaid hosted pages (interface 8.1). */

/**
 * Cancels an order's unpaid hosted payment.
 * @returns the payment afterwards: `failure`, 6007; or its actual state if it was paid meanwhile
 * @throws ProblemError `order-not-found`; `operation-not-allowed`: `not-hosted`, `not-init`, `not-cancellable` (a
 *   lookup), `other-project`; `gateway-refused`, `gateway-unreachable` if it is still open
 */
export async function cancelOrder(deps: PaymentDeps, orderId: string): Promise<PaymentView> {
  const order = await readOrder(deps, orderId);
  const payment = requireCancellable(order);
  requireProject(deps, payment);
  const { kind, order: after } = await cancelPage(deps, order, payment);
  const current = after.state.payments.find((one) => one.id === payment.id) ?? payment;
  if (!isCancellable(current)) return paymentView(after, current);
  if (kind === 'refused') {
    throw new ProblemError('gateway-refused', 'The payment service did not cancel the payment.');
  }
  throw new ProblemError('gateway-unreachable', 'It is not yet known whether the payment was cancelled.');
}

function requireCancellable({ state }: Snapshot): Payment {
  const payment = state.payments.find(isCancellable) ?? currentPayment(state) ?? state.payments.at(-1);
  if (!payment && !state.orderTerms) throw new ProblemError('order-not-found');
  if (!payment) throw notAllowed('not-init');
  if (payment.mode !== 'hosted') throw notAllowed('not-hosted');
  if (payment.terms.method === 'lookup') throw notAllowed('not-cancellable');
  if (!isCancellable(payment)) throw notAllowed('not-init');
  return payment;
}

/** Cancels an unpaid page at the gateway, and records what it says. */
async function cancelPage(
  deps: PaymentDeps,
  order: Snapshot,
  { id, gatewayOrderId }: Payment,
): Promise<{ kind: CallResult<unknown>['kind']; order: Snapshot }> {
  const { orderId } = order;
  const outcome = await query(deps, () => deps.gateway.cancelHosted(gatewayOrderId), orderId);
  if (outcome.kind === 'answered') {
    const own = outcome.value.filter((one) => one.gatewayOrderId === gatewayOrderId);
    if (own.length < outcome.value.length) deps.log('gateway.mismatched', { orderId, call: 'cancel' });
    for (const reported of own) await handleReport(deps, order, reported, 'query');
  }
  // Refused: it is being paid, or it ended without a report to us.
  if (outcome.kind === 'refused') await pollPayment(deps, orderId, id);
  return { kind: outcome.kind, order: await readOrder(deps, orderId) };
}

/**
 * Cancels the pages of an order that nobody may pay any more: those that have expired, and those over terms that the
 * order no longer has. No customer should be led there.
 * @returns the order afterwards
 */
export async function cancelOldPages(deps: PaymentDeps, order: Snapshot): Promise<Snapshot> {
  let after = order;
  const now = deps.clock.now().getTime();
  for (const page of order.state.payments.filter((one) => isPageToCancel(order.state, one, now))) {
    if (!isOfProject(deps, page)) continue;
    await deps.singleFlight.run(page.id, () => cancelPage(deps, order, page));
    after = await readOrder(deps, order.orderId);
  }
  return after;
}

/**
 * Cancels the open hosted payment so that another payment can start.
 * @throws ProblemError `order-paid`, or `payment-open` if it cannot be cancelled; or the problem that would refuse
 *   another payment
 */
export async function cancelOpen(deps: PaymentDeps, open: Start & { kind: 'open' }): Promise<void> {
  const { order, payment, refusal } = open;
  if (isCertain(payment, 'failure')) return;
  noteRefusal(deps, order.orderId, refusal);
  if (isCancellable(payment) && refusal) throw refusal;
  await cancelOrRefuse(deps, order, payment);
}

/** @throws ProblemError `payment-open` if it is still open; `order-paid` */
export async function cancelOrRefuse(deps: PaymentDeps, order: Snapshot, payment: Payment): Promise<void> {
  const isOurs = isCancellable(payment) && isOfProject(deps, payment);
  const { state } = isOurs ? (await cancelPage(deps, order, payment)).order : order;
  const after = state.payments.find((one) => one.id === payment.id);
  if (payingPayment(state)) throw new ProblemError('order-paid');
  if (!after || !isCertain(after, 'failure')) throw new ProblemError('payment-open');
}
