import { projectionOf, readOrders } from '../orders.ts';
import { type Clock, ConflictError, type PaymentDeps, type Projection } from '../ports.ts';

export interface RebuildDeps extends Pick<Clock, 'now'>, Pick<PaymentDeps, 'store' | 'log'> {}

export interface RebuildCounts {
  orders: number;
  payments: number;
  operations: number;
  /** ids of orders whose journals cannot be read: their projections stay as they are */
  unreadable: string[];
}

const PAGE = 100;
/** How often an order may change during its rebuild before the rebuild gives up. */
const MAX_ROUNDS = 50;

/**
 * Rebuilds all projections from the journals. Companions may keep running: an order that changes meanwhile is read
 * again. Messages to the merchant are not changed. An order that cannot be read is logged and skipped.
 * @throws ConflictError if an order changes too often, or two orders claim one name
 */
export async function rebuild(deps: RebuildDeps): Promise<RebuildCounts> {
  const { store } = deps;
  const counts: RebuildCounts = { orders: 0, payments: 0, operations: 0, unreadable: [] };
  for (let ids = await store.orderIds(null, PAGE); ids.length > 0; ) {
    for (const orderId of ids) {
      const rebuilt = await rebuildOrder(deps, orderId);
      if (!rebuilt) counts.unreadable.push(orderId);
      counts.orders += rebuilt ? 1 : 0;
      counts.payments += rebuilt?.payments.length ?? 0;
      counts.operations += rebuilt?.operations.length ?? 0;
    }
    ids = await store.orderIds(ids.at(-1) ?? null, PAGE);
  }
  return counts;
}

/** Null if the order cannot be read. */
async function rebuildOrder(deps: RebuildDeps, orderId: string): Promise<Projection | null> {
  for (let round = 1; ; round += 1) {
    const [order] = await readOrders(deps, [orderId]);
    if (!order) return null;
    const projection = projectionOf(orderId, order.state, deps.now().getTime());
    try {
      await deps.store.rebuild(orderId, order.entries.length, projection);
      return projection;
    } catch (error) {
      const isStale = error instanceof ConflictError && error.on === 'journal';
      if (!isStale || round === MAX_ROUNDS) throw error;
    }
  }
}
