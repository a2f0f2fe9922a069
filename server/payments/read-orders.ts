import { errorFacts } from './error-facts.ts';
import type { Entry } from './order/journal.ts';
import { type Snapshot, snapshot } from './order/order.ts';
import type { PaymentDeps } from './ports/deps.ts';
import type { Store } from './ports/store.ts';

interface Deps {
  store: Pick<Store, 'read' | 'readMany'>;
  log: PaymentDeps['log'];
}

/**
 * Reads several orders, without those that cannot be read: a newer version wrote them before it was rolled back, or a
 * row is damaged. They are logged, and keep no other order waiting.
 */
export async function readOrders(deps: Deps, orderIds: readonly string[]): Promise<Snapshot[]> {
  const journals = await readJournals(deps, orderIds);
  return orderIds.flatMap((orderId, index) => {
    const entries = journals[index];
    if (!entries) return [];
    try {
      return [snapshot(orderId, entries)];
    } catch (error) {
      deps.log('order.unreadable', { orderId, ...errorFacts(error) });
      return [];
    }
  });
}

async function readJournals(deps: Deps, orderIds: readonly string[]): Promise<(Entry[] | null)[]> {
  try {
    return await deps.store.readMany(orderIds);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return Promise.all(orderIds.map((orderId) => readUnlessDamaged(deps, orderId)));
  }
}

async function readUnlessDamaged({ store, log }: Deps, orderId: string): Promise<Entry[] | null> {
  try {
    return await store.read(orderId);
  } catch (error) {
    if (!isDamage(error)) throw error;
    log('order.unreadable', { orderId, ...errorFacts(error) });
    return null;
  }
}

/** Thrown where a row is no JSON; all other errors are the store's own. */
const isDamage = (error: unknown): boolean => error instanceof SyntaxError;
