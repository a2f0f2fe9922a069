import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentView } from '../../contract/checkout-api.ts';
import type { Snapshot } from '../order/order.ts';
import { answers, withTestDeps, deps } from '../testing/running-deps.ts';
import { gate, hear, pay, refusal, signed } from '../testing/test-deps.ts';
import { OrderEvents } from './order-events.ts';
import { followPayment, notForLong } from './wait.ts';

let pending: PaymentView;
withTestDeps();
beforeEach(async () => {
  // No time passes by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answers({ status: 'pending' });
  pending = await pay(deps);
});
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
/** The companion's clock and its timers go on. */
const pass = async (ms: number) => {
  deps.clock.pass(ms / 1_000);
  await vi.advanceTimersByTimeAsync(ms);
};
const follow = (ms: number, more: { since?: string; signal?: AbortSignal; ip?: string } = {}) =>
  followPayment(deps, signed(), pending.id, { ms, ...more });

/** So many requests wait for the order. */
const waits = (count = 1) => expect.poll(() => deps.orderEvents.waiting('order-1').order).toBe(count);

describe('a request that waits for a payment', () => {
  it('ends at once without a time, if another state was seen, and once the payment is final', async () => {
    expect(await follow(0)).toEqual(pending);
    expect(await follow(MINUTE, { since: '2026-06-15T11:00:00.000Z' })).toEqual(pending);
    expect(await follow(MINUTE, { since: '2036-06-15T11:00:00.000Z' })).toEqual(pending);
    await hear(deps);
    expect(await follow(MINUTE)).toMatchObject({ status: 'success' });
  });

  it('ends with the next change, and not with an entry that changes nothing', async () => {
    // What this process writes is announced without a look at the store.
    deps.orderEvents = new OrderEvents({
      ...deps.store,
      lengths: () => Promise.reject(new Error('not looked at')),
    });
    const waiting = follow(MINUTE, { since: pending.updatedAt });
    await waits();
    await hear(deps, { method: 'credit' });
    await hear(deps);
    expect(await waiting).toMatchObject({ status: 'success' });
  });

  it('misses no change that came after the last answer', async () => {
    await hear(deps, { status: 'pending', statusCode: '2119' });
    expect(await follow(MINUTE, { since: pending.updatedAt })).toMatchObject({
      status: 'pending',
      statusCode: '2119',
    });
  });

  it('ends when the time is over, even if the clock is set back', async () => {
    const ended = vi.fn();
    const waiting = follow(MINUTE).finally(ended);
    await waits();
    deps.clock.time -= 60 * 86_400_000;
    await pass(MINUTE - 1);
    expect(ended).not.toHaveBeenCalled();
    await pass(1);
    expect(await waiting).toEqual(pending);
  });

  it('ends when the client disconnects or the process ends', async () => {
    const gone = new AbortController();
    const waiting = [follow(MINUTE, { signal: gone.signal }), follow(MINUTE)];
    gone.abort();
    expect(await waiting[0]).toEqual(pending);
    deps.orderEvents.end();
    expect(await waiting[1]).toEqual(pending);
    expect(await follow(MINUTE)).toEqual(pending);
  });

  it('goes on for a payment in review, though its last state was final', async () => {
    await hear(deps, { status: 'failure' });
    await hear(deps);
    const waiting = follow(MINUTE);
    await waits();
    await pass(MINUTE);
    expect(await waiting).toMatchObject({ status: 'unknown' });
  });

  it('is refused if too many already wait for the order, unless the answer is known', async () => {
    const waiting = Array.from({ length: 100 }, () => follow(MINUTE));
    await waits(100);
    expect(await refusal(follow(MINUTE))).toEqual(['too-many-waiting']);
    expect(await follow(0)).toEqual(pending);
    await hear(deps);
    expect(await Promise.all(waiting)).toHaveLength(100);
    expect(await follow(MINUTE)).toMatchObject({ status: 'success' });
  });

  it('is refused if 20 already wait from one address, so that one customer cannot hold all waits', async () => {
    const from = (ip: string) => follow(MINUTE, { ip });
    const waiting = Array.from({ length: 20 }, () => from('198.51.100.7'));
    await waits(20);
    expect(await refusal(from('198.51.100.7'))).toEqual(['too-many-waiting']);
    waiting.push(from('198.51.100.8'), ...Array.from({ length: 21 }, () => from('')));
    await waits(42);
    await hear(deps);
    expect(await Promise.all(waiting)).toHaveLength(42);
  });

  it('is refused for an unknown payment or one of another order', async () => {
    const of = (orderId: string, paymentId: string) =>
      refusal(followPayment(deps, signed({ id: orderId }), paymentId, { ms: MINUTE }));
    expect(await of('order-2', pending.id)).toEqual(['payment-not-found']);
    expect(await of('order-1', crypto.randomUUID())).toEqual(['payment-not-found']);
  });
});

describe('a page that waits for the gateway', () => {
  let order: Snapshot;
  const never = gate<void>().promise;
  beforeEach(async () => {
    order = await deps.order();
  });

  it('is shown once the gateway has answered', async () => {
    await notForLong(deps, order, Promise.resolve());
  });

  it('is shown once the order has changed', async () => {
    const waiting = notForLong(deps, order, never);
    await hear(deps);
    await waiting;
  });

  it('is shown without the answer after five seconds', async () => {
    const shown = vi.fn();
    const waiting = notForLong(deps, order, never).then(shown);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    await waiting;
  });

  it('is shown without an answer that failed, which is logged', async () => {
    await notForLong(deps, order, Promise.reject(new TypeError('about 4242424242424242')));
    expect(deps.lines.at(-1)).toMatchObject({ event: 'order.poll-failed', fields: { error: 'TypeError' } });
    expect(JSON.stringify(deps.lines)).not.toContain('4242424242424242');
  });
});
