import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { reconcileOperations } from './ask-operations.ts';
import { captureOrder } from './capture.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import { refundOrder } from './refund.ts';
import { ANNA, hear, key, operations, pay, refusal, reserve, SPLIT } from './test-operations.ts';
import {
  answered,
  createWorld,
  notSent,
  refused,
  STORE_SECRETS,
  told,
  unknown,
  type World,
} from './test-world.ts';

/** What is told while a call is under way may be of another operation: how the call ends decides. */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  await pay(world);
});
afterEach(() => world.store.close());

const refundOf = (over: Partial<GatewayPayment> = {}) =>
  told({ method: 'refund', operationId: 'o-1', amountMinor: 300, ...over });
const portal = (over: Partial<GatewayPayment> = {}) => refundOf({ operationId: 'portal', ...over });
const refund = (amount?: string) => refundOrder(world, 'order-1', key(), amount ? { amount } : {});
/** The next refund ends so, after others were told of. */
const ends = (outcome: Outcome<GatewayPayment>, ...before: GatewayPayment[]) => {
  world.gateway.script.refund = async () => {
    for (const news of before) await hear(world, news);
    return outcome;
  };
};
const rest = async () => {
  world.gateway.script = {};
  return (await refund()).amount;
};
const brief = async () =>
  (await operations(world)).map(({ origin, gatewayOperationId, status }) => [
    origin,
    gatewayOperationId,
    status,
  ]);

describe('what the portal did over the same amount while our call was under way', () => {
  it.each<[string, Outcome<GatewayPayment>, string]>([
    ['is refused', refused(400, 'P-400'), 'refused'],
    ['never leaves', notSent, 'not-sent'],
    [
      'is answered as a failure without an id',
      answered(refundOf({ operationId: null, status: 'failure' })),
      'gateway',
    ],
    ['is answered as a failure', answered(refundOf({ status: 'failure' })), 'gateway'],
  ])('is not ours, where ours %s', async (_how, outcome, settledBy) => {
    ends(outcome, portal());
    expect(await refund('3.00')).toMatchObject({ status: 'failure' });
    expect(await operations(world)).toMatchObject([
      { origin: 'merchant', status: 'failure', settledBy, guessed: null, held: null, receiptUrl: null },
      { origin: 'gateway', status: 'success', gatewayOperationId: 'portal', guessed: null },
    ]);
    expect(await rest()).toBe('7.10');
  });

  it('is not ours while it is pending either, and is asked about', async () => {
    ends(notSent, portal({ status: 'pending' }));
    expect(await refund('3.00')).toMatchObject({ status: 'failure' });
    expect((await operations(world))[1]).toMatchObject({ status: 'pending', askAt: expect.any(String) });
    expect(await refusal(refund())).toEqual(['operation-open']);
  });

  it('is not ours without its id either, where ours fails', async () => {
    ends(answered(refundOf({ status: 'failure' })), portal({ operationId: null }));
    await refund('3.00');
    expect(await brief()).toEqual([
      ['merchant', 'o-1', 'failure'],
      ['gateway', null, 'success'],
    ]);
  });

  it('and captured is not captured by ours that is refused', async () => {
    const other = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
    await reserve(other);
    other.gateway.script.capture = async () => {
      await hear(other, { method: 'capture', operationId: 'portal', amountMinor: 500 });
      return refused(400);
    };
    const view = await captureOrder(other, 'order-1', key(), { amount: '5.00' });
    expect(view).toMatchObject({ status: 'failure', amount: '5.00' });
    expect((await operations(other)).map((one) => one.status)).toEqual(['failure', 'success']);
    await other.store.close();
  });

  it.each([
    ['refused', refused(400)],
    ['answered as a failure', answered(refundOf({ amountMinor: 1050, status: 'failure' }))],
  ])('over more leaves ours at what was asked for, where it is %s', async (_how, outcome) => {
    ends(outcome, portal({ amountMinor: 1050 }));
    expect(await refund()).toMatchObject({ status: 'failure', amount: '10.10' });
    expect((await operations(world)).map((one) => one.amountMinor)).toEqual([1010, 1050]);
  });

  it('takes neither share, comment nor key of ours with it', async () => {
    const other = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
    await pay(other, { split: SPLIT });
    other.gateway.script.splitRefund = async () => {
      await hear(other, portal({ receiptUrl: 'https://gateway.example/receipt' }));
      return refused(400);
    };
    const split = [{ subMerchantId: ANNA, amount: '3.00' }];
    await refundOrder(other, 'order-1', key(), { split, comment: 'Ours' });
    expect(await operations(other)).toMatchObject([
      {
        split: [{ amountMinor: 300 }],
        comment: 'Ours',
        receiptUrl: null,
        idempotencyKey: expect.any(String),
      },
      { split: null, comment: null, receiptUrl: expect.any(String), idempotencyKey: null },
    ]);
    await other.store.close();
  });

  it('is ours where the answer without an id agrees, until the true id is told', async () => {
    ends(answered(refundOf({ operationId: null })), portal());
    await refund('3.00');
    expect(await operations(world)).toMatchObject([{ gatewayOperationId: 'portal', guessed: 'by-fit' }]);
    await hear(world, refundOf());
    expect(await rest()).toBe('4.10');
  });

  it('is certainly ours by the id of the answer', async () => {
    ends(answered(refundOf()), refundOf());
    await refund('3.00');
    expect(await operations(world)).toMatchObject([{ status: 'success', guessed: null }]);
  });

  it('and contradicts itself by the id of ours is held', async () => {
    ends(answered(refundOf({ status: 'failure' })), refundOf());
    expect(await refund('3.00')).toMatchObject({ status: 'unknown' });
    expect(await operations(world)).toMatchObject([{ held: 'contradicting-ends' }]);
  });
});

