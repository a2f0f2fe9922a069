import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import type { Entry } from '../order/journal.ts';
import type { Store } from '../ports.ts';
import { answered, gatewayPayment, unknown } from '../test-gateway.ts';
import { hear, pay } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { listReview } from '../queries/lists.ts';
import { purge } from './purge.ts';
import { recheckDueTimesUntil } from './recheck-due-times.ts';
import { rebuild } from './rebuild.ts';
import { pollDue } from './poll.ts';
import { reconcileSince } from './reconcile-since.ts';

/**
 * An order that cannot be read (a newer version wrote it, before it was rolled back, or its row is damaged) keeps no other
 * order waiting.
 */

const DAY_S = 86_400;

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  world.gateway.script.createDirect = async () => unknown;
});
afterEach(() => world.store.close());

const isBad = (id: string) => id.startsWith('bad');
const newer = (id: string) => (isBad(id) ? [{ kind: 'of a newer version', at: 0 } as unknown as Entry] : []);

/** The store with entries of a kind that only a newer version knows. */
function withNewer(store: Store): Store {
  return {
    ...store,
    read: async (id) => [...(await store.read(id)), ...newer(id)],
    readMany: async (ids) =>
      (await store.readMany(ids)).map((entries, index) => [...entries, ...newer(ids[index] ?? '')]),
  };
}

/** The store with rows that cannot be decoded. */
function withDamaged(store: Store): Store {
  const damaged = () => Promise.reject(new SyntaxError('Unexpected token'));
  return {
    ...store,
    read: (id) => (isBad(id) ? damaged() : store.read(id)),
    readMany: (ids) => (ids.some(isBad) ? damaged() : store.readMany(ids)),
  };
}

const statusOf = async (id: string) => {
  const { items } = await world.store.listPayments({ limit: 100 });
  return items.find((one) => one.orderId === id)?.status;
};

async function recheck(over: World): Promise<void> {
  const ending = new AbortController();
  const sleep = async () => ending.abort();
  const clock = { now: world.clock.now, monotonic: world.clock.monotonic, sleep };
  await recheckDueTimesUntil({ ...over, clock }, ending.signal);
}

describe.each([
  ['of a newer version', withNewer],
  ['that is damaged', withDamaged],
])('an order %s', (_what, withBad) => {
  it('keeps no other from being polled, however many there are', async () => {
    for (let index = 0; index < 60; index += 1) await pay(world, { id: `bad-${index}` });
    world.clock.pass(1);
    await pay(world, { id: 'order-1' });
    world.gateway.script.readOperation = async (id) => answered(gatewayPayment({ gatewayOrderId: id }));
    world.store = withBad(world.store);
    for (let round = 0; round < 5; round += 1) {
      world.clock.pass(2);
      await pollDue(world);
    }
    expect(await statusOf('order-1')).toBe('success');
  });

  it('is polled again once it can be read', async () => {
    await pay(world, { id: 'bad-1' });
    world.gateway.script.readOperation = async (id) => answered(gatewayPayment({ gatewayOrderId: id }));
    world.clock.pass(2);
    await reconcile({ ...world, store: withBad(world.store) });
    expect(world.lines.at(-1)).toMatchObject({ event: 'order.unreadable', level: 'error' });
    world.clock.pass(61);
    await pollDue(world);
    expect(await statusOf('bad-1')).toBe('success');
  });

  it('keeps no other from being polled after the clock was ahead', async () => {
    for (const id of ['bad-1', 'order-1']) await pay(world, { id });
    world.clock.time -= 7_200_000;
    await recheck({ ...world, store: withBad(world.store) });
    const due = await world.store.dueOrders(Infinity, 9);
    expect(due.find((one) => one.orderId === 'order-1')?.dueAt).toBe(world.clock.time + 1_000);
  });

  it('keeps no other from being rebuilt', async () => {
    for (const id of ['bad-1', 'order-1']) await pay(world, { id });
    const rebuilt = await rebuild({ ...world, store: withBad(world.store), now: world.clock.now });
    expect(rebuilt).toEqual({ orders: 1, payments: 1, operations: 0, unreadable: ['bad-1'] });
  });

  it('keeps no other from being reconciled after a restore', async () => {
    for (const id of ['bad-1', 'order-1']) await pay(world, { id });
    world.gateway.script.readOperation = async (id) => answered(gatewayPayment({ gatewayOrderId: id }));
    const seen: string[] = [];
    await reconcileSince({ ...world, store: withBad(world.store) }, 0, async (one) => {
      seen.push(`${one.orderId} ${one.isReadable}`);
    });
    expect(seen.sort()).toEqual(['bad-1 false', 'order-1 true']);
    expect(await statusOf('order-1')).toBe('success');
  });

  it('keeps no dispute from review after the clock was ahead', async () => {
    delete world.gateway.script.createDirect;
    for (const id of ['bad-1', 'order-1']) {
      await pay(world, { id });
      await hear(world, { gatewayOrderId: id, amountMinor: 1 });
    }
    world.clock.time -= 240 * 3_600_000;
    await recheck({ ...world, store: withBad(world.store) });
    const filter = { now: world.clock.time, after: null, limit: 9 };
    expect((await world.store.listReview(filter)).items).toContain('order-1');
  });

  it('keeps no other from being deleted', async () => {
    delete world.gateway.script.createDirect;
    for (const id of ['bad-1', 'order-1']) await pay(world, { id });
    await hear(world, { gatewayOrderId: 'of nobody' });
    world.clock.pass(401 * DAY_S);
    const run = { ...world, store: withBad(world.store), retentionDays: 400 };
    await purge(run, new AbortController().signal);
    expect(await world.store.orderIds(null, 9)).toEqual(['bad-1']);
    expect(world.lines.at(-1)).toMatchObject({ event: 'store.purged', fields: { orders: 1, events: 1 } });
  });

  it('hides no other from review', async () => {
    for (const id of ['bad-1', 'order-1']) await pay(world, { id });
    world.clock.pass(DAY_S + 1);
    const { data } = await listReview({ ...world, store: withBad(world.store) }, {});
    expect(data.map((one) => one.orderId)).toEqual(['order-1']);
  });
});
