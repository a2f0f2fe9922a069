import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentView } from '../../contract/checkout-api.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { Changes } from './changes.ts';
import { answered, gatewayPaymentOf } from '../test-gateway.ts';
import { hear, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { followPayment } from './wait.ts';

let world: World;
let pending: PaymentView;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { status: 'pending' }));
  pending = await pay(world);
});
afterEach(() => world.store.close());

const follow = (ms: number, options: { since?: string; signal?: AbortSignal } = {}) =>
  followPayment(world, { orderId: 'order-1', paymentId: pending.id }, { ms, ...options });

describe('following a payment', () => {
  it('answers at once where no time is given', async () => {
    expect(await follow(0)).toEqual(pending);
  });

  it.each(['2026-06-15T11:00:00.000Z', '2036-06-15T11:00:00.000Z'])(
    'answers at once where another state was seen: %s',
    async (since) => {
      expect(await follow(60_000, { since })).toEqual(pending);
    },
  );

  it('answers at once where the payment is final', async () => {
    await hear(world);
    expect(await follow(60_000)).toMatchObject({ status: 'success' });
  });

  it('answers at the next change, and not at one that changes nothing', async () => {
    const start = performance.now();
    const waiting = follow(60_000, { since: pending.updatedAt });
    await hear(world, { method: 'credit' });
    await hear(world);
    expect(await waiting).toMatchObject({ status: 'success' });
    expect(performance.now() - start).toBeLessThan(900);
  });

  it('sees what another process changed', async () => {
    const waiting = follow(60_000);
    await hear({ ...world, changes: new Changes(world.store) });
    expect(await waiting).toMatchObject({ status: 'success' });
  });

  it('answers when the time is over', async () => {
    const start = performance.now();
    world.clock.monotonic = () => performance.now();
    expect(await follow(50)).toMatchObject({ status: 'pending' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(45);
  });

  it('ends when the asker goes or the process ends', async () => {
    const gone = new AbortController();
    const waiting = [follow(60_000, { signal: gone.signal }), follow(60_000)];
    gone.abort();
    expect(await waiting[0]).toEqual(pending);
    world.changes.end();
    expect(await waiting[1]).toEqual(pending);
    expect(await follow(60_000)).toEqual(pending);
  });

  it('is refused of a payment of another order', async () => {
    const other = await pay(world, { id: 'order-2' });
    const asked = { orderId: 'order-1', paymentId: other.id };
    expect(await refusal(followPayment(world, asked, { ms: 0 }))).toEqual(['payment-not-found']);
  });
});
