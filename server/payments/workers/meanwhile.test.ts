import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { payHosted } from '../pay-hosted.ts';
import { openSession } from '../session.ts';
import { answered, gatewayPayment, notSent, unknown } from '../test-gateway.ts';
import { hear, pay } from '../test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

/** What happens between two steps of the worker. */

const FIRST = Date.UTC(2026, 5, 15, 11) / 1_000;
const HOUR_S = 3_600;

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const page = { mode: 'hosted', status: 'init' } as const;
const dueAt = async () => (await world.store.dueOrders(Number.POSITIVE_INFINITY, 1))[0]?.dueAt ?? null;

it('a payment that begins on an old page while the last look at it ends stays due', async () => {
  await payHosted(world, signed({ orderTimeout: 600 }), {});
  world.gateway.script.readOperation = async () => answered(gatewayPayment(page));
  world.clock.pass(48 * HOUR_S);
  const { store } = world;
  const reschedule: typeof store.reschedule = async (order, to) => {
    world.clock.pass(1);
    if (to === null) await hear(world, { mode: 'hosted', status: 'pending' });
    return store.reschedule(order, to);
  };
  await reconcile({ ...world, store: { ...store, reschedule } });
  expect((await world.payment()).status).toBe('pending');
  expect(await dueAt()).not.toBeNull();
});

it('the cancel of a page is not sent again once the order has the page’s terms again', async () => {
  await payHosted(world, signed({}, FIRST), {});
  world.gateway.script.cancelHosted = async () => notSent;
  await openSession(world, signed({ amount: '1000.00' }, FIRST + 600));
  world.gateway.script.readOperation = async () => answered(gatewayPayment(page));
  const before = world.gateway.of('cancelHosted').length;
  world.gateway.script.cancelHosted = async () => {
    await payHosted(world, signed({}, FIRST + 700), {});
    return notSent;
  };
  world.clock.pass(61);
  await pollDue(world);
  expect(world.gateway.of('cancelHosted')).toHaveLength(before + 1);
  expect((await world.payment()).status).toBe('init');
});

it('a page of a card check is not polled more often because the order has other terms: it cannot be cancelled', async () => {
  const lookup = { method: 'lookup', amountMinor: 100 };
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvv: '123' };
  await payHosted(world, signed({ method: 'lookup', amount: '1.00' }, FIRST), {}, { card });
  world.gateway.script.readOperation = async () => answered(gatewayPayment({ ...page, ...lookup }));
  await openSession(world, signed({ method: 'lookup', amount: '2.00' }, FIRST + 600));
  for (let hour = 0; hour < 480; hour += 1) {
    world.clock.pass(HOUR_S);
    await pollDue(world);
  }
  expect(world.gateway.of('readOperation').length).toBeLessThan(100);
});

it('a store that fails once does not postpone the query of a customer who waits', async () => {
  world.gateway.script.createDirect = async () => unknown;
  await pay(world);
  world.gateway.script.readOperation = async () => answered(gatewayPayment());
  world.clock.pass(2);
  const { store } = world;
  const lost = () => Promise.reject(new Error('connection reset'));
  await reconcile({ ...world, store: { ...store, read: lost, readMany: lost } });
  world.clock.pass(1);
  await pollDue(world);
  expect((await world.payment()).status).toBe('success');
});
