import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { payDirect } from '../pay.ts';
import { openSession } from '../session.ts';
import type { GatewayPayment, Outcome } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, gatewayPayment, unknown } from '../test-gateway.ts';
import { hear, key, operations, pay } from '../test-world.ts';
import { CLIENT, createWorld, gate, input, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { reconcile, reconcileUntil } from './poll.ts';

/** Long work: a query that hangs and an operation that never ends. */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const statusOf = async (id: string) => (await openSession(world, signed({ id }))).payment?.status;

describe('an order whose status query hangs', () => {
  it('does not hold up another one, and is taken up again once the query is over', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await payDirect(world, signed({ id: 'order-hangs' }), key(), input(), CLIENT);
    await payDirect(world, signed({ id: 'order-other' }), key(), input(), CLIENT);
    const hanging = gate<Outcome<GatewayPayment>>();
    world.gateway.script.readOperation = (gatewayOrderId) =>
      gatewayOrderId === 'order-hangs'
        ? hanging.promise
        : Promise.resolve(answered(gatewayPayment({ gatewayOrderId })));
    const stop = new AbortController();
    const running = reconcileUntil(world, stop.signal);
    try {
      await expect.poll(() => statusOf('order-other')).toBe('success');
      expect(await statusOf('order-hangs')).toBe('unknown');
      expect(world.gateway.of('readOperation').filter((id) => id === 'order-hangs')).toHaveLength(1);
      hanging.open(answered(gatewayPayment({ gatewayOrderId: 'order-hangs' })));
      await expect.poll(() => statusOf('order-hangs')).toBe('success');
    } finally {
      hanging.open(unknown);
      stop.abort();
      await running;
    }
  });
});

describe('an operation of the portal that stays pending', () => {
  it('needs review after a day, and not before', async () => {
    await pay(world);
    await hear(world, { method: 'refund', operationId: 'portal-1', amountMinor: 500, status: 'pending' });
    const review = async () => (await viewOrder(world, 'order-1')).review;
    world.clock.pass(86_300);
    await pollDue(world);
    expect(await review()).toEqual([]);
    world.clock.pass(200);
    const [operation] = await operations(world);
    expect(await review()).toMatchObject([{ operationId: operation?.id, reason: 'no-report' }]);
    await hear(world, { method: 'refund', operationId: 'portal-1', amountMinor: 500 });
    expect(await review()).toEqual([]);
  });
});
