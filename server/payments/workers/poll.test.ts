import { describe, expect, it } from 'vitest';
import type { GatewayPayment, Outcome } from '../gateway-port.ts';
import type { Entry } from '../order/journal.ts';
import type { Store } from '../ports.ts';
import { listReview } from '../queries/lists.ts';
import { answered, gatewayPayment, gatewayPaymentOf, unknown } from '../testing/gateway.ts';
import { withWorld, work, world } from '../testing/running-world.ts';
import { gate, pay, type World } from '../testing/world.ts';
import { pollDue, pollUntil } from './poll.ts';
import { purge } from './purge.ts';
import { rebuild } from './rebuild.ts';
import { reconcileSince } from './reconcile-since.ts';

withWorld();

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Pays, and the gateway answers so: by default not at all. */
const begin = (report: Partial<GatewayPayment> | null = null, over = {}) => {
  world.gateway.script.createDirect = async (request) =>
    report ? answered(gatewayPaymentOf(request, report)) : unknown;
  return pay(world, over);
};
const reads = () => world.gateway.of('readOperation').length;
const dueAt = async () => (await world.store.dueOrders(Infinity, 1))[0]?.dueAt ?? null;
const isPaid = () => {
  world.gateway.script.readOperation = async (id) => answered(gatewayPayment({ gatewayOrderId: id }));
};
const statusOf = async (id: string) => {
  const { items } = await world.store.listPayments({ limit: 100 });
  return items.find((one) => one.orderId === id)?.status;
};
/** A store that differs in some methods. */
const withStore = (over: Partial<Store>): World => ({ ...world, store: { ...world.store, ...over } });

describe('an open payment', () => {
  it('is polled after half its age: soon while it is unknown, at least every hour, until it ends', async () => {
    await begin();
    world.config.notFoundGraceS = DAY_S;
    const pauses: number[] = [];
    for (let round = 0; round < 25; round += 1) {
      const due = (await dueAt()) ?? 0;
      pauses.push(Number(((due - world.clock.time) / 1_000).toFixed(1)));
      world.clock.time = due;
      await pollDue(world);
    }
    expect(pauses.slice(0, 6)).toEqual([1, 1, 1, 1.5, 2.3, 3.4]);
    expect(pauses.at(-1)).toBe(HOUR_S);
    expect(reads()).toBe(25);
    isPaid();
    await work(HOUR_S);
    expect([(await world.payment()).status, await dueAt()]).toEqual(['success', null]);
  });

  it('is due no more where nothing is awaited of it, whatever the store says', async () => {
    await begin({});
    await world.store.rebuild('order-1', 3, {
      order: { createdAt: 0, linkId: null, dueAt: world.clock.time, reviewAt: null },
      payments: [],
      operations: [],
    });
    expect(await dueAt()).toBe(world.clock.time);
    await work(1);
    expect([await dueAt(), reads()]).toEqual([null, 0]);
  });

  it('makes no entries while the gateway reports nothing new', async () => {
    await begin({ status: 'pending', statusCode: '2119' });
    const again = gatewayPayment({ status: 'pending', statusCode: '2119' });
    world.gateway.script.readOperation = async () => answered(again);
    await work(HOUR_S);
    const before = await world.order();
    for (let round = 0; round < 3; round += 1) await work(HOUR_S);
    expect(reads()).toBe(4);
    expect(await world.order()).toEqual(before);
  });
});

