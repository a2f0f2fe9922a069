import { describe, expect, it } from 'vitest';
import type { GatewayPayment, CallResult } from '../gateway-port.ts';
import type { Entry } from '../order/journal.ts';
import { StoreError } from '../../store/session.ts';
import type { Store } from '../ports.ts';
import { listReview } from '../queries/lists.ts';
import { answered, gatewayPayment, gatewayPaymentOf, unknown } from '../testing/gateway.ts';
import { withTestDeps, work, deps } from '../testing/running-deps.ts';
import { gate, pay, type TestDeps } from '../testing/test-deps.ts';
import { pollDue, pollUntil } from './poll.ts';
import { purge } from './purge.ts';
import { rebuild } from './rebuild.ts';
import { reconcileSince } from './reconcile-since.ts';

withTestDeps();

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Pays, and the gateway answers so: by default not at all. */
const begin = (report: Partial<GatewayPayment> | null = null, over = {}) => {
  deps.gateway.script.createDirect = async (request) =>
    report ? answered(gatewayPaymentOf(request, report)) : unknown;
  return pay(deps, over);
};
const reads = () => deps.gateway.of('readOperation').length;
const dueAt = async () => (await deps.store.dueOrders(Infinity, 1))[0]?.dueAt ?? null;
const isPaid = () => {
  deps.gateway.script.readOperation = async (id) => answered(gatewayPayment({ gatewayOrderId: id }));
};
const statusOf = async (id: string) => {
  const { items } = await deps.store.listPayments({ limit: 100 });
  return items.find((one) => one.orderId === id)?.status;
};
/** A store that differs in some methods. */
const withStore = (over: Partial<Store>): TestDeps => ({ ...deps, store: { ...deps.store, ...over } });

describe('an open payment', () => {
  it('is due no more where nothing is awaited of it, whatever the store says', async () => {
    await begin({});
    await deps.store.rebuild('order-1', 3, {
      order: { createdAt: 0, linkId: null, dueAt: deps.clock.time, reviewAt: null },
      payments: [],
      operations: [],
    });
    expect(await dueAt()).toBe(deps.clock.time);
    await work(1);
    expect([await dueAt(), reads()]).toEqual([null, 0]);
  });

  it('makes no entries while the gateway reports nothing new', async () => {
    await begin({ status: 'pending', statusCode: '2119' });
    const again = gatewayPayment({ status: 'pending', statusCode: '2119' });
    deps.gateway.script.readOperation = async () => answered(again);
    await work(HOUR_S);
    const before = await deps.order();
    for (let round = 0; round < 3; round += 1) await work(HOUR_S);
    expect(reads()).toBe(4);
    expect(await deps.order()).toEqual(before);
  });
});

