import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { reconcileOperations } from './ask-operations.ts';
import { captureOrder } from './capture.ts';
import { createDirectPayment } from './create-direct.ts';
import { failed } from './payment.ts';
import type { GatewayPayment } from './ports.ts';
import { refundOrder } from './refund.ts';
import { resendNews } from './resend.ts';
import { sendReversals } from './reverse.ts';
import { settleOperationByPerson } from './settle-operation-by-person.ts';
import { hear, key, operations, pay, reserve } from './test-operations.ts';
import {
  answered,
  CLIENT,
  createWorld,
  input,
  order,
  STORE_SECRETS,
  told,
  unknown,
  type World,
} from './test-world.ts';
import { voidOrder } from './void.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const refundOf = (over: Partial<GatewayPayment> = {}) =>
  told({ method: 'refund', operationId: 'o-1', amountMinor: 600, ...over });
const refund = (amount?: string) => refundOrder(world, 'order-1', key(), amount ? { amount } : {});
const statuses = async () => (await operations(world)).map((one) => one.status);
const now = () => world.clock.now().toISOString();
const ask = async (seconds: number) => {
  world.clock.pass(seconds);
  await reconcileOperations(world);
};
const reads = (one: GatewayPayment, list?: GatewayPayment[]) => {
  world.gateway.script.readOperation = async () => answered(one);
  if (list) world.gateway.script.readOrder = async () => answered([told(), ...list]);
};

/** The first of two refunds over 6.00 is answered as a failure without its id; the second is done, and unheard. */
async function failThenDone(): Promise<void> {
  await pay(world);
  world.gateway.script.refund = async () => answered(refundOf({ operationId: null, status: 'failure' }));
  await refund('6.00');
  world.gateway.script.refund = async () => unknown;
  await refund('6.00');
  world.clock.pass(61);
}

describe('a failure does not end what was done', () => {
  const late = refundOf({ status: 'failure' });

  it.each<[string, () => Promise<unknown>]>([
    ['late, by its webhook', () => hear(world, late)],
    ['by a read that is asked for', () => resendNews(world, 'order-1', { operation: 'refund' })],
    ['by the question about the other', () => reconcileOperations(world)],
  ])('where it is that of an earlier one without an id, told %s', async (_how, tell) => {
    await failThenDone();
    reads(late);
    await tell();
    expect(await statuses()).toEqual(['failure', 'unknown']);
    await expect(refund('6.00')).rejects.toMatchObject({ code: 'operation-open' });
    reads(late, [late, refundOf({ operationId: 'o-2' })]);
    await ask(61);
    expect((await operations(world)).map((one) => [one.gatewayOperationId, one.status])).toEqual([
      ['o-1', 'failure'],
      ['o-2', 'success'],
    ]);
  });

  it('and no reserve is released after a capture that was done', async () => {
    await reserve(world);
    const capture = { method: 'capture', operationId: null, amountMinor: 500, status: 'failure' } as const;
    world.gateway.script.capture = async () => answered(told(capture));
    await captureOrder(world, 'order-1', key(), { amount: '5.00' });
    world.gateway.script.capture = async () => unknown;
    await captureOrder(world, 'order-1', key(), { amount: '5.00' });
    world.clock.pass(61);
    await hear(world, { ...capture, operationId: 'c-1' });
    await expect(voidOrder(world, 'order-1', key(), {})).rejects.toMatchObject({ code: 'operation-open' });
    expect(world.gateway.of('voidAuth')).toEqual([]);
  });

  it.each([
    ['first', ['o-2', 'o-1']],
    ['last', ['o-1', 'o-2']],
  ])('where it is of a later try at the portal that stands %s in the list', async (_where, ids) => {
    await pay(world);
    world.gateway.script.refund = async () => unknown;
    await refund('6.00');
    const other = refundOf({ operationId: 'o-2', status: 'failure' });
    reads(
      other,
      ids.map((id) => (id === 'o-2' ? other : refundOf({ operationId: id }))),
    );
    await ask(61);
    const ours = (await operations(world)).find((one) => one.origin === 'merchant');
    expect(ours).toMatchObject({ status: 'success', gatewayOperationId: 'o-1' });
    await expect(refund('6.00')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('nor lets it be given up, where the list lacks that failure', async () => {
    await pay(world);
    world.gateway.script.refund = async () => unknown;
    await refund('6.00');
    reads(refundOf({ status: 'failure' }), []);
    await ask(61);
    expect(await statuses()).toEqual(['unknown']);
  });

  it('where the id of its own that it contradicts was a guess, and another one was done', async () => {
    await pay(world);
    world.gateway.script.refund = async () => unknown;
    await refund('6.00');
    await hear(world, refundOf({ operationId: 'portal', status: 'pending' }));
    const portal = refundOf({ operationId: 'portal', status: 'failure' });
    reads(portal, [portal, refundOf({ operationId: 'o-2' })]);
    await ask(61);
    expect((await operations(world)).map((one) => [one.origin, one.status])).toEqual([
      ['merchant', 'pending'],
      ['gateway', 'success'],
    ]);
  });

  it('where a second payment was given back, and somebody tried the same at the portal', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    await world.store.updatePayment(failed(await world.payment(), 'not-found', ''));
    world.gateway.script = {};
    await createDirectPayment(world, order(), key(), input(), CLIENT);
    await hear(world, {});
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    world.clock.pass(61);
    await hear(world, refundOf({ amountMinor: 1010, operationId: 'portal', status: 'failure' }));
    for (let minute = 0; minute < 3; minute += 1) {
      world.clock.pass(61);
      await sendReversals(world);
    }
    expect(world.gateway.of('refund')).toHaveLength(1);
  });
});

describe('what the portal does at another time is counted', () => {
  const later = async () => {
    world.gateway.script = {};
    world.clock.pass(86_400);
    await hear(world, refundOf({ operationId: 'portal', createdAt: now(), amountMinor: 300 }));
  };

  it('beside one of ours that was answered without an id', async () => {
    await pay(world);
    world.gateway.script.refund = async () => answered(refundOf({ operationId: null, amountMinor: 300 }));
    await refund('3.00');
    await later();
    expect(await refund()).toMatchObject({ amount: '4.10' });
  });

  it.each([
    ['success', '4.10'],
    ['failure', '7.10'],
  ] as const)('beside one of ours that a person has ended as %s', async (status, rest) => {
    await pay(world);
    world.gateway.script.refund = async () => unknown;
    const { id } = await refund('3.00');
    world.clock.pass(100);
    await settleOperationByPerson(world, id, { status, comment: 'Seen at the portal' });
    await later();
    expect((await operations(world))[0]).toMatchObject({ status, held: null });
    expect(await refund()).toMatchObject({ amount: rest });
  });

  it('beside one of ours that never arrived', async () => {
    await pay(world);
    world.gateway.script.refund = async () => unknown;
    await refund('3.00');
    await ask(100);
    await later();
    expect(await statuses()).toEqual(['failure', 'success']);
    expect(await refund()).toMatchObject({ amount: '7.10' });
  });

  it('beside one of its own that was told without an id', async () => {
    await pay(world);
    await hear(world, refundOf({ operationId: null, amountMinor: 300 }));
    await later();
    expect(await refund()).toMatchObject({ amount: '4.10' });
  });
});
