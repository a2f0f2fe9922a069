import type { OrderView } from '../../contract/merchant-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import { change } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import { viewOrder } from '../queries/order.ts';
import { notForLong } from '../queries/wait.ts';
import { cancelOldPages } from './cancel.ts';

/**
 * Closes an order: no payment can start any more, until the merchant's API states it again. A payment that has started
 * ends as it ends, and pays it if it succeeds. An unpaid hosted page is cancelled at the gateway: now, or by the worker
 * if the gateway does not answer. Closing twice is the same.
 * @throws ProblemError `order-not-found`
 */
export async function closeOrder(deps: PaymentDeps, orderId: string): Promise<OrderView> {
  const { order } = await change(deps, orderId, ({ state }) => {
    if (!state.orderTerms) throw new ProblemError('order-not-found');
    return { facts: state.closedAt === null ? [{ kind: 'order-closed' }] : [], result: null };
  });
  await notForLong(deps, order, cancelOldPages(deps, order));
  return viewOrder(deps, orderId);
}
