import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentView } from '../../contract/checkout-api.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { Changes } from './changes.ts';
import { followPayment } from './wait.ts';
import { answered, gatewayPaymentOf } from '../test-gateway.ts';
import { hear, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';

let world: World;
let pending: PaymentView;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { status: 'pending' }));
  pending = await pay(world);
});
afterEach(() => world.store.close());

const MINUTE = 60_000;
const follow = (ms: number, more: { since?: string; signal?: AbortSignal } = {}) =>
  followPayment(world, { orderId: 'order-1', paymentId: pending.id }, { ms, ...more });

/** Real time, in milliseconds: the clock of the tests stands still. */
async function lasting<T>(run: () => Promise<T>): Promise<[result: T, ms: number]> {
  const start = performance.now();
  return [await run(), performance.now() - start];
}

describe('waiting for a payment', () => {
  it('ends at once where no time is given', async () => {
    expect(await follow(0)).toEqual(pending);
  });

  it('ends at once where the asker has seen an older state, or none that we know', async () => {
    expect(await follow(MINUTE, { since: '2026-06-15T11:00:00.000Z' })).toEqual(pending);
    expect(await follow(MINUTE, { since: '2036-06-15T11:00:00.000Z' })).toEqual(pending);
  });

  it('ends at once where the payment is final', async () => {
    await hear(world);
    const [paid, ms] = await lasting(() => follow(MINUTE));
    expect(paid).toMatchObject({ status: 'success' });
    expect(ms).toBeLessThan(900);
  });

  it('ends with the next change', async () => {
    const [paid, ms] = await lasting(async () => {
      const waiting = follow(MINUTE);
      await hear(world);
      return waiting;
    });
    expect(paid).toMatchObject({ status: 'success' });
    expect(ms).toBeLessThan(900);
  });

  it('misses no change that came after the asker’s last answer', async () => {
    await hear(world, { status: 'pending', statusCode: '2119' });
    const [seen, ms] = await lasting(() => follow(MINUTE, { since: pending.updatedAt }));
    expect(seen).toMatchObject({ status: 'pending', statusCode: '2119' });
    expect(ms).toBeLessThan(900);
  });

  it('sees what another process changed', async () => {
    const waiting = follow(MINUTE);
    await hear({ ...world, changes: new Changes(world.store) });
    expect(await waiting).toMatchObject({ status: 'success' });
  });

  it('ends when the time is over', async () => {
    world.clock.monotonic = () => performance.now();
    const [seen, ms] = await lasting(() => follow(50));
    expect(seen).toEqual(pending);
    expect(ms).toBeGreaterThanOrEqual(45);
  });

  it('ends when the time is over, also where the clock is set back meanwhile', async () => {
    world.clock.now = () => new Date();
    world.clock.monotonic = () => performance.now();
    const waiting = follow(100);
    await expect.poll(() => world.changes.waiting('order-1').order).toBe(1);
    world.clock.now = () => new Date(Date.now() - 60 * 86_400_000);
    expect(await waiting).toEqual(pending);
  });

  it('ends when the asker goes or the process ends', async () => {
    const gone = new AbortController();
    const waiting = [follow(MINUTE, { signal: gone.signal }), follow(MINUTE)];
    gone.abort();
    expect(await waiting[0]).toEqual(pending);
    world.changes.end();
    expect(await waiting[1]).toEqual(pending);
    expect(await follow(MINUTE)).toEqual(pending);
  });

  it('goes on for a disputed one, though its last state was final', async () => {
    await hear(world, { status: 'failure' });
    await hear(world);
    world.clock.monotonic = () => performance.now();
    const [seen, ms] = await lasting(() => follow(20));
    expect(seen).toMatchObject({ status: 'unknown' });
    expect(ms).toBeGreaterThan(15);
  });

  it('is refused where too many wait for the order already, but not where the answer is known', async () => {
    const waiting = Array.from({ length: 100 }, () => follow(MINUTE));
    await expect.poll(() => world.changes.waiting('order-1').order).toBe(100);
    expect(await refusal(follow(MINUTE))).toEqual(['too-many-waiting']);
    expect(await follow(0)).toEqual(pending);
    await hear(world);
    expect(await Promise.all(waiting)).toHaveLength(100);
    expect(await follow(MINUTE)).toMatchObject({ status: 'success' });
  });

  it('is refused for a payment of another order, or of none', async () => {
    const of = (orderId: string, paymentId: string) =>
      refusal(followPayment(world, { orderId, paymentId }, { ms: MINUTE }));
    expect(await of('order-2', pending.id)).toEqual(['payment-not-found']);
    expect(await of('order-1', crypto.randomUUID())).toEqual(['payment-not-found']);
  });
});
