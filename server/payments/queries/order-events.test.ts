import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { readOrder } from '../orders.ts';
import type { Store } from '../ports.ts';
import { answered, gatewayPaymentOf } from '../testing/gateway.ts';
import { createTestDeps, hear, pay, STORE_SECRETS, type TestDeps } from '../testing/test-deps.ts';
import { OrderEvents } from './order-events.ts';

let deps: TestDeps;
let reads: string[];
beforeEach(async () => {
  const store = await openSqliteStore(':memory:', STORE_SECRETS);
  reads = [];
  // No time passes by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  deps = createTestDeps({ ...store, ...counted(store) });
  deps.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { status: 'pending' }));
});
afterEach(async () => {
  vi.useRealTimers();
  deps.orderEvents.end();
  await deps.store.close();
});

function counted(store: Store): Pick<Store, 'lengths' | 'read'> {
  return {
    lengths: (ids) => {
      reads.push(`lengths of ${ids.join()}`);
      return store.lengths(ids);
    },
    read: (id) => {
      reads.push(`journal of ${id}`);
      return store.read(id);
    },
  };
}

const MINUTE = 60_000;

describe('waiting for a change', () => {
  it('of another process: one look for all, and one reading of what grew', async () => {
    await pay(deps);
    await pay(deps, { id: 'order-2' });
    const [one, two] = [await readOrder(deps, 'order-1'), await readOrder(deps, 'order-2')];
    const waiting = [...Array(50).fill(one), two].map((order) => deps.orderEvents.next(order, MINUTE));
    await hear({ ...deps, orderEvents: new OrderEvents(deps.store) });
    reads = [];
    await vi.advanceTimersByTimeAsync(1_000);
    const [changed] = await Promise.all(waiting.slice(0, 50));
    expect(changed?.entries).toHaveLength(one.entries.length + 1);
    expect(reads).toEqual(['lengths of order-1,order-2', 'journal of order-1']);
    expect(deps.orderEvents.waiting('order-2')).toMatchObject({ order: 1, all: 1 });
  });

  it('goes on after trouble of the store', async () => {
    await pay(deps);
    const order = await readOrder(deps, 'order-1');
    const lengths = vi
      .fn((ids: readonly string[]) => deps.store.lengths(ids))
      .mockRejectedValueOnce(new Error('disk'));
    const waiting = new OrderEvents({ ...deps.store, lengths }).next(order, MINUTE);
    await hear(deps);
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await waiting).entries).toHaveLength(order.entries.length + 1);
  });

  it('counts who waits, and forgets who has gone', async () => {
    await pay(deps);
    const order = await readOrder(deps, 'order-1');
    const gone = new AbortController();
    const waiting = [deps.orderEvents.next(order, MINUTE, gone.signal), deps.orderEvents.next(order, 5)];
    expect(deps.orderEvents.waiting('order-1')).toMatchObject({ order: 2, all: 2 });
    gone.abort();
    await vi.advanceTimersByTimeAsync(5);
    expect(await Promise.all(waiting)).toEqual([order, order]);
    expect(deps.orderEvents.waiting('order-1')).toMatchObject({ order: 0, all: 0 });
  });
});
