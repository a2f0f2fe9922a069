import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { openSession } from '../session.ts';
import type { GatewayPayment, Outcome } from '../gateway-port.ts';
import { answered, refused, gatewayPayment, gatewayPaymentOf, unknown } from '../test-gateway.ts';
import { hear, pay } from '../test-world.ts';
import { createWorld, gate, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const begin = (outcome: Outcome<never> | Partial<GatewayPayment> = unknown, over = {}) => {
  world.gateway.script.createDirect = async (request) =>
    'kind' in outcome ? outcome : answered(gatewayPaymentOf(request, outcome));
  return pay(world, over);
};
const reads = () => world.gateway.of('readOperation').length;
const shown = async (id = 'order-1') => (await openSession(world, signed({ id }))).payment;
const dueAt = async () => (await world.store.dueOrders(Infinity, 1))[0]?.dueAt ?? null;

describe('a payment of unknown outcome', () => {
  it('is polled once a second has passed, not before', async () => {
    await begin();
    await pollDue(world);
    expect(reads()).toBe(0);
    world.clock.pass(1.01);
    await pollDue(world);
    expect(reads()).toBe(1);
  });

  it('is what the gateway says it is, and is not polled again', async () => {
    await begin();
    world.clock.pass(2);
    world.gateway.script.readOperation = async () => answered(gatewayPayment({ statusCode: '1000' }));
    await pollDue(world);
    expect(await shown()).toMatchObject({ status: 'success', statusCode: '1000' });
    expect(await dueAt()).toBeNull();
    world.clock.pass(3_600);
    await pollDue(world);
    expect(reads()).toBe(1);
  });

  it('did not happen where the gateway knows none after the grace time, and not before', async () => {
    await begin();
    world.clock.pass(60);
    await pollDue(world);
    expect(await shown()).toMatchObject({ status: 'unknown', canRetry: false });
    world.clock.pass(60);
    await pollDue(world);
    expect(await shown()).toMatchObject({ status: 'failure', canRetry: true });
    expect(await dueAt()).toBeNull();
  });

  it.each(['init', 'pending'] as const)(
    'that the gateway reported before as %s goes on being polled though it is not found',
    async (status) => {
      await begin({ status });
      world.clock.pass(100_000);
      await pollDue(world);
      expect(await shown()).toMatchObject({ status });
      expect(await dueAt()).not.toBeNull();
    },
  );
});

describe('polling', () => {
  it('grows rarer as the payment grows older: after half its age, within a second and an hour', async () => {
    await begin();
    world.config.notFoundGraceS = 86_400;
    const pauses: number[] = [];
    for (let round = 0; round < 30; round += 1) {
      const due = (await dueAt()) ?? 0;
      pauses.push(Number(((due - world.clock.time) / 1_000).toFixed(1)));
      world.clock.time = due;
      await pollDue(world);
    }
    expect(pauses.slice(0, 6)).toEqual([1, 1, 1, 1.5, 2.3, 3.4]);
    expect(pauses.at(-1)).toBe(3_600);
    expect(reads()).toBe(30);
  });

  it('begins after ten seconds where a webhook is expected', async () => {
    await begin({ status: 'pending', statusCode: '2122', actionUrl: 'https://acs.example/1' });
    world.clock.pass(9);
    await pollDue(world);
    expect(reads()).toBe(0);
    world.clock.pass(2);
    await pollDue(world);
    expect(reads()).toBe(1);
  });

  it('is not postponed by a page that is reloaded with a fresh token every second', async () => {
    await begin({ status: 'pending', statusCode: '2119' });
    for (let second = 1; second <= 11; second += 1) {
      world.clock.pass(1);
      const now = Math.floor(world.clock.time / 1_000);
      await openSession(world, signed({ id: 'order-1' }, now));
      await pollDue(world);
    }
    expect((await world.order()).state.parameters?.issuedAt).toBe(Math.floor(world.clock.time / 1_000));
    expect(reads()).toBe(1);
  });

  it('happens once where several workers run at the same time', async () => {
    await begin();
    world.clock.pass(2);
    const elsewhere: World = { ...world, inFlight: new Set() };
    await Promise.all([reconcile(world), reconcile(elsewhere), reconcile(world)]);
    expect(reads()).toBe(1);
  });

  it('that fails for one order keeps no other from being polled', async () => {
    await begin();
    await begin(unknown, { id: 'order-2' });
    world.gateway.script.readOperation = (id) =>
      id === 'order-1'
        ? Promise.reject(new TypeError('boom'))
        : Promise.resolve(answered(gatewayPayment({ gatewayOrderId: id })));
    world.clock.pass(2);
    await pollDue(world);
    expect(await shown()).toMatchObject({ status: 'unknown' });
    expect(await shown('order-2')).toMatchObject({ status: 'success' });
    expect(world.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { orderId: 'order-1', error: 'TypeError' } },
    ]);
    expect(await dueAt()).not.toBeNull();
  });

  it('does not undo a webhook that came meanwhile', async () => {
    await begin();
    const answer = gate<Outcome<GatewayPayment>>();
    world.gateway.script.readOperation = () => answer.promise;
    world.clock.pass(100);
    const round = reconcile(world);
    await expect.poll(reads).toBe(1);
    await hear(world);
    answer.open(refused(404));
    await round;
    expect(await shown()).toMatchObject({ status: 'success' });
  });

  it('writes nothing down where it learns nothing new', async () => {
    await begin();
    await hear(world, { status: 'pending', statusCode: '2119' });
    world.gateway.script.readOperation = async () =>
      answered(gatewayPayment({ status: 'pending', statusCode: '2119' }));
    const before = await world.order();
    for (let round = 0; round < 5; round += 1) {
      world.clock.pass(3_600);
      await pollDue(world);
    }
    expect(reads()).toBe(5);
    expect(await world.order()).toEqual(before);
  });

  it('takes back the way to a challenge that is over', async () => {
    const actionUrl = 'https://acs.example/1';
    await begin({ status: 'pending', statusCode: '2122', actionUrl, actionRequired: true });
    world.gateway.script.readOperation = async () =>
      answered(gatewayPayment({ status: 'pending', statusCode: '2119' }));
    world.clock.pass(30);
    await pollDue(world);
    expect(await shown()).toMatchObject({ status: 'pending', statusCode: '2119', action: null });
  });
});

