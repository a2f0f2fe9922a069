import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { reconcileOperations } from './ask-operations.ts';
import { createDirectPayment } from './create-direct.ts';
import { failed, type Operation } from './payment.ts';
import type { GatewayPayment } from './ports.ts';
import { refundOrder } from './refund.ts';
import { sendReversals } from './reverse.ts';
import { hear, key, operations, pay } from './test-operations.ts';
import {
  answered,
  CLIENT,
  createWorld,
  gate,
  input,
  notSent,
  order,
  refused,
  STORE_SECRETS,
  told,
  unknown,
  type World,
} from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  await pay(world);
});
afterEach(() => world.store.close());

const refundOf = (operationId: string | null, over: Partial<GatewayPayment> = {}) =>
  told({ method: 'refund', amountMinor: 300, operationId, ...over });
const ours = async (): Promise<Operation | undefined> =>
  (await operations(world)).find((one) => one.origin === 'merchant');
const begin = async () => {
  world.gateway.script.refund = async () => unknown;
  await refundOrder(world, 'order-1', key(), { amount: '3.00' });
};
const ask = async (seconds: number) => {
  world.clock.pass(seconds);
  await reconcileOperations(world);
};
const reads = (one: GatewayPayment | null, list?: GatewayPayment[]) => {
  const { script } = world.gateway;
  script.readOperation = async () => (one ? answered(one) : refused(404, 'S-404'));
  if (list) script.readOrder = async () => answered(list);
};

describe('an operation in doubt', () => {
  beforeEach(begin);

  it('is asked about by its kind, and settled by what is told', async () => {
    reads(refundOf('o-1'));
    await ask(2);
    expect(world.gateway.of('readOperation')).toEqual(['order-1']);
    expect(world.gateway.of('readOrder')).toEqual([]);
    expect(await ours()).toMatchObject({ status: 'success', gatewayOperationId: 'o-1' });
    await ask(4_000);
    expect(world.gateway.of('readOperation')).toHaveLength(1);
  });

  it('that is pending is asked about until it ends', async () => {
    reads(refundOf('o-1', { status: 'pending' }));
    await ask(2);
    expect(await ours()).toMatchObject({ status: 'pending' });
    reads(refundOf('o-1'));
    await ask(30);
    expect(await ours()).toMatchObject({ status: 'success' });
  });

  it('that the gateway does not know counts as not arrived only after the grace time', async () => {
    await ask(59);
    expect(await ours()).toMatchObject({ status: 'unknown' });
    await ask(60);
    expect(await ours()).toMatchObject({
      status: 'failure',
      settledBy: 'not-found',
      statusDescription: 'The operation did not reach the payment service.',
    });
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('that is heard of while it is asked about is not given up', async () => {
    world.gateway.script.readOperation = async () => {
      await hear(world, refundOf('o-1'));
      return refused(404, 'S-404');
    };
    await ask(61);
    expect(await operations(world)).toMatchObject([{ status: 'success', gatewayOperationId: 'o-1' }]);
  });

  it('beside one that is pending at the portal is not given up by "there is none of the kind"', async () => {
    await hear(world, refundOf('portal', { amountMinor: 200, status: 'pending' }));
    await ask(61);
    expect(await ours()).toMatchObject({ status: 'unknown' });
  });

  it('that was acknowledged is never given up', async () => {
    await hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 300, status: 'pending' });
    await ask(4_000);
    await ask(4_000);
    expect(world.gateway.of('readOperation')).toHaveLength(2);
    expect(await ours()).toMatchObject({ status: 'pending' });
  });

  it.each([
    [
      'a 404 of something in between',
      async () => {
        const outcome = refused(404);
        return outcome.kind === 'refused'
          ? { ...outcome, refusal: { ...outcome.refusal, documented: false } }
          : outcome;
      },
    ],
    ['no answer', async () => unknown],
    ['no way', async () => notSent],
    ['a refusal', async () => refused(401)],
    ['an error', () => Promise.reject(new Error('boom'))],
    ['another order', async () => answered(refundOf('o-1', { gatewayOrderId: 'order-9' }))],
    ['another kind', async () => answered(refundOf('o-1', { method: 'void' }))],
  ])('stays in doubt by %s', async (_what, read) => {
    world.gateway.script.readOperation = read;
    await ask(4_000);
    expect(await ours()).toMatchObject({ status: 'unknown', askAt: expect.any(String) });
    expect((await operations(world)).length).toBe(1);
  });

  it('is asked about ever more rarely, at least every hour', async () => {
    reads(null);
    world.gateway.script.readOperation = async () => unknown;
    let last = world.clock.time;
    const pauses: number[] = [];
    for (let second = 0; second < 20_000; second += 1) {
      await ask(1);
      const asked = world.gateway.of('readOperation').length;
      if (asked > pauses.length) {
        pauses.push((world.clock.time - last) / 1_000);
        last = world.clock.time;
      }
    }
    expect(pauses.slice(0, 4)).toEqual([1, 1, 1, 2]);
    expect(Math.max(...pauses)).toBe(3600);
    expect(pauses.length).toBeLessThan(40);
  });
});

