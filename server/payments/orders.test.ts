import { describe, expect, it } from 'vitest';
import type { Fact } from './order/journal.ts';
import { stated } from './order/testing/entries.ts';
import { change, findOrder, readOrder } from './orders.ts';
import type { Store } from './ports.ts';
import { withWorld, world } from './testing/running-world.ts';
import { type World } from './testing/world.ts';

withWorld({ notify: true });

const write = (fact: Fact, of: World = world, id = 'order-1') =>
  change(of, id, () => ({ facts: [fact], result: null }));

describe('a change of an order', () => {
  it('is decided again if another writer was faster, so that nothing is lost', async () => {
    const before = await readOrder(world, 'order-1');
    await write(stated());
    const seen: number[] = [];
    await change(world, before, ({ entries }) => {
      seen.push(entries.length);
      return { facts: [stated({ description: 'Three books' })], result: null };
    });
    expect(seen).toEqual([0, 1]);
    expect((await world.order()).entries).toHaveLength(2);
  });

  it('has a later time than the one before it, even where the clock goes back', async () => {
    await write(stated());
    world.clock.pass(-60);
    await write(stated({ description: 'Three books' }));
    const [one, two] = (await world.order()).entries;
    expect(two?.at).toBe((one?.at ?? 0) + 1);
  });

  it('that decides nothing writes nothing, and one that is refused neither', async () => {
    await change(world, 'order-1', () => ({ facts: [], result: null }));
    const refused = change(world, 'order-1', () => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect((await world.order()).entries).toEqual([]);
  });

  it('is announced to those who wait, after it can be read', async () => {
    const waiting = world.changes.next(await world.order(), 60_000);
    await write(stated());
    expect((await waiting).entries).toEqual((await world.order()).entries);
  });

  it('that the store refuses is announced to nobody', async () => {
    const store: Store = { ...world.store, append: () => Promise.reject(new Error('disk full')) };
    const waiting = world.changes.next(await world.order(), 5);
    await expect(write(stated(), { ...world, store })).rejects.toThrow('disk full');
    expect((await waiting).entries).toEqual([]);
  });

  it('is refused where another order has taken its page', async () => {
    await write(stated({ linkId: 'link-1' }));
    await expect(write(stated({ linkId: 'link-1' }), world, 'order-2')).rejects.toThrow('conflict on link');
    expect(await findOrder(world, { kind: 'link', id: 'link-1' })).toMatchObject({ orderId: 'order-1' });
  });
});