describe('an order that is due', () => {
  it('is polled once although several workers run', async () => {
    await begin();
    deps.clock.pass(2);
    const elsewhere: TestDeps = { ...deps, ownCalls: new Set() };
    await Promise.all([pollDue(deps), pollDue(elsewhere), pollDue(deps)]);
    expect(reads()).toBe(1);
  });

  it('keeps no other waiting if its query fails', async () => {
    await begin();
    await begin(null, { id: 'order-2' });
    deps.gateway.script.readOperation = async (id) => {
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
    const hanging = gate<CallResult<GatewayPayment>>();
    const answer = (id: string) => answered(gatewayPayment({ gatewayOrderId: id }));
    deps.gateway.script.readOperation = (id) =>
      id === 'order-hangs' ? hanging.promise : Promise.resolve(answer(id));
    const stop = new AbortController();
    const running = pollUntil(deps, stop.signal);
    try {
      await expect.poll(() => statusOf('order-other')).toBe('success');
      expect(await statusOf('order-hangs')).toBe('unknown');
      expect(deps.gateway.of('readOperation').filter((id) => id === 'order-hangs')).toHaveLength(1);
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
    deps.clock.pass(2);
    const lost = () => Promise.reject(new StoreError('the connection was lost'));
    await pollDue(withStore({ read: lost }));
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
      return deps.store.dueOrders(...asked);
    };
    const running = pollUntil(withStore({ dueOrders }), stop.signal);
    await expect.poll(() => statusOf('order-1')).toBe('success');
    stop.abort();
    await running;
    expect(deps.lines).toContainEqual(expect.objectContaining({ event: 'worker.failed', level: 'error' }));
  });
});

it('a call whose process has died is lost once its deadline is over, and its payment is polled', async () => {
  deps.gateway.script.createDirect = () => new Promise(() => {});
  void pay({ ...deps, ownCalls: new Set() });
  await expect.poll(() => deps.gateway.of('createDirect')).toHaveLength(1);
  isPaid();
  await work(38);
  expect(reads()).toBe(0);
  await work(2);
  expect(await deps.payment()).toMatchObject({ status: 'success' });
});

it('a call in flight in this very process is never taken for lost, whatever the clock says', async () => {
  const answer = gate<CallResult<GatewayPayment>>();
  deps.gateway.script.createDirect = () => answer.promise;
  const paying = pay(deps);
  await expect.poll(() => deps.gateway.of('createDirect')).toHaveLength(1);
  for (const seconds of [100, 100_000, -200_000, 10_000_000]) {
    deps.clock.time += seconds * 1_000;
    await pollDue(deps);
    expect(await deps.payment()).toMatchObject({ status: 'unknown', canRetry: false });
  }
  expect(reads()).toBe(0);
  answer.open(unknown);
  expect(await paying).toMatchObject({ status: 'unknown' });
  await work(100_000);
  expect(await deps.payment()).toMatchObject({ status: 'failure' });
});

describe.each(['of a newer version', 'that is damaged'])('an order %s', (what) => {
  const isBad = (id: string) => id.startsWith('bad');
  const newer = { kind: 'of a newer version', at: 0 } as unknown as Entry;

  /** Dependencies whose store has entries of a kind that only a newer version knows, or rows that are no JSON. */
  const withBad = (): TestDeps =>
    withStore({
      async read(id) {
        const entries = await deps.store.read(id);
        if (!isBad(id)) return entries;
        if (what === 'that is damaged') throw new SyntaxError('Unexpected token');
        return [...entries, newer];
      },
    });

  it('is logged once and set aside for an hour, and keeps no other from being polled', async () => {
    for (let index = 0; index < 60; index += 1) await begin(null, { id: `bad-${index}` });
    deps.clock.pass(1);
    await begin();
    isPaid();
    const bad = withBad();
    for (let round = 0; round < 5; round += 1) {
      deps.clock.pass(2);
      await pollDue(bad);
    }
    expect([await statusOf('order-1'), await statusOf('bad-1')]).toEqual(['success', 'unknown']);
    const logged = deps.lines.filter(({ event }) => event === 'order.unreadable');
    expect(logged).toHaveLength(60);
    expect(logged[0]).toMatchObject({ level: 'error', fields: { orderId: 'bad-0' } });
    for (let round = 0; round < 2; round += 1) await work(HOUR_S);
    expect(await statusOf('bad-1')).toBe('success');
  });

  it('keeps no other from being rebuilt or reconciled after a restore', async () => {
    for (const id of ['bad-1', 'order-1']) await begin(null, { id });
    const rebuilt = await rebuild({ ...withBad(), now: deps.clock.now });
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
    deps.clock.pass(DAY_S + 1);
    const { data } = await listReview(withBad(), {});
    expect(data.map((one) => one.orderId)).toEqual(['order-1']);
  });

  it('keeps no other from being deleted', async () => {
    for (const id of ['bad-1', 'order-1']) await begin({}, { id });
    deps.clock.pass(401 * DAY_S);
    await purge({ ...withBad(), retentionDays: 400 }, new AbortController().signal);
    expect(await deps.store.orderIds(null, 9)).toEqual(['bad-1']);
  });
});
