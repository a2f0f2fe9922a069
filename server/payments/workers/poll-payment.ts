import { isNotFound, isOfProject, query } from '../call.ts';
import type { Snapshot } from '../order/order.ts';
import { isFinal, type Outcome } from '../order/payment.ts';
import { graceEndsAt } from '../order/schedule.ts';
import { change, readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import { handleReport } from '../reports.ts';
import type { Sent } from '../order/journal.ts';

/**
 * Polls one payment at the gateway (interface document, endpoint 12) and processes the answer. "No such payment" counts
 * only for an unknown outcome after the grace time: nothing was charged. A payment of another project is not polled,
 * and nothing is concluded about it.
 */
export async function pollPayment(deps: PaymentDeps, orderId: string, paymentId: string): Promise<void> {
  const order = await readOrder(deps, orderId);
  const payment = order.state.payments.find((one) => one.id === paymentId);
  if (!payment || isFinal(payment) || deps.inFlight.has(paymentId) || !isOfProject(deps, payment)) return;
  // Decided at the time of the query: the answer may take long.
  const mayConclude = isPastGrace(deps, payment);
  const outcome = await query(
    deps,
    () => deps.gateway.readOperation(payment.gatewayOrderId, payment.terms.method),
    orderId,
  );
  if (outcome.kind === 'answered') {
    if (outcome.value.gatewayOrderId === payment.gatewayOrderId)
      await handleReport(deps, order, outcome.value, 'query');
    else deps.log('gateway.mismatched', { orderId, call: 'status' });
  }
  if (isNotFound(outcome) && mayConclude) await concludeNotFound(deps, order, paymentId);
}

/** Nothing may have been written since the query: it may be about what was not found. */
async function concludeNotFound(deps: PaymentDeps, asked: Snapshot, about: string): Promise<void> {
  await change(deps, asked, ({ entries, state }) => {
    const payment = state.payments.find((one) => one.id === about);
    const isOpen = payment && isUnknown(payment) && !payment.orderIdExists && !deps.inFlight.has(about);
    const isSame = entries.length === asked.entries.length;
    return { facts: isOpen && isSame ? [{ kind: 'not-found', about }] : [], result: null };
  });
}

/** The outcome is unknown, our call has ended, and nobody has to look at it. */
export const isUnknown = ({ status, inFlight, review }: Outcome): boolean =>
  status === 'unknown' && !inFlight && review === null;

/** Whether "not found" counts. */
export const isPastGrace = ({ clock, config }: Pick<PaymentDeps, 'clock' | 'config'>, one: Sent): boolean =>
  clock.now().getTime() >= graceEndsAt(one, config.notFoundGraceS * 1_000);
