import { describe, expect, it } from 'vitest';
import type { Fact } from './order/journal.ts';
import { orderUpdated } from './order/testing/entries.ts';
import { change, findOrder, readOrder } from './orders.ts';
import type { Store } from './ports.ts';
import { withTestDeps, deps } from './testing/running-deps.ts';
import { type TestDeps } from './testing/test-deps.ts';

withTestDeps({ notify: true });

const write = (fact: Fact, of: TestDeps = deps, id = 'order-1') =>
  change(of, id, () => ({ facts: [fact], result: null }));

describe('a change of an order', () => {
  it('is decided again if another writer was faster, so that nothing is lost', async () => {
    const before = await readOrder(deps, 'order-1');
    await write(orderUpdated());
    const seen: number[] = [];
    await change(deps, before, ({ entries }) => {
      seen.push(entries.length);
      return { facts: [orderUpdated({ description: 'Three books' })], result: null };
    });
    expect(seen).toEqual([0, 1]);
    expect((await deps.order()).entries).toHaveLength(2);
  });

  it('has a later time than the one before it, even where the clock goes back', async () => {
    await write(orderUpdated());
    deps.clock.pass(-60);
    await write(orderUpdated({ description: 'Three books' }));
    const [one, two] = (await deps.order()).entries;
    expect(two?.at).toBe((one?.at ?? 0) + 1);
  });

  it('that decides nothing writes nothing, and one that is refused neither', async () => {
    await change(deps, 'order-1', () => ({ facts: [], result: null }));
    const refused = change(deps, 'order-1', () => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect((await deps.order()).entries).toEqual([]);
  });

  it('is announced to those who wait, after it can be read', async () => {
    const waiting = deps.orderEvents.next(await deps.order(), 60_000);
    await write(orderUpdated());
    expect((await waiting).entries).toEqual((await deps.order()).entries);
  });

  it('that the store refuses is announced to nobody', async () => {
    const store: Store = { ...deps.store, append: () => Promise.reject(new Error('disk full')) };
    const waiting = deps.orderEvents.next(await deps.order(), 5);
    await expect(write(orderUpdated(), { ...deps, store })).rejects.toThrow('disk full');
    expect((await waiting).entries).toEqual([]);
  });

  it('is refused where another order has taken its page', async () => {
    await write(orderUpdated({ linkId: 'link-1' }));
    await expect(write(orderUpdated({ linkId: 'link-1' }), deps, 'order-2')).rejects.toThrow(
      'conflict on link',
    );
    expect(await findOrder(deps, { kind: 'link', id: 'link-1' })).toMatchObject({ orderId: 'order-1' });
  });
});
