import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { readOrder } from '../orders.ts';
import type { Store } from '../ports.ts';
import { answered, gatewayPaymentOf } from '../testing/gateway.ts';
import { createWorld, hear, pay, STORE_SECRETS, type World } from '../testing/world.ts';
import { Changes } from './changes.ts';

let world: World;
let reads: string[];
beforeEach(async () => {
  const store = await openSqliteStore(':memory:', STORE_SECRETS);
  reads = [];
  // No time passes by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  world = createWorld({ ...store, ...counted(store) });
  world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { status: 'pending' }));
});
afterEach(async () => {
  vi.useRealTimers();
  world.changes.end();
  await world.store.close();
});

function counted(store: Store): Pick<Store, 'lengths' | 'readMany'> {
  return {
    lengths: (ids) => {
      reads.push(`lengths of ${ids.join()}`);
      return store.lengths(ids);
    },
    readMany: (ids) => {
      if (ids.length > 0) reads.push(`journals of ${ids.join()}`);
      return store.readMany(ids);
    },
  };
}

const MINUTE = 60_000;

describe('waiting for a change', () => {
  it('of another process: one look for all, and one reading of what grew', async () => {
    await pay(world);
    await pay(world, { id: 'order-2' });
    const [one, two] = [await readOrder(world, 'order-1'), await readOrder(world, 'order-2')];
    const waiting = [...Array(50).fill(one), two].map((order) => world.changes.next(order, MINUTE));
    await hear({ ...world, changes: new Changes(world.store) });
    await vi.advanceTimersByTimeAsync(1_000);
    const [changed] = await Promise.all(waiting.slice(0, 50));
    expect(changed?.entries).toHaveLength(one.entries.length + 1);
    expect(reads).toEqual(['lengths of order-1,order-2', 'journals of order-1']);
    expect(world.changes.waiting('order-2')).toEqual({ order: 1, all: 1 });
  });

  it('goes on after trouble of the store', async () => {
    await pay(world);
    const order = await readOrder(world, 'order-1');
    const lengths = vi
      .fn((ids: readonly string[]) => world.store.lengths(ids))
      .mockRejectedValueOnce(new Error('disk'));
    const waiting = new Changes({ ...world.store, lengths }).next(order, MINUTE);
    await hear(world);
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await waiting).entries).toHaveLength(order.entries.length + 1);
  });

  it('counts who waits, and forgets who has gone', async () => {
    await pay(world);
    const order = await readOrder(world, 'order-1');
    const gone = new AbortController();
    const waiting = [world.changes.next(order, MINUTE, gone.signal), world.changes.next(order, 5)];
    expect(world.changes.waiting('order-1')).toEqual({ order: 2, all: 2 });
    gone.abort();
    await vi.advanceTimersByTimeAsync(5);
    expect(await Promise.all(waiting)).toEqual([order, order]);
    expect(world.changes.waiting('order-1')).toEqual({ order: 0, all: 0 });
  });
});