describe('an order that is due', () => {
  it('is polled once although several workers run', async () => {
    await begin();
    world.clock.pass(2);
    const elsewhere: World = { ...world, inFlight: new Set() };
    await Promise.all([pollDue(world), pollDue(elsewhere), pollDue(world)]);
    expect(reads()).toBe(1);
  });

  it('keeps no other waiting if its query fails', async () => {
    await begin();
    await begin(null, { id: 'order-2' });
    world.gateway.script.readOperation = async (id) => {
      if (id === 'order-1') throw new TypeError('boom');
      return answered(gatewayPayment({ gatewayOrderId: id }));
    };
    await work(2);
    expect([await statusOf('order-1'), await statusOf('order-2')]).toEqual(['unknown', 'success']);
    isPaid();
    await work(10);
    expect(await statusOf('order-1')).toBe('success');
  });

  it('keeps no other waiting if its query hangs, and is polled again once that has ended', async () => {
    await begin(null, { id: 'order-hangs' });
    await begin(null, { id: 'order-other' });
    const hanging = gate<Outcome<GatewayPayment>>();
    const answer = (id: string) => answered(gatewayPayment({ gatewayOrderId: id }));
    world.gateway.script.readOperation = (id) =>
      id === 'order-hangs' ? hanging.promise : Promise.resolve(answer(id));
    const stop = new AbortController();
    const running = pollUntil(world, stop.signal);
    try {
      await expect.poll(() => statusOf('order-other')).toBe('success');
      expect(await statusOf('order-hangs')).toBe('unknown');
      expect(world.gateway.of('readOperation').filter((id) => id === 'order-hangs')).toHaveLength(1);
      hanging.open(answer('order-hangs'));
      await expect.poll(() => statusOf('order-hangs')).toBe('success');
    } finally {
      hanging.open(unknown);
      stop.abort();
      await running;
    }
  });

  it('is polled a second later if the store fails once', async () => {
    await begin();
    isPaid();
    world.clock.pass(2);
    const lost = () => Promise.reject(new Error('connection reset'));
    await pollDue(withStore({ read: lost, readMany: lost }));
    await work(1);
    expect(await statusOf('order-1')).toBe('success');
  });

  it('that a failing store does not list is polled in the next round', async () => {
    await begin();
    isPaid();
    const stop = new AbortController();
    let fails = 1;
    const dueOrders: Store['dueOrders'] = async (...asked) => {
      if ((fails -= 1) >= 0) throw new Error('locked');
      return world.store.dueOrders(...asked);
    };
    const running = pollUntil(withStore({ dueOrders }), stop.signal);
    await expect.poll(() => statusOf('order-1')).toBe('success');
    stop.abort();
    await running;
    expect(world.lines).toContainEqual(expect.objectContaining({ event: 'worker.failed', level: 'error' }));
  });
});

describe('a call whose process has died', () => {
  /** Another process, whose call never returns. */
  const die = async () => {
    world.gateway.script.createDirect = () => new Promise(() => {});
    void pay({ ...world, inFlight: new Set() });
    await expect.poll(() => world.gateway.of('createDirect')).toHaveLength(1);
  };

  it('is lost once its deadline is over, and its payment is polled', async () => {
    await die();
    isPaid();
    await work(38);
    expect(reads()).toBe(0);
    await work(2);
    expect(await world.payment()).toMatchObject({ status: 'success' });
  });

  it('is not found only after its deadline, however short the grace time is', async () => {
    world.config.notFoundGraceS = 0;
    await die();
    await work(38);
    expect(await world.payment()).toMatchObject({ status: 'unknown' });
    await work(2);
    expect(await world.payment()).toMatchObject({ status: 'failure', canRetry: true });
  });
});

it('a call in flight in this very process is never taken for lost, whatever the clock says', async () => {
  const answer = gate<Outcome<GatewayPayment>>();
  world.gateway.script.createDirect = () => answer.promise;
  const paying = pay(world);
  await expect.poll(() => world.gateway.of('createDirect')).toHaveLength(1);
  for (const seconds of [100, 100_000, -200_000, 10_000_000]) {
    world.clock.time += seconds * 1_000;
    await pollDue(world);
    expect(await world.payment()).toMatchObject({ status: 'unknown', canRetry: false });
  }
  expect(reads()).toBe(0);
  answer.open(unknown);
  expect(await paying).toMatchObject({ status: 'unknown' });
  await work(100_000);
  expect(await world.payment()).toMatchObject({ status: 'failure' });
});