describe('where another operation of the kind is told', () => {
  const paid = told();
  beforeEach(async () => {
    await hear(world, refundOf('portal', { amountMinor: 200 }));
    await begin();
  });

  it('ours is looked for in the list', async () => {
    reads(refundOf('portal', { amountMinor: 200 }), [
      paid,
      refundOf('portal', { amountMinor: 200 }),
      refundOf('o-1'),
    ]);
    await ask(2);
    expect(await ours()).toMatchObject({ status: 'success', gatewayOperationId: 'o-1' });
  });

  it('and ours is not in the list, it has not arrived, after the grace time', async () => {
    const other = refundOf('portal', { amountMinor: 200 });
    reads(other, [paid, other]);
    await ask(2);
    expect(await ours()).toMatchObject({ status: 'unknown' });
    await ask(61);
    expect(await ours()).toMatchObject({ status: 'failure', settledBy: 'not-found' });
  });

  it.each<[string, GatewayPayment[] | null]>([
    ['cannot be had', null],
    ['is empty', []],
    ['lacks the payment', [refundOf('portal', { amountMinor: 200 })]],
    ['has the payment unpaid', [told({ status: 'pending' })]],
    ['is of another order too', [paid, refundOf('o-1', { gatewayOrderId: 'order-9' })]],
    ['lacks an operation that was told before', [paid]],
    ['has operations without ids', [paid, refundOf(null), refundOf('portal', { amountMinor: 200 })]],
  ])('and the list %s, it stays in doubt', async (_what, list) => {
    reads(refundOf('portal', { amountMinor: 200 }), list ?? undefined);
    await ask(4_000);
    expect(await ours()).toMatchObject({ status: 'unknown' });
  });

  it('and the list has one more that nobody here knows, that is taken in too', async () => {
    const other = refundOf('portal', { amountMinor: 200 });
    reads(other, [paid, other, refundOf('o-1'), refundOf('second', { amountMinor: 100 })]);
    await ask(2);
    expect((await operations(world)).map((one) => [one.origin, one.gatewayOperationId])).toEqual([
      ['gateway', 'portal'],
      ['merchant', 'o-1'],
      ['gateway', 'second'],
    ]);
  });

  it('without an id, it could be either', async () => {
    reads(refundOf(null), [paid, refundOf('portal', { amountMinor: 200 }), refundOf('o-1')]);
    await ask(2);
    expect(await ours()).toMatchObject({ status: 'success', gatewayOperationId: 'o-1' });
    expect(await operations(world)).toHaveLength(2);
  });
});

it('that there is none is not believed of a kind that was told of before', async () => {
  world.gateway.script.refund = async () => answered(refundOf('o-1', { amountMinor: 200 }));
  await refundOrder(world, 'order-1', key(), { amount: '2.00' });
  await begin();
  reads(null);
  await ask(4_000);
  expect((await operations(world)).map((one) => one.status)).toEqual(['success', 'unknown']);
  reads(null, [told(), refundOf('o-1', { amountMinor: 200 })]);
  await ask(4_000);
  expect((await operations(world)).at(-1)).toMatchObject({ status: 'failure', settledBy: 'not-found' });
});

it('a failure that an earlier refused call has left is not taken for ours', async () => {
  world.gateway.script.refund = async () => refused(400, 'P-400');
  await refundOrder(world, 'order-1', key(), { amount: '3.00' });
  await begin();
  const left = refundOf('of-the-first', { status: 'failure' });
  reads(left);
  await ask(4_000);
  expect((await operations(world)).at(-1)).toMatchObject({ status: 'unknown' });
  reads(left, [told(), left]);
  await ask(4_000);
  expect((await operations(world)).map((one) => [one.gatewayOperationId, one.settledBy])).toEqual([
    ['of-the-first', 'gateway'],
    [null, 'not-found'],
  ]);
});

it.each(['of-it', null])('a failure under the id %s ends ours only after the grace time', async (id) => {
  await begin();
  const failed = refundOf(id, { status: 'failure' });
  reads(failed, [told(), failed]);
  await ask(2);
  expect(await ours()).toMatchObject({ status: 'unknown' });
  await ask(61);
  expect(await ours()).toMatchObject({ status: 'failure', gatewayOperationId: id });
});

it('two processes ask once', async () => {
  await begin();
  reads(null);
  await Promise.all([ask(2), reconcileOperations(world)]);
  expect(world.gateway.of('readOperation')).toHaveLength(1);
});

describe('a reversal that a slow question finds nowhere', () => {
  beforeEach(async () => {
    await world.store.close();
    world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    await world.store.updatePayment(failed(await world.payment(), 'not-found', ''));
    world.gateway.script = {};
    await createDirectPayment(world, order(), key(), input(), CLIENT);
    await hear(world, {});
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
  });
  const missing = refused(404, 'S-404');

  it('is not sent a third time, where it was sent anew since', async () => {
    const slow = gate<typeof missing>();
    const isAsked = gate<void>();
    world.gateway.script.readOperation = () => {
      isAsked.open();
      return slow.promise;
    };
    world.clock.pass(62);
    const first = reconcileOperations(world);
    await isAsked.promise;
    world.gateway.script.readOperation = async () => missing;
    await ask(35);
    await sendReversals(world);
    expect(world.gateway.of('refund')).toHaveLength(2);
    slow.open(missing);
    await first;
    world.clock.pass(1);
    await sendReversals(world);
    expect(world.gateway.of('refund')).toHaveLength(2);
    expect((await operations(world))[0]).toMatchObject({ status: 'unknown', sentAt: expect.any(String) });
  });

  it('was old enough when it was asked about, not when the answer came', async () => {
    world.gateway.script.readOperation = async () => {
      world.clock.pass(100);
      return missing;
    };
    await ask(40);
    expect((await operations(world))[0]).toMatchObject({ sentAt: '2026-06-15T12:00:00.000Z' });
  });
});
