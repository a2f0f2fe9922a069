import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { change, findOrder, projectionOf, readOrder, wholeProjection } from './orders.ts';
import type { Fact, OrderParameters } from './order/journal.ts';
import { fold, snapshot } from './order/order.ts';
import type { Append } from './ports.ts';
import { unknown } from './test-gateway.ts';
import { hear, pay } from './test-world.ts';
import { createWorld, STORE_SECRETS, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

const stating = (amountMinor: number, linkId: string | null = null): Fact => {
  const terms = { amountMinor, currency: 'UAH', method: 'purchase', split: null } as const;
  const parameters: OrderParameters = { ...terms, description: 'Two books', issuedAt: 0, by: 'api', linkId };
  return { kind: 'order-updated', parameters };
};
const state = (amountMinor: number) =>
  change(world, 'order-1', () => ({ facts: [stating(amountMinor)], result: amountMinor }));

describe('a change of an order', () => {
  it('answers with its result and the order as it stands then', async () => {
    const { result, order } = await state(1010);
    expect(result).toBe(1010);
    expect(order).toEqual(await readOrder(world, 'order-1'));
    expect(order.state.parameters).toMatchObject({ amountMinor: 1010 });
  });

  it('writes nothing where there is nothing to write, or where it is refused', async () => {
    await change(world, 'order-1', () => ({ facts: [], result: null }));
    const refuse = () => {
      throw new RangeError('no');
    };
    await expect(change(world, 'order-1', refuse)).rejects.toThrow('no');
    expect((await world.order()).entries).toEqual([]);
  });

  it('is decided again if another writer was faster, so that nothing is lost', async () => {
    const seen: number[] = [];
    const add = () =>
      change(world, 'order-1', (order) => {
        seen.push(order.entries.length);
        return { facts: [stating(order.entries.length + 1)], result: null };
      });
    await Promise.all([add(), add(), add()]);
    const { allParameters } = (await world.order()).state;
    expect(allParameters.map((one) => one.amountMinor)).toEqual([1, 2, 3]);
    expect(seen.length).toBeGreaterThan(3);
  });

  it('is decided on the order as it was read before, unless that has changed since', async () => {
    const { order } = await state(1);
    await state(2);
    const lengths: number[] = [];
    await change(world, order, ({ entries }) => {
      lengths.push(entries.length);
      return { facts: [stating(3)], result: null };
    });
    expect(lengths).toEqual([1, 2]);
  });

  it('has a later time than the one before it, even where the clock stands or goes back', async () => {
    await state(1);
    await state(2);
    world.clock.pass(-3_600);
    await state(3);
    const times = (await world.order()).entries.map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
  });

  it('is announced to those who wait, after it can be read', async () => {
    const { store, changes } = world;
    const waiting = changes
      .next(snapshot('order-1', []), 60_000)
      .then(async ({ entries }) => [entries.length, (await store.read('order-1')).length]);
    await state(1);
    expect(await waiting).toEqual([1, 1]);
  });

  it('is refused where an id is taken by another order', async () => {
    const link = (orderId: string) =>
      change(world, orderId, () => ({ facts: [stating(1, 'the-link')], result: null }));
    await link('order-1');
    await expect(link('order-2')).rejects.toMatchObject({ name: 'ConflictError', on: 'link' });
    expect(await world.store.read('order-2')).toEqual([]);
    expect(await findOrder(world, { kind: 'link', id: 'the-link' })).toMatchObject({ orderId: 'order-1' });
    expect(await findOrder(world, { kind: 'link', id: 'other' })).toBeNull();
  });

  it('gives up if the store fails, and notifies nobody', async () => {
    const store = { ...world.store, append: () => Promise.reject(new Error('disk full')) };
    const failing = change({ ...world, store }, 'order-1', () => ({ facts: [stating(1)], result: null }));
    await expect(failing).rejects.toThrow('disk full');
    expect(world.changes.ended).toBe(false);
    expect((await world.store.outbox.list({ limit: 10 })).items).toEqual([]);
  });
});

describe('the merchant’s messages', () => {
  const count = async () => (await world.store.outbox.list({ limit: 100 })).items.length;

  it('are written with the change that they are about, and not for calls in flight', async () => {
    world.gateway.script.createDirect = async () => {
      expect(await count()).toBe(0);
      return unknown;
    };
    await pay(world);
    expect(await count()).toBe(1);
    await hear(world);
    expect(await count()).toBe(2);
  });

  it('can be delivered at once where an earlier entry was written by a clock that was ahead', async () => {
    world.clock.pass(86_400);
    await state(1);
    world.clock.pass(-86_400);
    await pay(world);
    const now = world.clock.time;
    expect(await world.store.outbox.claim(now, now + 1_000, 10)).toHaveLength(1);
  });

  it('are not written where the merchant wants none', async () => {
    world.config.notify = false;
    await pay(world);
    expect(await count()).toBe(0);
  });
});

it('what is projected step by step is what is projected from the whole journal', async () => {
  const payments = new Map<string, object>();
  const { store } = world;
  const append = (one: Append) => {
    for (const payment of one.projection.payments) payments.set(payment.gatewayOrderId, payment);
    return store.append(one);
  };
  const watched: World = { ...world, store: { ...store, append } };
  watched.gateway.script.createDirect = async () => unknown;
  await pay(watched);
  await hear(watched, { status: 'failure' });
  await pay(watched);
  const { entries, state: end } = await world.order();
  expect([...payments.values()]).toEqual(wholeProjection('order-1', end, world.clock.time).payments);
  expect(projectionOf('order-1', fold([]), end, world.clock.time).payments).toEqual([...payments.values()]);
  expect(entries).toHaveLength(6);
});