describe('a clock that is set back by a day', () => {
  const setBack = (seconds = DAY_S) => {
    world.clock.time -= seconds * 1_000;
  };

  it('leaves what is open due at once', async () => {
    await begin();
    setBack();
    isPaid();
    await pollDue(world);
    expect(await statusOf('order-1')).toBe('success');
  });

  it('lets "not found" count only after the grace time has passed by it', async () => {
    await begin();
    setBack();
    for (const seconds of [0, 2 * HOUR_S]) await work(seconds);
    expect([reads(), await statusOf('order-1')]).toEqual([2, 'unknown']);
    await work(DAY_S);
    expect(await statusOf('order-1')).toBe('failure');
  });

  it('leaves a call lost whose process has died', async () => {
    world.gateway.script.createDirect = () => new Promise(() => {});
    void pay({ ...world, inFlight: new Set() });
    await expect.poll(() => world.gateway.of('createDirect')).toHaveLength(1);
    setBack(2 * DAY_S);
    isPaid();
    await pollDue(world);
    expect(await statusOf('order-1')).toBe('success');
  });
});

describe.each(['of a newer version', 'that is damaged'])('an order %s', (what) => {
  const isBad = (id: string) => id.startsWith('bad');
  const newer = (id: string) =>
    isBad(id) ? [{ kind: 'of a newer version', at: 0 } as unknown as Entry] : [];

  /** The world whose store has entries of a kind that only a newer version knows, or rows that are no JSON. */
  function withBad(): World {
    const { store } = world;
    if (what === 'of a newer version') {
      return withStore({
        read: async (id) => [...(await store.read(id)), ...newer(id)],
        readMany: async (ids) =>
          (await store.readMany(ids)).map((entries, index) => [...entries, ...newer(ids[index] ?? '')]),
      });
    }
    const damaged = () => Promise.reject(new SyntaxError('Unexpected token'));
    return withStore({
      read: (id) => (isBad(id) ? damaged() : store.read(id)),
      readMany: (ids) => (ids.some(isBad) ? damaged() : store.readMany(ids)),
    });
  }

  it('keeps no other from being polled, however many there are, and is polled once it can be read', async () => {
    for (let index = 0; index < 60; index += 1) await begin(null, { id: `bad-${index}` });
    world.clock.pass(1);
    await begin();
    isPaid();
    const bad = withBad();
    for (let round = 0; round < 5; round += 1) {
      world.clock.pass(2);
      await pollDue(bad);
    }
    expect([await statusOf('order-1'), await statusOf('bad-1')]).toEqual(['success', 'unknown']);
    expect(world.lines).toContainEqual(
      expect.objectContaining({ event: 'order.unreadable', level: 'error' }),
    );
    for (let round = 0; round < 2; round += 1) await work(61);
    expect(await statusOf('bad-1')).toBe('success');
  });

  it('keeps no other from being rebuilt or reconciled after a restore', async () => {
    for (const id of ['bad-1', 'order-1']) await begin(null, { id });
    const rebuilt = await rebuild({ ...withBad(), now: world.clock.now });
    expect(rebuilt).toEqual({ orders: 1, payments: 1, operations: 0, unreadable: ['bad-1'] });
    isPaid();
    const seen: string[] = [];
    await reconcileSince(withBad(), 0, async (one) => {
      seen.push(`${one.orderId} ${one.isReadable}`);
    });
    expect(seen.sort()).toEqual(['bad-1 false', 'order-1 true']);
    expect(await statusOf('order-1')).toBe('success');
  });

  it('hides no other from review', async () => {
    for (const id of ['bad-1', 'order-1']) await begin(null, { id });
    world.clock.pass(DAY_S + 1);
    const { data } = await listReview(withBad(), {});
    expect(data.map((one) => one.orderId)).toEqual(['order-1']);
  });

  it('keeps no other from being deleted', async () => {
    for (const id of ['bad-1', 'order-1']) await begin({}, { id });
    world.clock.pass(401 * DAY_S);
    await purge({ ...withBad(), retentionDays: 400 }, new AbortController().signal);
    expect(await world.store.orderIds(null, 9)).toEqual(['bad-1']);
  });
});
