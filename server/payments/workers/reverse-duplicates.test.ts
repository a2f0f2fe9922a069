import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { payHosted } from '../pay-hosted.ts';
import { openSession } from '../session.ts';
import { refundOrder } from '../operate.ts';
import type { Gateway } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { payAgain, payTwice, reversals } from '../test-world.ts';
import { answered, gatewayPayment, notSent, unknown } from '../test-gateway.ts';
import { messages } from '../test-messages.ts';
import { ANNA, BORYS, hear, key, operations, pay, refusal, SPLIT } from '../test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

const work = async (seconds = 1) => {
  world.clock.pass(seconds);
  await pollDue(world);
};
const refunds = () => world.gateway.calls.filter(({ method }) => method === 'refund');
const statuses = async () => (await reversals(world)).map((one) => one.status);
const refundsAs = (refund: Gateway['refund']) => {
  world.gateway.script.refund = refund;
};
const portal = (over = {}) => hear(world, { method: 'refund', operationId: 'portal', ...over });
const review = async () => (await viewOrder(world, 'order-1')).review;

describe('an order paid twice', () => {
  it.each([
    ['purchase', 'refund'],
    ['auth', 'voidAuth'],
  ] as const)('by %s has the duplicate reversed by %s, once, in full', async (method, call) => {
    await payTwice(world, { method });
    await work();
    await work(4_000);
    expect(world.gateway.of(call)).toEqual(['order-1']);
    const sent = world.gateway.calls.find((one) => one.method === call)?.request;
    expect(sent).toMatchObject({ currency: 'UAH', comment: 'Duplicate payment of order order-1' });
    expect(sent).toMatchObject({ serverUrl: 'https://pay.shop.example/pay/webhook' });
    expect(sent).not.toHaveProperty('amountMinor');
    expect(await statuses()).toEqual(['success']);
  });

  it('is reported in the log and to the merchant', async () => {
    await payTwice(world);
    await messages(world);
    await work();
    expect(world.lines).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'payment.duplicated' }),
    );
    const all = await messages(world);
    expect(all.map(({ type }) => type)).toEqual(['operation.updated']);
    expect(all[0]?.data).toMatchObject({
      orderId: 'order-1',
      method: 'refund',
      status: 'success',
      amount: '10.10',
    });
    expect(all[0]?.data).toMatchObject({ paymentId: (await world.payment()).id });
  });

  it('shows the customer the payment that pays it', async () => {
    const paying = await payTwice(world);
    await work();
    const { payment } = await openSession(world, signed());
    expect(payment).toMatchObject({ id: paying.id, status: 'success', canRetry: false });
  });

  it('has the duplicate reversed even if every query about a third payment fails', async () => {
    await payAgain(world, {}, async () => unknown);
    await work(70);
    await pay(world);
    const [first, second] = (await world.order()).state.attempts.map((one) => one.gatewayOrderId);
    for (const gatewayOrderId of [first, second]) await hear(world, gatewayOrderId ? { gatewayOrderId } : {});
    world.gateway.script.readOperation = () => Promise.reject(new TypeError('boom'));
    await work(70);
    expect(world.gateway.of('refund')).toEqual([second]);
  });

  it('by lookup has nothing to reverse', async () => {
    await payTwice(world, { method: 'lookup' });
    await work();
    await work(86_400);
    expect(await operations(world)).toEqual([]);
    expect(await review()).toEqual([]);
  });

  it('by a hosted page that was paid beside a direct payment has the later success reversed', async () => {
    await payHosted(world, signed(), {});
    world.gateway.script.cancelHosted = async () => unknown;
    world.clock.pass(1);
    await hear(world, { mode: 'hosted', status: 'failure' });
    const paying = await pay(world);
    expect(paying).toMatchObject({ status: 'success' });
    expect(await hear(world, { mode: 'hosted' })).toBe('disputed');
    await work();
    // The gateway said that it failed: this needs manual review.
    expect(refunds()).toEqual([]);
    expect(await review()).toMatchObject([{ reason: 'contradicting-ends' }]);
  });

  it('has it reversed once however often its success is reported', async () => {
    await payTwice(world);
    await work();
    await hear(world, { statusCode: '1000' });
    await work(4_000);
    expect(refunds()).toHaveLength(1);
  });

  it('has it reversed and tried again on time where the clock was ahead before', async () => {
    world.clock.pass(86_400);
    await openSession(world, signed());
    world.clock.pass(-86_400);
    refundsAs(async () => notSent);
    await payTwice(world);
    await work();
    expect(await statuses()).toEqual(['failure']);
    world.gateway.script = {};
    await work(6);
    expect(await statuses()).toEqual(['failure', 'success']);
  });

  it('has it reversed once by two processes', async () => {
    await payTwice(world);
    world.clock.pass(1);
    const other: World = { ...world, inFlight: new Set() };
    await Promise.all([reconcile(world), reconcile(other)]);
    expect(refunds()).toHaveLength(1);
    expect(await statuses()).toEqual(['success']);
  });
});

