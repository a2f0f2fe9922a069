import { wholeProjection } from '../desk.ts';
import { snapshot } from '../order/order.ts';
import type { Clock } from '../ports/deps.ts';
import { ConflictError, type Store } from '../ports/store.ts';

export interface RebuildDeps extends Pick<Clock, 'now'> {
  store: Store;
}

export interface RebuildCounts {
  orders: number;
  payments: number;
  operations: number;
}

const PAGE = 100;
/** How often an order may change during its rebuild before the rebuild gives up. */
const MAX_ROUNDS = 50;

/**
 * Rebuilds all projections from the journals. Companions may keep running: an order that changes meanwhile is read
 * again. Messages to the merchant are not changed.
 * @throws ConflictError if an order changes too often, or two orders claim one name
 */
export async function rebuild({ store, now }: RebuildDeps): Promise<RebuildCounts> {
  const counts: RebuildCounts = { orders: 0, payments: 0, operations: 0 };
  for (let ids = await store.orderIds(null, PAGE); ids.length > 0; ) {
    for (const orderId of ids) {
      const { payments, operations } = await rebuildOrder({ store, now }, orderId);
      counts.orders += 1;
      counts.payments += payments;
      counts.operations += operations;
    }
    ids = await store.orderIds(ids.at(-1) ?? null, PAGE);
  }
  return counts;
}

async function rebuildOrder(
  { store, now }: RebuildDeps,
  orderId: string,
): Promise<{ payments: number; operations: number }> {
  for (let round = 1; ; round += 1) {
    const entries = await store.read(orderId);
    const { state } = snapshot(orderId, entries);
    const projection = wholeProjection(orderId, state, now().getTime());
    try {
      await store.rebuild(orderId, entries.length, projection);
      return { payments: projection.payments.length, operations: projection.operations.length };
    } catch (error) {
      const isStale = error instanceof ConflictError && error.on === 'journal';
      if (!isStale || round === MAX_ROUNDS) throw error;
    }
  }
}
