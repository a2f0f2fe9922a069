import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { reconcileOperations } from './ask-operations.ts';
import type { GatewayPayment } from './ports.ts';
import { refundOrder } from './refund.ts';
import { hear, key, only, operations, pay, refusal, reserve } from './test-operations.ts';
import { answered, createWorld, refused, STORE_SECRETS, told, unknown, type World } from './test-world.ts';
import { viewOrder } from './view-order.ts';
import { voidOrder } from './void.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  await pay(world);
});
afterEach(() => world.store.close());

const news = (over: Partial<GatewayPayment> = {}) =>
  hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 300, ...over });
const doubt = async (amount = '3.00') => {
  world.gateway.script.refund = async () => unknown;
  return refundOrder(world, 'order-1', key(), { amount });
};
const brief = async () =>
  (await operations(world)).map((one) => [one.origin, one.gatewayOperationId, one.amountMinor, one.status]);

describe('news of an operation that is in doubt', () => {
  it.each(['success', 'pending'] as const)('settles it: %s', async (status) => {
    await doubt();
    expect(await news({ status })).toBe('applied');
    expect(await only(world)).toMatchObject({ status, gatewayOperationId: 'o-1', origin: 'merchant' });
  });

  it.each([{ amountMinor: 299 }, { amountMinor: 301 }])(
    'is of another one where the amount differs: %j',
    async (over) => {
      await doubt();
      await news(over);
      expect(await brief()).toEqual([
        ['merchant', null, 300, 'unknown'],
        ['gateway', 'o-1', over.amountMinor, 'success'],
      ]);
    },
  );

  it('over the whole is of it with the payer’s commission too', async () => {
    await doubt('10.10');
    await news({ amountMinor: 1030 });
    expect(await brief()).toEqual([['merchant', 'o-1', 1030, 'success']]);
  });

  it('tells nothing against the amount while it has not succeeded', async () => {
    await doubt('10.10');
    await news({ amountMinor: 1030, status: 'pending' });
    expect(await brief()).toEqual([['merchant', 'o-1', 1010, 'pending']]);
  });

  it('is found again by its id, in any order, and as often as it comes', async () => {
    await doubt();
    await news();
    expect(await news({ status: 'pending' })).toBe('stale');
    expect(await news()).toBe('stale');
    expect(await hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 300 }, { text: 'x' })).toBe(
      'stale',
    );
    expect(await hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 300 }, { text: 'x' })).toBe(
      'copy',
    );
    expect(await brief()).toEqual([['merchant', 'o-1', 300, 'success']]);
  });

  it('that comes before the answer is the same operation', async () => {
    world.gateway.script.refund = async () => {
      await news();
      return answered(told({ method: 'refund', operationId: 'o-1', amountMinor: 300, statusCode: '1004' }));
    };
    expect(await refundOrder(world, 'order-1', key(), { amount: '3.00' })).toMatchObject({
      status: 'success',
      statusCode: '1004',
    });
    expect(await brief()).toEqual([['merchant', 'o-1', 300, 'success']]);
  });

  it('of the portal that comes before the answer to ours is another one after all', async () => {
    world.gateway.script.refund = async () => {
      await news({ operationId: 'portal' });
      return answered(told({ method: 'refund', operationId: 'o-2', amountMinor: 300 }));
    };
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    expect(await brief()).toEqual([
      ['merchant', 'o-2', 300, 'success'],
      ['gateway', 'portal', 300, 'success'],
    ]);
  });

  it('as a failure under an unknown id is another one while it may be on its way', async () => {
    world.gateway.script.refund = async () => refused(400, 'P-400');
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    world.gateway.script.refund = async () => {
      await news({ operationId: 'of-the-first', status: 'failure' });
      expect((await operations(world)).map((one) => one.status)).toEqual(['failure', 'unknown']);
      return answered(told({ method: 'refund', operationId: 'o-2', amountMinor: 300 }));
    };
    const view = await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    expect(view).toMatchObject({ status: 'success' });
    expect(await brief()).toEqual([
      ['merchant', 'of-the-first', 300, 'failure'],
      ['merchant', 'o-2', 300, 'success'],
    ]);
  });

  it('as a failure that only fits ends it after the grace time, once the list tells of no other', async () => {
    await doubt();
    await news({ status: 'failure' });
    expect(await brief()).toEqual([
      ['merchant', null, 300, 'unknown'],
      ['gateway', 'o-1', 300, 'failure'],
    ]);
    const failed = told({ method: 'refund', operationId: 'o-1', amountMinor: 300, status: 'failure' });
    world.gateway.script.readOperation = async () => answered(failed);
    world.clock.pass(61);
    await reconcileOperations(world);
    expect((await operations(world)).map((one) => one.status)).toEqual(['unknown', 'failure']);
    world.gateway.script.readOrder = async () => answered([told(), failed]);
    world.clock.pass(61);
    await reconcileOperations(world);
    expect(await brief()).toEqual([
      ['merchant', 'o-1', 300, 'failure'],
      ['gateway', null, 300, 'failure'],
    ]);
  });

  it('as a failure by an id that was a guess ends it only where the list tells of no other', async () => {
    await doubt();
    await news({ status: 'pending' });
    expect(await news({ status: 'failure' })).toBe('kept');
    world.clock.pass(61);
    expect(await news({ status: 'failure' })).toBe('kept');
    expect(await only(world)).toMatchObject({ status: 'pending' });
    const failed = told({ method: 'refund', operationId: 'o-1', amountMinor: 300, status: 'failure' });
    world.gateway.script.readOperation = async () => answered(failed);
    world.gateway.script.readOrder = async () => answered([told(), failed]);
    await reconcileOperations(world);
    expect(await only(world)).toMatchObject({ status: 'failure' });
  });

  it('over another amount that comes before the answer is the same operation', async () => {
    const other = { method: 'refund', operationId: 'o-1', amountMinor: 600 };
    world.gateway.script.refund = async () => {
      await hear(world, other);
      return answered(told(other));
    };
    const view = await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    expect(view).toMatchObject({ status: 'success', amount: '6.00' });
    expect(await brief()).toEqual([
      ['merchant', 'o-1', 600, 'success'],
      ['gateway', null, 600, 'failure'],
    ]);
    const [ours, same] = await operations(world);
    expect(same).toMatchObject({ settledBy: 'merged', statusDescription: `This is operation ${ours?.id}.` });
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ amount: '4.10' });
  });

  it('over another amount keeps it in doubt for ever, whatever else is asked', async () => {
    await doubt();
    const other = told({ method: 'refund', operationId: 'o-1', amountMinor: 290 });
    world.gateway.script.readOperation = async () => answered(other);
    world.gateway.script.readOrder = async () => answered([told(), other]);
    world.clock.pass(4_000);
    await reconcileOperations(world);
    expect(await brief()).toEqual([
      ['merchant', null, 300, 'unknown'],
      ['gateway', 'o-1', 290, 'success'],
    ]);
  });

  it.each(['success', 'failure'] as const)('of a time before it is of another one: %s', async (status) => {
    await doubt();
    await news({ status, createdAt: '2026-05-01T00:00:00.000Z' });
    expect(await brief()).toEqual([
      ['merchant', null, 300, 'unknown'],
      ['gateway', 'o-1', 300, status],
    ]);
  });
});

