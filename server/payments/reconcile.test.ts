import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews } from './apply-news.ts';
import { createDirectPayment } from './create-direct.ts';
import type { GatewayPayment } from './ports.ts';
import { reconcile } from './reconcile.ts';
import { reserve } from './reserve.ts';
import {
  answered,
  CLIENT,
  createWorld,
  gate,
  input,
  order,
  refused,
  STORE_SECRETS,
  told,
  toldOf,
  unknown,
  type World,
} from './test-world.ts';
import type { Outcome } from './ports.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const begin = (outcome: Outcome<never> | Partial<GatewayPayment> = unknown) => {
  world.gateway.script.createDirect = async (request) =>
    'kind' in outcome ? outcome : answered(toldOf(request, outcome));
  return createDirectPayment(world, order(), 'key-00001', input(), CLIENT);
};
const reads = () => world.gateway.of('readOperation').length;

describe('a payment of unknown outcome', () => {
  it('is asked as soon as a second has passed, not before', async () => {
    await begin();
    await reconcile(world);
    expect(reads()).toBe(0);
    world.clock.pass(1);
    await reconcile(world);
    expect(reads()).toBe(1);
  });

  it('is what the gateway says it is', async () => {
    await begin();
    world.clock.pass(1);
    world.gateway.script.readOperation = async () => answered(told({ statusCode: '1000' }));
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'success', askAt: null });
    world.clock.pass(3_600);
    await reconcile(world);
    expect(reads()).toBe(1);
  });

  it('did not happen where the gateway knows none after the grace time, and not before', async () => {
    await begin();
    world.clock.pass(60);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'unknown', blocking: true });
    world.clock.pass(60);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({
      status: 'failure',
      settledBy: 'not-found',
      blocking: false,
      askAt: null,
    });
  });

  it('whose call may still be under way is not given up before that call’s deadline', async () => {
    world.config.notFoundGraceS = 0;
    await reserve(world, { order: order(), mode: 'direct', idempotencyKey: 'key-00001', requestHash: '' });
    world.clock.pass(33);
    await reconcile(world);
    expect(reads()).toBe(1);
    expect(await world.payment()).toMatchObject({ status: 'unknown' });
    world.clock.pass(33);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'failure', settledBy: 'not-found' });
  });

  it.each([
    ['refused otherwise', refused(401)],
    ['unclear', unknown],
  ])('stays so where the question is %s, however old it is', async (_what, outcome) => {
    await begin();
    world.gateway.script.readOperation = async () => outcome;
    world.clock.pass(100_000);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'unknown', blocking: true });
  });
});

describe('a crash between writing down and the answer', () => {
  it('leaves a payment that is asked once the call’s deadline is over', async () => {
    await reserve(world, { order: order(), mode: 'direct', idempotencyKey: 'key-00001', requestHash: '' });
    world.gateway.script.readOperation = async () => answered(told());
    world.clock.pass(31);
    await reconcile(world);
    expect(reads()).toBe(0);
    world.clock.pass(1);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'success' });
  });
});

describe('a payment that is not found', () => {
  it.each(['init', 'pending'] as const)(
    'though the gateway told of it before (%s) goes on being asked',
    async (status) => {
      await begin({ status });
      world.clock.pass(100_000);
      await reconcile(world);
      expect(await world.payment()).toMatchObject({ status, blocking: true });
      expect((await world.payment()).askAt).not.toBeNull();
    },
  );
});

describe('questions', () => {
  it('come rarer as the payment grows older: after half its age, within 1 s or 10 s and an hour', async () => {
    await begin();
    const pauses: number[] = [];
    world.config.notFoundGraceS = 86_400;
    for (let round = 0; round < 30; round += 1) {
      const due = Date.parse((await world.payment()).askAt ?? '');
      pauses.push((due - world.clock.time) / 1_000);
      world.clock.time = due;
      await reconcile(world);
    }
    expect(pauses.slice(0, 6)).toEqual([1, 1, 1, 1.5, 2.25, 3.375]);
    expect(pauses.at(-1)).toBe(3_600);
    expect(reads()).toBe(30);
  });

  it('are put once where several ask at the same time', async () => {
    await begin();
    world.clock.pass(1);
    await Promise.all([reconcile(world), reconcile(world), reconcile(world)]);
    expect(reads()).toBe(1);
  });

  it('that fail keep nobody else from being asked', async () => {
    await begin();
    await createDirectPayment(world, order({ id: 'order-2' }), 'key-00001', input(), CLIENT);
    world.gateway.script.readOperation = (id) =>
      id === 'order-1'
        ? Promise.reject(new TypeError('boom'))
        : Promise.resolve(answered(told({ gatewayOrderId: id })));
    world.clock.pass(1);
    await reconcile(world);
    expect(await world.payment('order-1')).toMatchObject({ status: 'unknown' });
    expect(await world.payment('order-2')).toMatchObject({ status: 'success' });
    expect(world.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'asking the gateway failed' }),
    );
  });

  it('do not undo a webhook that came meanwhile', async () => {
    await begin();
    const answer = gate<Outcome<GatewayPayment>>();
    world.gateway.script.readOperation = () => answer.promise;
    world.clock.pass(100);
    const round = reconcile(world);
    await expect.poll(reads).toBe(1);
    await applyNews(world, { source: 'webhook', payment: told(), text: 'success' });
    answer.open(refused(404));
    await round;
    expect(await world.payment()).toMatchObject({ status: 'success' });
  });
});

describe('a question to the gateway', () => {
  it('counts from when it was put: an answer that is long in coming does not make the payment older', async () => {
    await begin();
    world.gateway.script.readOperation = async () => {
      world.clock.pass(25);
      return refused(404, 'S-404');
    };
    world.clock.pass(40);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'unknown' });
  });

  it('is not answered by a proxy that knows no such page', async () => {
    await begin();
    world.gateway.script.readOperation = async () => ({
      kind: 'refused',
      refusal: { status: 404, documented: false, code: null, message: 'HTTP 404', details: [] },
    });
    world.clock.pass(3_600);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'unknown', blocking: true });
  });

  it('is not answered by news of another order', async () => {
    await begin();
    world.gateway.script.readOperation = async () => answered(told({ gatewayOrderId: 'order-99' }));
    world.clock.pass(2);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'unknown' });
    expect(world.lines.at(-1)).toMatchObject({ level: 'error' });
  });

  it('takes back the way to a challenge that is over', async () => {
    await begin({
      status: 'pending',
      statusCode: '2122',
      actionUrl: 'https://acs.example/1',
      actionRequired: true,
    });
    world.gateway.script.readOperation = async () =>
      answered(told({ status: 'pending', statusCode: '2119' }));
    world.clock.pass(30);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'pending', statusCode: '2119', actionUrl: null });
  });
});
