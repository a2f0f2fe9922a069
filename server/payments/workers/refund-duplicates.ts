import { longestCallMs } from '../call.ts';
import { sendOperation } from '../operations/operate.ts';
import type { OperationRequest } from '../order/journal.ts';
import { statesAmount } from '../order/operations.ts';
import type { Snapshot } from '../order/order.ts';
import { dueRefunds, returnOf } from '../order/paying.ts';
import type { Payment } from '../order/payment.ts';
import { refundDueAt } from '../order/schedule.ts';
import { change } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';

/**
 * Refunds duplicate payments that are due, each in full (an authorization is voided): recorded first, then sent once. What
 * did not succeed is requested again later, as a new operation.
 */
export async function refundDuplicates(deps: PaymentDeps, orderId: string): Promise<void> {
  for (;;) {
    const { result, order } = await begin(deps, orderId);
    if (!result) return;
    const { payment, operation } = result;
    const about = { orderId, paymentId: payment.id };
    deps.log('payment.duplicated', about);
    const after = await sendOperation(deps, order, operation.id, { isFull: !statesAmount(payment) });
    const ended = after.state.operations.find((one) => one.id === operation.id);
    if (ended?.status === 'failure')
      deps.log('automatic-refund.failed', { ...about, operationId: operation.id });
  }
}

function begin(
  deps: PaymentDeps,
  orderId: string,
): Promise<{ result: { payment: Payment; operation: OperationRequest } | null; order: Snapshot }> {
  return change(deps, orderId, ({ state }) => {
    const now = deps.clock.now().getTime();
    const payment = dueRefunds(state).find((one) => refundDueAt(state, one) <= now);
    if (!payment) return { facts: [], result: null };
    const operation: OperationRequest = {
      id: deps.newId(),
      paymentId: payment.id,
      ...returnOf(state, payment),
      comment: `Duplicate payment of order ${orderId}`,
      origin: 'automatic',
      sentAt: now,
      callMs: longestCallMs(deps),
      idempotencyKey: null,
      requestHash: null,
    };
    return { facts: [{ kind: 'operation-started', operation }], result: { payment, operation } };
  });
}
