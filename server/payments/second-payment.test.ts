import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { reconcileOperations } from './ask-operations.ts';
import { createDirectPayment } from './create-direct.ts';
import type { Payment } from './payment.ts';
import { reviewSecond } from './plan-reversal.ts';
import type { NewDirectPayment } from './ports.ts';
import { refundOrder } from './refund.ts';
import { sendReversals } from './reverse.ts';
import { paidOtherwise } from './second-payment.ts';
import { openSession } from './session.ts';
import { settleByPerson } from './settle-by-person.ts';
import { hear, key, refusal } from './test-operations.ts';
import { payAgain, payTwice, reversal, reversals, sendLater } from './test-second.ts';
import {
  answered,
  CLIENT,
  createWorld,
  input,
  order,
  refused,
  STORE_SECRETS,
  told,
  toldOf,
  unknown,
  type World,
} from './test-world.ts';
import { viewOrder } from './view-order.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

const contradict = async ({ gatewayOrderId }: Payment) =>
  expect(await hear(world, { gatewayOrderId, status: 'failure' })).toBe('held');
const settle = (payment: Payment, status: 'success' | 'failure') => {
  world.clock.pass(100);
  return settleByPerson(world, payment.id, { status, comment: 'Seen at the portal' });
};
const again = () => createDirectPayment(world, order(), key(), input(), CLIENT);
const refunds = () => world.gateway.calls.filter(({ method }) => method === 'refund');
const messages = async () => {
  const bodies: unknown[] = [];
  for (;;) {
    const [message] = await world.store.messagesToSend('9999', 1);
    if (!message) return bodies;
    bodies.push(JSON.parse(message.body));
    await world.store.messageDelivered(message.id);
  }
};
const pending = async (request: NewDirectPayment) => answered(toldOf(request, { status: 'pending' }));
const held = async () => (await world.store.paymentsOfOrder('order-1')).map((one) => one.held);

describe('an order', () => {
  const one = (status: Payment['status'], mark: string | null, blocking = false) => ({
    status,
    held: mark,
    blocking,
  });
  it.each([
    ['paid', one('success', null)],
    ['doubtful', one('success', 'contradicting-ends')],
    ['doubtful', one('unknown', 'contradicting-ends', true)],
    ['not', one('unknown', 'order-id-exists')],
    ['not', one('pending', null, true)],
    ['not', one('success', 'order-paid-twice', true)],
    ['not', one('success', 'given-back')],
    ['not', one('failure', null)],
  ] as const)('is %s paid by %j', (paid, other) => {
    expect(paidOtherwise([other])).toBe(paid);
    expect(paidOtherwise([other, one('success', null)])).toBe('paid');
  });
});

describe('a success while the other one is in doubt', () => {
  it('pays the order and is not given back', async () => {
    const other = await payAgain(world);
    await contradict(other);
    await hear(world, {});
    await sendReversals(world);
    expect(refunds()).toEqual([]);
    expect(await held()).toEqual([null, 'contradicting-ends']);
    expect((await openSession(world, order())).payment).toMatchObject({
      id: (await world.payment()).id,
      status: 'success',
    });
    expect(await refusal(again())).toEqual(['order-paid']);
  });

  it('pays the order also where it was the later try', async () => {
    const later = await payAgain(world, {}, pending);
    await hear(world, {});
    await contradict(await world.payment());
    await hear(world, { gatewayOrderId: later.gatewayOrderId });
    await sendReversals(world);
    expect(await held()).toEqual(['contradicting-ends', null]);
    expect((await openSession(world, order())).payment).toMatchObject({ id: later.id });
    expect(await viewOrder(world, 'order-1')).toMatchObject({ allowed: { refund: '10.10' } });
  });

  it('stays where a person says that the other one failed', async () => {
    const other = await payAgain(world);
    await contradict(other);
    await hear(world, {});
    await settle(other, 'failure');
    await sendReversals(world);
    expect(refunds()).toEqual([]);
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ amount: '10.10' });
  });

  it('stays where a person says that the other one succeeded: that is given back', async () => {
    const other = await payAgain(world);
    await contradict(other);
    await hear(world, {});
    await settle(other, 'success');
    await sendReversals(world);
    expect(refunds().map(({ orderId }) => orderId)).toEqual([other.gatewayOrderId]);
    expect(await held()).toEqual([null, 'given-back']);
  });
});

describe('a second payment that waits for being given back', () => {
  /** The gateway takes no requests. */
  async function payTwiceAndWait(): Promise<Payment> {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => refused(429);
    await sendReversals(world);
    world.gateway.script = {};
    return paying;
  }

  it('waits on while the other one is in doubt, and is given back once that has succeeded', async () => {
    const paying = await payTwiceAndWait();
    await contradict(paying);
    await sendLater(world, 3_600);
    expect(refunds()).toHaveLength(1);
    await settle(paying, 'success');
    await sendLater(world, 3_600);
    expect(refunds()).toHaveLength(2);
    expect(await held()).toEqual(['given-back', null]);
  });

  it('stays once a person says that the other one failed: it pays the order', async () => {
    const paying = await payTwiceAndWait();
    await contradict(paying);
    await settle(paying, 'failure');
    await sendLater(world, 3_600);
    expect(refunds()).toHaveLength(1);
    expect(await reversal(world)).toMatchObject({
      status: 'failure',
      settledBy: 'not-sent',
      statusDescription: 'The payment stays: it is the only one of its order.',
    });
    expect(await world.payment()).toMatchObject({ status: 'success', held: null, blocking: true });
    expect(await viewOrder(world, 'order-1')).toMatchObject({ allowed: { refund: '10.10' } });
    expect(await refusal(again())).toEqual(['order-paid']);
    expect((await messages()).slice(-2)).toMatchObject([
      { type: 'operation.updated', data: { status: 'failure' } },
      { type: 'payment.updated', data: { id: (await world.payment()).id, status: 'success' } },
    ]);
  });

  it('is held by its own doubt where the other one failed', async () => {
    const paying = await payTwiceAndWait();
    await hear(world, { status: 'failure' });
    await contradict(paying);
    await settle(paying, 'failure');
    expect(await world.payment()).toMatchObject({ status: 'success', held: 'contradicting-ends' });
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual([
      'operation-not-allowed',
      'orderId: held',
    ]);
  });

  it('is not sent where a person says that it failed itself', async () => {
    await payTwiceAndWait();
    const payment = await world.payment();
    await world.store.updatePayment({ ...payment, status: 'failure', held: null });
    await sendLater(world, 3_600);
    expect(refunds()).toHaveLength(1);
    expect(await reversal(world)).toMatchObject({ status: 'failure', settledBy: 'not-sent' });
  });
});