describe('after one that was answered without its id', () => {
  beforeEach(async () => {
    ends(answered(refundOf({ operationId: null, createdAt: '2026-06-15T12:00:00.000Z' })));
    await refund('3.00');
  });

  it('its webhook before the answer to the next over the same amount leaves two', async () => {
    ends(answered(refundOf({ operationId: 'o-2' })), refundOf());
    await refund('3.00');
    expect(await brief()).toEqual([
      ['merchant', 'o-1', 'success'],
      ['merchant', 'o-2', 'success'],
    ]);
    expect(await rest()).toBe('4.10');
  });

  it('its webhook after that of the next is counted once too often rather than not at all', async () => {
    ends(answered(refundOf({ operationId: 'o-2' })), refundOf({ operationId: 'o-2' }), refundOf());
    await refund('3.00');
    expect(await brief()).toEqual([
      ['merchant', null, 'success'],
      ['merchant', 'o-2', 'success'],
      ['gateway', 'o-1', 'success'],
    ]);
  });

  it('the webhook of the next one names the next one once it is answered', async () => {
    ends(answered(refundOf({ operationId: 'o-2' })), refundOf({ operationId: 'o-2' }));
    expect(await refund('3.00')).toMatchObject({ status: 'success' });
    expect(await brief()).toEqual([
      ['merchant', null, 'success'],
      ['merchant', 'o-2', 'success'],
    ]);
    await hear(world, refundOf());
    expect(await brief()).toEqual([
      ['merchant', 'o-1', 'success'],
      ['merchant', 'o-2', 'success'],
    ]);
    expect(await rest()).toBe('4.10');
  });

  it('the next one that never arrived is not taken for done', async () => {
    world.clock.pass(30);
    ends(unknown);
    await refund('3.00');
    const first = refundOf({ createdAt: '2026-06-15T12:00:00.000Z' });
    world.gateway.script.readOperation = async () => answered(first);
    world.gateway.script.readOrder = async () => answered([told(), first]);
    world.clock.pass(61);
    await reconcileOperations(world);
    expect(await brief()).toEqual([
      ['merchant', 'o-1', 'success'],
      ['merchant', null, 'failure'],
    ]);
  });

  it('the next one is not given up by "there is none of the kind"', async () => {
    ends(unknown);
    await refund('3.00');
    world.clock.pass(61);
    await reconcileOperations(world);
    expect((await operations(world)).at(-1)).toMatchObject({ status: 'unknown' });
  });

  it('the next one is not given up by a list that lacks the first', async () => {
    const other = portal({ amountMinor: 100 });
    await hear(world, other);
    ends(unknown);
    await refund('2.00');
    world.gateway.script.readOperation = async () => answered(other);
    world.gateway.script.readOrder = async () => answered([told(), other]);
    world.clock.pass(61);
    await reconcileOperations(world);
    expect((await operations(world)).at(-1)).toMatchObject({ status: 'unknown' });
  });

  it('an id that is certainly of another is no answer to the next', async () => {
    await hear(world, refundOf({ operationId: 'o-1' }));
    ends(answered(refundOf({ operationId: 'o-2' })));
    await refund('3.00');
    ends(answered(refundOf({ operationId: 'o-2' })));
    expect(await refund('3.00')).toMatchObject({ status: 'unknown' });
  });
});

it('an answer is believed though its webhook went to a refused one', async () => {
  ends(refused(400, 'P-400'));
  await refund('3.00');
  world.clock.pass(10);
  const failed = refundOf({
    operationId: 'o-2',
    status: 'failure',
    createdAt: world.clock.now().toISOString(),
  });
  ends(answered(failed), failed);
  expect(await refund('3.00')).toMatchObject({ status: 'failure' });
  expect(await brief()).toEqual([
    ['merchant', null, 'failure'],
    ['merchant', 'o-2', 'failure'],
  ]);
  expect(await rest()).toBe('10.10');
});

it('an answer takes its id from one that was given up, which is in doubt again', async () => {
  ends(unknown);
  await refund();
  world.clock.pass(61);
  await reconcileOperations(world);
  // Over more than was asked for the second time, it seems to be the first one, of the whole, that came late.
  const late = refundOf({ operationId: 'o-2', amountMinor: 1020 });
  ends(answered(late), late);
  expect(await refund('3.00')).toMatchObject({ status: 'success', amount: '10.20' });
  expect(await operations(world)).toMatchObject([
    { status: 'unknown', gatewayOperationId: null, amountMinor: 1010, askAt: expect.any(String) },
    { status: 'success', gatewayOperationId: 'o-2' },
  ]);
});
