import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { payHosted } from '../pay-hosted.ts';
import { answered, gatewayPayment, gatewayPaymentOf, refused, unknown } from '../test-gateway.ts';
import { hear, pay } from '../test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { recheckDueTimesUntil } from './recheck-due-times.ts';
import { pollDue } from './poll.ts';

const HOUR_MS = 3_600_000;

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

/** Rechecks until `rounds` are over; each of them may change the clock first. */
async function recheck(...rounds: (() => void)[]): Promise<void> {
  const ending = new AbortController();
  const left = [...rounds];
  const sleep = async () => {
    const next = left.shift();
    if (next) next();
    else ending.abort();
  };
  const clock = { now: world.clock.now, monotonic: world.clock.monotonic, sleep };
  await recheckDueTimesUntil({ ...world, clock }, ending.signal);
}

const setBack = (ms: number) => () => {
  world.clock.time -= ms;
};
const dueInS = async () => {
  const [due] = await world.store.dueOrders(Infinity, 1);
  return due && (due.dueAt - world.clock.time) / 1_000;
};
const begin = () => {
  world.gateway.script.createDirect = async () => unknown;
  return pay(world);
};
const deliveries = async () => (await world.store.outbox.later({ now: 0, after: null, limit: 10 })).items;
const deliveryInS = async () => ((await deliveries())[0]?.dueAt ?? NaN) / 1_000 - world.clock.time / 1_000;

/** The messages of an order, leased as a deliverer does. */
async function leased() {
  const now = world.clock.time + 1;
  const [lease] = await world.store.outbox.claim(now, now + 30_000, 1);
  const message = await world.store.outbox.next('order-1');
  if (!lease || !message) throw new RangeError('nothing to deliver');
  return { lease, message };
}

describe('after the clock was ahead', () => {
  it('a payment of unknown outcome is polled a second after the next start', async () => {
    await begin();
    world.clock.pass(2);
    await pollDue(world);
    setBack(2 * HOUR_MS)();
    expect(await dueInS()).toBeGreaterThan(7_000);
    await recheck();
    expect(await dueInS()).toBe(1);
  });

  it('a payment of unknown outcome is polled when the clock is set back, without a start', async () => {
    await begin();
    await recheck(() => {}, setBack(2 * HOUR_MS));
    expect(await dueInS()).toBe(1);
  });

  it('a payment that the gateway does not know is over after the grace time from then on', async () => {
    await begin();
    setBack(24 * HOUR_MS)();
    await recheck();
    world.gateway.script.readOperation = async () => refused(404);
    world.clock.pass(world.config.notFoundGraceS - 1);
    await pollDue(world);
    expect((await world.payment()).status).toBe('unknown');
    world.clock.pass(60);
    await pollDue(world);
    expect((await world.payment()).status).toBe('failure');
  });

  it('a dispute that was written meanwhile needs review immediately', async () => {
    await begin();
    await hear(world, { amountMinor: 1 });
    setBack(240 * HOUR_MS)();
    const review = () => world.store.listReview({ now: world.clock.time, after: null, limit: 9 });
    expect((await review()).items).toEqual([]);
    await recheck();
    expect((await review()).items).toEqual(['order-1']);
  });

  it('a message that failed goes out after its pause', async () => {
    await pay(world);
    const { lease, message } = await leased();
    await world.store.outbox.failed(lease, message, world.clock.time + 1_000, 'HTTP 500');
    await recheck(setBack(2 * HOUR_MS));
    expect(await deliveryInS()).toBeCloseTo(1.2);
  });

  it('a message that its companion left behind goes out when a lease would be over', async () => {
    await pay(world);
    await leased();
    await recheck(setBack(365 * 24 * HOUR_MS));
    expect(await deliveryInS()).toBeCloseTo(30);
  });

  it.each([
    ['after a start', (set: () => void) => (set(), recheck())],
    ['without a start', (set: () => void) => recheck(() => {}, set)],
  ])('a page whose time seemed to be over is polled again, %s', async (_when, rechecked) => {
    await payHosted(world, signed(), {});
    const page = (over = {}) => gatewayPayment({ mode: 'hosted', status: 'init', ...over });
    world.gateway.script.readOperation = async () => answered(page());
    world.clock.time += 8_760 * HOUR_MS;
    await pollDue(world);
    expect(await dueInS()).toBeUndefined();
    await rechecked(setBack(8_760 * HOUR_MS));
    world.gateway.script.readOperation = async () =>
      answered(page({ status: 'success', statusCode: '1000' }));
    world.clock.pass(11);
    await pollDue(world);
    expect((await world.payment()).status).toBe('success');
  });

  it('what the store refuses at first is done in the next round', async () => {
    await begin();
    const { store } = world;
    let fails = 1;
    const laterOrders = (filter: Parameters<typeof store.laterOrders>[0]) =>
      fails-- > 0 ? Promise.reject(new RangeError('locked')) : store.laterOrders(filter);
    setBack(HOUR_MS)();
    world.store = { ...store, laterOrders };
    await recheck(() => {});
    expect(await dueInS()).toBe(1);
    expect(world.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { event: 'worker.failed', fields: { work: 'recheck due times', error: 'RangeError' } },
    ]);
  });
});

describe('with a clock that was right', () => {
  it('nothing is due earlier or later after a start, however old it is', async () => {
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'pending' }));
    await pay(world);
    for (const minutes of [1, 20, 600, 3_000]) {
      world.clock.pass(minutes * 60);
      await pollDue(world);
      const before = await world.store.dueOrders(Infinity, 9);
      world.clock.pass(5);
      await recheck();
      expect(await world.store.dueOrders(Infinity, 9)).toEqual(before);
    }
  });

  it('the lease of another companion is its own', async () => {
    await pay(world);
    const { lease } = await leased();
    await recheck(() => {});
    expect(await world.store.outbox.renew(lease, lease.until + 1)).not.toBeNull();
  });
});