describe('news of an operation that nobody here began', () => {
  it('takes it in, tells the merchant, and follows it', async () => {
    expect(await news({ status: 'pending', comment: 'By phone' })).toBe('applied');
    expect(await only(world)).toMatchObject({
      origin: 'gateway',
      status: 'pending',
      comment: 'By phone',
      split: null,
      sentAt: expect.any(String),
    });
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(['operation-open']);
    await news({ receiptUrl: 'https://gateway.example/receipt' });
    expect(await only(world)).toMatchObject({
      status: 'success',
      receiptUrl: 'https://gateway.example/receipt',
      askAt: null,
    });
  });

  it('that is pending is asked about', async () => {
    await news({ status: 'pending' });
    expect(await news({ status: 'init' })).toBe('stale');
    const { status, askAt } = await only(world);
    expect([status, askAt !== null]).toEqual(['pending', true]);
  });

  it('that failed moves no money', async () => {
    await news({ status: 'failure' });
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ amount: '10.10' });
  });
});

describe('news that contradicts', () => {
  it.each([
    ['success', 'failure'],
    ['failure', 'success'],
  ] as const)(
    'an end, %s and then %s, is held, logged, told as unknown, and blocks',
    async (first, second) => {
      await news({ status: first });
      expect(await news({ status: second })).toBe('held');
      expect(await only(world)).toMatchObject({ status: first, held: 'contradicting-ends' });
      expect(world.lines.at(-1)?.level).toBe('error');
      expect(await refusal(refundOrder(world, 'order-1', key(), { amount: '1' }))).toEqual([
        'operation-open',
      ]);
      const { operations: views, allowed } = await viewOrder(world, 'order-1');
      expect(views.map((one) => one.status)).toEqual(['unknown']);
      expect(allowed.refund).toBeNull();
      let last = {};
      for (;;) {
        const [message] = await world.store.messagesToSend('9999', 1);
        if (!message) break;
        last = JSON.parse(message.body) as object;
        await world.store.messageDelivered(message.id);
      }
      expect(last).toMatchObject({ type: 'operation.updated', data: { status: 'unknown' } });
    },
  );

  it.each<[string, Partial<GatewayPayment>]>([
    ['another project', { posId: crypto.randomUUID() }],
    ['another currency', { currency: 'EUR' }],
    ['no amount, though it failed', { amountMinor: null, status: 'failure' }],
  ])('the payment, %s, is kept and changes nothing', async (_what, over) => {
    expect(await news(over)).toBe('kept');
    expect(await operations(world)).toEqual([]);
    expect(world.lines.at(-1)?.level).toBe('error');
    const [kept] = (await world.store.newsOfPayment((await world.payment()).id)).slice(-1);
    expect(JSON.parse(kept?.body ?? '')).toMatchObject({ method: 'refund', operationId: 'o-1' });
  });

  it('the payment’s id is kept', async () => {
    await hear(world, { gatewayPaymentId: 'p-1' });
    await world.store.updatePayment({ ...(await world.payment()), gatewayPaymentId: 'p-1' });
    expect(await news({ gatewayPaymentId: 'p-2' })).toBe('kept');
    expect(await news({ gatewayPaymentId: 'P-1' })).toBe('applied');
  });

  it('the kind of a known operation is kept', async () => {
    await news();
    expect(await news({ method: 'void' })).toBe('kept');
    expect(await brief()).toEqual([['gateway', 'o-1', 300, 'success']]);
  });
});

it('a failure that we concluded ourselves gives way to the gateway’s word', async () => {
  await doubt();
  const one = await only(world);
  await world.store.updateOperation({ ...one, status: 'failure', settledBy: 'not-found', askAt: null });
  expect(await news()).toBe('applied');
  expect(await brief()).toEqual([['merchant', 'o-1', 300, 'success']]);
});

it('a void is told over any amount', async () => {
  const other = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  await reserve(other);
  other.gateway.script.voidAuth = async () => unknown;
  await voidOrder(other, 'order-1', key(), {});
  expect(await hear(other, { method: 'void', operationId: 'o-1', amountMinor: 0 })).toBe('applied');
  expect(await only(other)).toMatchObject({ status: 'success', amountMinor: 0 });
  await other.store.close();
});
