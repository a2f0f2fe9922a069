import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { reconcileOperations } from './ask-operations.ts';
import type { Operation } from './payment.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import { refundOrder } from './refund.ts';
import { sendReversals } from './reverse.ts';
import { hear, key, operations, pay, refusal } from './test-operations.ts';
import { payTwice, reversals } from './test-second.ts';
import { answered, createWorld, refused, STORE_SECRETS, told, unknown, type World } from './test-world.ts';

const COMMENT = 'A book came back';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const at = (seconds: number) => new Date(world.clock.time + seconds * 1_000).toISOString();
const failureOf = (over: Partial<GatewayPayment> = {}) =>
  told({
    method: 'refund',
    amountMinor: 300,
    operationId: 'o-1',
    status: 'failure',
    createdAt: at(0),
    ...over,
  });
const begin = async () => {
  world.gateway.script.refund = async () => unknown;
  await refundOrder(world, 'order-1', key(), { amount: '3.00', comment: COMMENT });
};
const reads = (one: GatewayPayment, list: Outcome<GatewayPayment[]> = refused(404, 'S-404')) => {
  world.gateway.script.readOperation = async () => answered(one);
  world.gateway.script.readOrder = async () => list;
};
const ask = async (hours: number) => {
  for (let hour = 0; hour < hours; hour += 1) {
    world.clock.pass(3_601);
    await reconcileOperations(world);
  }
};
const ours = async (): Promise<Operation | undefined> =>
  (await operations(world)).findLast((one) => one.origin === 'merchant');

describe('where the gateway has no list of the transactions of an order', () => {
  beforeEach(() => pay(world));

  it.each([400, 404, 405, 406])('ours has failed where nothing else may have: HTTP %i', async (status) => {
    await begin();
    reads(failureOf(), refused(status));
    await ask(1);
    expect(await ours()).toMatchObject({ status: 'failure', gatewayOperationId: 'o-1' });
    world.gateway.script = {};
    expect(await refundOrder(world, 'order-1', key(), { amount: '3.00' })).toMatchObject({
      status: 'success',
    });
  });

  it.each([null, COMMENT])(
    'a failure that was heard of before is ours, too: with comment %s',
    async (comment) => {
      await begin();
      await hear(world, failureOf({ comment }));
      reads(failureOf({ comment }));
      await ask(1);
      expect((await operations(world)).map((one) => [one.status, one.settledBy])).toEqual([
        ['failure', 'gateway'],
        ['failure', 'merged'],
      ]);
    },
  );

  it('ours has failed though an id only fitted it', async () => {
    await begin();
    await hear(world, failureOf({ status: 'pending' }));
    expect(await ours()).toMatchObject({ status: 'pending', guessed: 'by-time' });
    reads(failureOf());
    await ask(1);
    expect(await ours()).toMatchObject({ status: 'failure', gatewayOperationId: 'o-1' });
  });

  it('it is in doubt as long as the webhook of another one may come', async () => {
    await begin();
    reads(failureOf());
    world.clock.pass(3_599);
    await reconcileOperations(world);
    expect(await ours()).toMatchObject({ status: 'unknown' });
  });

  it.each<[string, Partial<GatewayPayment>]>([
    ['without a time', { createdAt: null }],
    ['of another time', { createdAt: '2026-06-15T12:02:00.000Z' }],
    ['over another amount', { amountMinor: 301 }],
    ['with another comment', { comment: 'Wrong size' }],
  ])('a failure %s does not end it', async (_what, over) => {
    await begin();
    reads(failureOf(over));
    await ask(72);
    expect(await ours()).toMatchObject({ status: 'unknown', askAt: expect.any(String) });
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(['operation-open']);
  });

  it.each<[string, Partial<GatewayPayment>]>([
    ['failed', {}],
    ['was done', { status: 'success' }],
    ['was done over another amount', { status: 'success', amountMinor: 200 }],
  ])('it may be that of the portal, where another %s', async (_what, over) => {
    await begin();
    reads(failureOf());
    await hear(world, failureOf());
    await hear(world, failureOf({ operationId: 'o-2', ...over }));
    await ask(72);
    const known = (await operations(world)).map((one) => [one.gatewayOperationId, one.status]);
    expect(known).not.toContainEqual(['o-1', 'unknown']);
    expect((await ours())?.status).toBe(
      over.status === 'success' && !over.amountMinor ? 'success' : 'unknown',
    );
  });

  it('it may be that of an earlier call of ours that was refused', async () => {
    world.gateway.script.refund = async () => refused(400, 'P-400');
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    await begin();
    reads(failureOf());
    await ask(72);
    expect(await ours()).toMatchObject({ status: 'unknown' });
  });

  it('and one has failed long before, that is not in the way', async () => {
    await hear(world, failureOf({ operationId: 'o-0', createdAt: at(0) }));
    world.clock.pass(3_600);
    await begin();
    reads(failureOf());
    await ask(1);
    expect(await ours()).toMatchObject({ status: 'failure', gatewayOperationId: 'o-1' });
  });
});

it.each<[string, Outcome<GatewayPayment[]>]>([
  ['no answer', unknown],
  ['keys that are being changed', refused(401)],
  ['too many requests', refused(429)],
  ['a list that lacks it', answered([told()])],
])('after %s a list may be had later: a failure does not end ours', async (_what, list) => {
  await pay(world);
  await begin();
  reads(failureOf(), list);
  await ask(72);
  expect(await ours()).toMatchObject({ status: 'unknown' });
});

it('a failure of the first sending does not end a reversal that was sent anew since', async () => {
  await payTwice(world);
  world.gateway.script.refund = async () => unknown;
  await sendReversals(world);
  const first = failureOf({ amountMinor: 1010 });
  await ask(1);
  await sendReversals(world);
  expect(world.gateway.of('refund')).toHaveLength(2);
  reads(first);
  await ask(72);
  expect(await reversals(world)).toMatchObject([{ status: 'unknown' }]);
  reads({ ...first, operationId: 'o-2', createdAt: (await reversals(world))[0]?.sentAt ?? null });
  await ask(1);
  expect((await reversals(world)).map((one) => one.status)).toEqual(['failure', 'unknown']);
});
