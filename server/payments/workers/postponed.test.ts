import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newOrderSchema } from '../../contract/merchant-requests.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { createOrder } from '../create-order.ts';
import { payHosted } from '../pay-hosted.ts';
import { refundOrder } from '../operate.ts';
import { answered, gatewayPayment, gatewayPaymentOf, refused, unknown } from '../test-gateway.ts';
import { hear, key, operations, pay } from '../test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { rebuild } from './rebuild.ts';
import { pollDue } from './poll.ts';

/** A query that is due is not postponed by whatever else happens to its order. */

const DAY_S = 86_400;

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const dueAt = async () => (await world.store.dueOrders(Infinity, 1))[0]?.dueAt ?? null;
const begin = () => {
  world.gateway.script.createDirect = async () => unknown;
  return pay(world);
};

describe('a query that is due', () => {
  it('is not postponed by refunds that the gateway refuses again and again', async () => {
    await pay(world);
    await hear(world, { method: 'refund', operationId: null, amountMinor: 300, status: 'pending' });
    world.gateway.script.readOrder = async () => unknown;
    world.gateway.script.refund = async () => refused(429);
    world.clock.pass(4 * 3_600);
    await pollDue(world);
    const queries = () => world.gateway.of('readOrder').length;
    const before = queries();
    for (let round = 0; round < 10; round += 1) {
      world.clock.pass(1_800);
      await refundOrder(world, 'order-1', key(), { amount: '1.00' });
      await pollDue(world);
    }
    expect(await operations(world)).toHaveLength(10);
    expect(queries() - before).toBeGreaterThanOrEqual(5);
  });

  it('is not postponed by what is written while the worker claims the order', async () => {
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'pending' }));
    await pay(world);
    world.clock.pass(8 * 3_600);
    const { store } = world;
    let isFirst = true;
    const reschedule: typeof store.reschedule = async (...order) => {
      if (isFirst) await hear(world, { method: 'refund', operationId: 'portal-1', status: 'pending' });
      isFirst = false;
      return store.reschedule(...order);
    };
    await reconcile({ ...world, store: { ...store, reschedule } });
    expect(await dueAt()).toBe(world.clock.time + 10_000);
  });

  it('is not postponed by rebuilds', async () => {
    await begin();
    world.clock.pass(3_600);
    await pollDue(world);
    const due = await dueAt();
    world.clock.pass(600);
    await rebuild({ ...world, now: world.clock.now });
    expect(await dueAt()).toBe(due);
  });

  it('is rebuilt where it is missing or too late', async () => {
    await begin();
    const [due] = await world.store.dueOrders(Infinity, 1);
    await world.store.reschedule(due ?? { orderId: '', dueAt: 0 }, null);
    await rebuild({ ...world, now: world.clock.now });
    expect(await dueAt()).toBe(world.clock.time + 1_000);
    const [right] = await world.store.dueOrders(Infinity, 1);
    await world.store.reschedule(right ?? { orderId: '', dueAt: 0 }, world.clock.time + 9e9);
    await rebuild({ ...world, now: world.clock.now });
    expect(await dueAt()).toBe(world.clock.time + 1_000);
  });
});

describe('the last look at a page whose time is over', () => {
  beforeEach(async () => {
    await payHosted(world, signed({ orderTimeout: 600 }), {});
    world.gateway.script.readOperation = async () => unknown;
    world.clock.pass(2 * DAY_S);
    await pollDue(world);
    expect(await dueAt()).toBe(world.clock.time + 3_600_000);
  });

  const expectLook = async () => {
    world.gateway.script.readOperation = async () =>
      answered(gatewayPayment({ mode: 'hosted', statusCode: '1000' }));
    world.clock.pass(3_601);
    await pollDue(world);
    expect((await world.payment()).status).toBe('success');
    expect(await dueAt()).toBeNull();
  };

  it('is not forgotten because the order gets a payment page', async () => {
    const terms = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
    await createOrder(world, newOrderSchema.parse(terms));
    expect((await world.order()).state.linkId).not.toBeNull();
    await expectLook();
  });

  it('is not forgotten because of a rebuild', async () => {
    await rebuild({ ...world, now: world.clock.now });
    await expectLook();
  });
});
