import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import type { GatewayPayment } from './ports.ts';
import { refundOrder } from './refund.ts';
import { hear, key, only, operations, pay, refusal, reserve } from './test-operations.ts';
import { answered, createWorld, STORE_SECRETS, told, unknown, type World } from './test-world.ts';
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
  it.each(['success', 'failure', 'pending'] as const)('settles it: %s', async (status) => {
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
    expect((await brief()).map(([, id]) => id)).toEqual(['portal', 'o-2']);
  });
});

describe('news without an id', () => {
  it('settles what is in doubt, and its webhook names it later without a second operation', async () => {
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', operationId: null, amountMinor: 300 }));
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    expect(await news()).toBe('applied');
    expect(await brief()).toEqual([['merchant', 'o-1', 300, 'success']]);
    expect(await news({ operationId: null })).toBe('stale');
    expect(await brief()).toHaveLength(1);
  });

  it('is one more where nothing fits', async () => {
    await news();
    await news({ operationId: null, amountMinor: 200 });
    expect(await brief()).toEqual([
      ['gateway', 'o-1', 300, 'success'],
      ['gateway', null, 200, 'success'],
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
    ['no amount', { amountMinor: null }],
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