describe('a second payment that is given back while the other one fails', () => {
  it('blocks the order until that is known', async () => {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    await contradict(paying);
    await settle(paying, 'failure');
    expect(await held()).toEqual(['order-paid-twice', null]);
    expect((await openSession(world, order())).payment).toMatchObject({ status: 'failure', canRetry: false });
    expect(await refusal(again())).toEqual(['payment-open']);
  });

  it('stays where giving it back fails', async () => {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    await contradict(paying);
    await settle(paying, 'failure');
    const failure = told({ method: 'refund', operationId: 'o-1', status: 'failure' });
    world.gateway.script.readOperation = async () => answered(failure);
    world.gateway.script.readOrder = async () => answered([told(), failure]);
    await reconcileOperations(world);
    await sendLater(world, 86_400);
    expect(refunds()).toHaveLength(1);
    expect(await reversals(world)).toHaveLength(1);
    expect(await held()).toEqual([null, null]);
    expect(await refusal(again())).toEqual(['order-paid']);
  });
});

describe('an order whose second payment was given back', () => {
  async function giveBack(): Promise<Payment> {
    const paying = await payTwice(world);
    await sendReversals(world);
    return paying;
  }

  it('may be paid again where the other one has failed', async () => {
    const paying = await giveBack();
    await contradict(paying);
    await settle(paying, 'failure');
    const session = await openSession(world, order());
    expect(session.payment).toMatchObject({ id: paying.id, status: 'failure', canRetry: true });
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual([
      'operation-not-allowed',
      'orderId: not-successful',
    ]);
    expect(await again()).toMatchObject({ status: 'success', held: null, blocking: true });
    expect(await held()).toEqual(['given-back', null, null]);
    expect(refunds()).toHaveLength(1);
  });

  it('may be paid again also where it was the later try', async () => {
    const later = await payAgain(world, {}, pending);
    await hear(world, {});
    await hear(world, { gatewayOrderId: later.gatewayOrderId });
    await sendReversals(world);
    expect(await world.payment(later.gatewayOrderId)).toMatchObject({ held: 'given-back', blocking: false });
    const paying = await world.payment();
    expect((await openSession(world, order())).payment).toMatchObject({ id: paying.id });
    await contradict(paying);
    await settle(paying, 'failure');
    expect((await openSession(world, order())).payment).toMatchObject({ id: paying.id, canRetry: true });
    expect(await again()).toMatchObject({ status: 'pending', blocking: true });
  });

  it.each([
    ['contradicted', 'gateway', 'failure', 'held'],
    ['confirmed', 'person', 'success', 'applied'],
  ] as const)('stays so where its success is %s later', async (_what, settledBy, status, verdict) => {
    const paying = await giveBack();
    await world.store.updatePayment({ ...(await world.payment()), settledBy });
    await contradict(paying);
    await settle(paying, 'failure');
    expect(await hear(world, { status })).toBe(verdict);
    expect(await world.payment()).toMatchObject({ status: 'success', held: 'given-back', blocking: false });
    expect(await again()).toMatchObject({ status: 'success' });
  });

  it('is in doubt again where giving it back is contradicted', async () => {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => answered(told({ method: 'refund', operationId: 'o-1' }));
    await sendReversals(world);
    await contradict(paying);
    await settle(paying, 'failure');
    await hear(world, { method: 'refund', operationId: 'o-1', status: 'failure' });
    expect(await held()).toEqual(['order-paid-twice', null]);
    expect(await refusal(again())).toEqual(['payment-open']);
  });

  it('is paid twice again where that turns out not to be so', async () => {
    await giveBack();
    const { id } = await world.payment();
    await world.store.updateOperation({ ...(await reversal(world)), status: 'failure' });
    await world.store.transaction((tx) => reviewSecond(world, tx, id));
    expect(await held()).toEqual(['order-paid-twice', null]);
    await sendLater(world, 60);
    expect(await held()).toEqual(['given-back', null]);
  });

  it('is paid by neither where the first one turns out paid after a third', async () => {
    const paying = await giveBack();
    await contradict(paying);
    await settle(paying, 'failure');
    const third = await again();
    await hear(world, { gatewayOrderId: paying.gatewayOrderId });
    await settle(paying, 'success');
    await sendReversals(world);
    expect(await held()).toEqual(['given-back', 'given-back', null]);
    expect((await openSession(world, order())).payment).toMatchObject({ id: third.id });
  });
});