describe('a reversal', () => {
  it('of a split payment returns every share', async () => {
    await payTwice(world, { split: SPLIT });
    await work();
    expect(world.gateway.of('splitRefund')).toEqual(['order-1']);
    expect(world.gateway.calls.find(({ method }) => method === 'splitRefund')?.request).toMatchObject({
      amountMinor: 1010,
      split: [
        { subMerchantId: ANNA, amountMinor: 700 },
        { subMerchantId: BORYS, amountMinor: 310 },
      ],
    });
    expect(await statuses()).toEqual(['success']);
  });

  it('of an authorization that was captured is a refund of the captured amount', async () => {
    await payTwice(world, { method: 'auth' });
    await hear(world, { method: 'capture', operationId: 'portal', amountMinor: 500 });
    refundsAs(async () =>
      answered(gatewayPayment({ method: 'refund', operationId: 'o-1', amountMinor: 500 })),
    );
    await work();
    expect(world.gateway.of('voidAuth')).toEqual([]);
    expect(await reversals(world)).toMatchObject([{ method: 'refund', amount: '5.00', status: 'success' }]);
    expect(await review()).toEqual([]);
  });

  it('is over what is left where a part was refunded in the portal', async () => {
    await payTwice(world);
    await portal({ amountMinor: 300 });
    world.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', operationId: 'o-1', amountMinor: 710 }));
    await work();
    expect(refunds()).toMatchObject([{ request: { amountMinor: 710 } }]);
    expect(await statuses()).toEqual(['success']);
    expect(await review()).toEqual([]);
  });

  it.each([
    ['at once', [{ amountMinor: 1010 }]],
    ['in parts', [{ amountMinor: 300 }, { amountMinor: 710, operationId: 'portal-2' }]],
  ])('is not requested where all was refunded in the portal %s', async (_how, reports) => {
    await payTwice(world);
    for (const one of reports) await portal(one);
    await work();
    await work(86_400);
    expect(refunds()).toEqual([]);
    expect(await review()).toEqual([]);
  });

  it('waits while a part is being refunded in the portal', async () => {
    await payTwice(world);
    await portal({ amountMinor: 300, status: 'pending' });
    await work();
    expect(refunds()).toEqual([]);
    await portal({ amountMinor: 300 });
    await work();
    expect(refunds()).toMatchObject([{ request: { amountMinor: 710 } }]);
  });

  it('states the amount where the gateway charged a commission', async () => {
    await payAgain(world);
    await hear(world, { amountMinor: 1060 });
    await work();
    expect(refunds()).toMatchObject([{ orderId: 'order-1', request: { amountMinor: 1010 } }]);
  });

  it('needs review if it is unknown whose shares are left', async () => {
    await payTwice(world, { split: SPLIT });
    await portal({ amountMinor: 300 });
    await work();
    await work(86_400);
    expect(world.gateway.of('splitRefund')).toEqual([]);
    const { id: paymentId } = await world.payment();
    const most = [
      { subMerchantId: ANNA, amount: 'at most 7.00' },
      { subMerchantId: BORYS, amount: 'at most 3.10' },
    ];
    const call = { paymentId, amount: '7.10', split: most };
    expect(await review()).toMatchObject([
      {
        reason: 'reversed-in-part',
        paymentId,
        calls: [`POST /api/orders/order-1/refund ${JSON.stringify(call)}`],
      },
    ]);
    const split = [
      { subMerchantId: ANNA, amount: '4.00' },
      { subMerchantId: BORYS, amount: '3.10' },
    ];
    await refundOrder(world, 'order-1', key(), { ...call, split });
    expect(await review()).toEqual([]);
  });

  it('that was made only in part needs review', async () => {
    await payTwice(world);
    refundsAs(async () =>
      answered(gatewayPayment({ method: 'refund', operationId: 'o-1', amountMinor: 300 })),
    );
    await work();
    await work(86_400);
    expect(refunds()).toHaveLength(1);
    expect(await review()).toMatchObject([{ reason: 'reversed-in-part' }]);
    await portal({ amountMinor: 710 });
    expect(await review()).toEqual([]);
  });

  it('that is answered about another order is of unknown outcome', async () => {
    await payTwice(world);
    refundsAs(async () => answered(gatewayPayment({ method: 'refund', gatewayOrderId: 'order-99' })));
    await work();
    expect(await statuses()).toEqual(['unknown']);
  });
});

it('the merchant refunds the payment that pays, also after the duplicate was reversed', async () => {
  const { id } = await payTwice(world);
  await work();
  expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ paymentId: id, status: 'success' });
  expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual([
    'operation-not-allowed',
    'orderId: already-refunded',
  ]);
});