describe('a process that died between the journal and the answer', () => {
  /** Another process, whose call never returns. */
  const die = async () => {
    world.gateway.script.createDirect = () => new Promise(() => {});
    void pay({ ...world, inFlight: new Set() });
    await expect.poll(() => world.gateway.of('createDirect')).toHaveLength(1);
  };

  it('leaves a payment that is polled once the deadline of its call is over', async () => {
    await die();
    world.gateway.script.readOperation = async () => answered(gatewayPayment());
    world.clock.pass(36);
    await pollDue(world);
    expect(reads()).toBe(0);
    world.clock.pass(2);
    await pollDue(world);
    expect(await shown()).toMatchObject({ status: 'success' });
  });

  it('leaves one that is given up after the deadline, where the gateway knows none', async () => {
    world.config.notFoundGraceS = 0;
    await die();
    world.clock.pass(38);
    await pollDue(world);
    expect(await shown()).toMatchObject({ status: 'failure', canRetry: true });
  });
});

describe('a call in flight in this very process', () => {
  it('is never concluded upon, regardless of the clock', async () => {
    const answer = gate<Outcome<GatewayPayment>>();
    world.gateway.script.createDirect = () => answer.promise;
    const paying = pay(world);
    await expect.poll(() => world.gateway.of('createDirect')).toHaveLength(1);
    for (const seconds of [100, 100_000, -200_000, 10_000_000]) {
      world.clock.pass(seconds);
      await pollDue(world);
      expect(await shown()).toMatchObject({ status: 'unknown', canRetry: false });
    }
    expect(reads()).toBe(0);
    answer.open(answered(gatewayPayment()));
    expect(await paying).toMatchObject({ status: 'success' });
  });

  it('is looked after as usual once it has ended', async () => {
    const answer = gate<Outcome<GatewayPayment>>();
    world.gateway.script.createDirect = () => answer.promise;
    const paying = pay(world);
    await expect.poll(() => world.gateway.of('createDirect')).toHaveLength(1);
    world.clock.pass(100_000);
    await pollDue(world);
    answer.open(unknown);
    expect(await paying).toMatchObject({ status: 'unknown' });
    world.clock.pass(100_000);
    await pollDue(world);
    expect(await shown()).toMatchObject({ status: 'failure' });
  });
});
