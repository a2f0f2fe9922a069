import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentView } from '../../contract/checkout-api.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { openSession } from '../session.ts';
import { refundOrder } from '../operate.ts';
import { resolveOperation, resolvePayment } from '../resolve.ts';
import type { NewDirectPayment } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { payAgain, payTwice, reversals } from '../test-world.ts';
import { answered, refused, gatewayPayment, gatewayPaymentOf, unknown } from '../test-gateway.ts';
import { messages } from '../test-messages.ts';
import { hear, key, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

/** One of two successes is contradicted: the view of the customer, the merchant and the gateway. */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

const comment = 'Seen in the portal';
const work = async (seconds = 1) => {
  world.clock.pass(seconds);
  await pollDue(world);
};
const gatewayOrderIdOf = async ({ id }: PaymentView) => {
  const { state } = await world.order();
  return state.attempts.find((one) => one.id === id)?.gatewayOrderId ?? '';
};
const report = async (payment: PaymentView, status: 'success' | 'failure') =>
  hear(world, { gatewayOrderId: await gatewayOrderIdOf(payment), status });
const contradict = async (payment: PaymentView) => expect(await report(payment, 'failure')).toBe('disputed');
const resolve = ({ id }: { id: string }, status: 'success' | 'failure') => {
  world.clock.pass(100);
  return resolvePayment(world, id, { status, comment });
};
const again = () => pay(world);
const refunds = () => world.gateway.calls.filter(({ method }) => method === 'refund');
const current = async () => (await openSession(world, signed())).payment;
const pending = async (request: NewDirectPayment) =>
  answered(gatewayPaymentOf(request, { status: 'pending' }));
const review = async () => (await viewOrder(world, 'order-1')).review.map(({ reason }) => reason);

describe('a success while the other one is contradicted', () => {
  it('pays the order and is not reversed', async () => {
    const other = await payAgain(world);
    await contradict(other);
    await hear(world);
    await work();
    expect(refunds()).toEqual([]);
    expect(await current()).toMatchObject({ id: (await world.payment()).id, status: 'success' });
    expect(await refusal(again())).toEqual(['order-paid']);
    expect(await review()).toEqual(['contradicting-ends']);
  });

  it('pays the order also where it was the later attempt', async () => {
    const later = await payAgain(world, {}, pending);
    await hear(world);
    await hear(world, { status: 'failure' });
    await report(later, 'success');
    await work();
    expect(refunds()).toEqual([]);
    expect(await current()).toMatchObject({ id: later.id, status: 'success' });
    expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('10.10');
  });

  it('stays if the other one is resolved as failed', async () => {
    const other = await payAgain(world);
    await contradict(other);
    await hear(world);
    await resolve(other, 'failure');
    await work();
    expect(refunds()).toEqual([]);
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({
      paymentId: (await world.payment()).id,
      amount: '10.10',
    });
  });

  it('pays, and the other one is reversed, if its success is confirmed manually', async () => {
    const other = await payAgain(world);
    await contradict(other);
    await hear(world);
    await resolve(other, 'success');
    await work();
    await work(86_400);
    const attempt = (await world.order()).state.attempts.find((one) => one.id === other.id);
    expect(refunds()).toMatchObject([{ request: { gatewayOrderId: attempt?.gatewayOrderId } }]);
    expect(await current()).toMatchObject({ id: (await world.payment()).id });
    expect(await review()).toEqual([]);
  });

  it('keeps paying if the gateway confirms the resolution of the other one, which is reversed', async () => {
    const other = await payAgain(world);
    await contradict(other);
    await hear(world);
    await resolve(other, 'success');
    await report(other, 'success');
    await work();
    expect(refunds()).toHaveLength(1);
    expect((await viewOrder(world, 'order-1')).review).toEqual([]);
  });
});

describe('a duplicate that waits for its reversal', () => {
  async function payTwiceAndWait(): Promise<PaymentView> {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => refused(429);
    await work();
    world.gateway.script = {};
    return paying;
  }

  it('pays the order while the other one is contradicted', async () => {
    const paying = await payTwiceAndWait();
    await contradict(paying);
    await work(3_600);
    expect(refunds()).toHaveLength(1);
    expect(await current()).toMatchObject({ id: (await world.payment()).id, status: 'success' });
  });

  it('stays once the other one is resolved as failed: it pays the order', async () => {
    const paying = await payTwiceAndWait();
    await contradict(paying);
    await resolve(paying, 'failure');
    await work(3_600);
    expect(refunds()).toHaveLength(1);
    expect((await reversals(world)).map((one) => one.status)).toEqual(['failure']);
    expect(await viewOrder(world, 'order-1')).toMatchObject({ allowed: { refund: '10.10' }, review: [] });
    expect(await refusal(again())).toEqual(['order-paid']);
  });

  it('is itself in doubt where both are contradicted', async () => {
    const paying = await payTwiceAndWait();
    await hear(world, { status: 'failure' });
    await contradict(paying);
    await resolve(paying, 'failure');
    await work(3_600);
    expect(refunds()).toHaveLength(1);
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual([
      'operation-not-allowed',
      'orderId: disputed',
    ]);
    expect(await review()).toEqual(['contradicting-ends']);
  });

  it('is not reversed if it is itself resolved as failed', async () => {
    await payTwiceAndWait();
    await hear(world, { status: 'failure' });
    await resolve(await world.payment(), 'failure');
    await work(3_600);
    expect(refunds()).toHaveLength(1);
    expect(await review()).toEqual([]);
  });
});

describe('a duplicate that is being reversed while the other one falls', () => {
  async function reversingAlone(): Promise<PaymentView> {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    world.gateway.script.readOperation = async () => unknown;
    await work();
    await contradict(paying);
    await resolve(paying, 'failure');
    return paying;
  }

  it('blocks the order until its reversal has ended', async () => {
    const paying = await reversingAlone();
    expect(await current()).toMatchObject({ id: paying.id, status: 'failure', canRetry: false });
    expect(await refusal(again())).toEqual(['payment-open']);
  });

  it('pays the order where its reversal fails', async () => {
    await reversingAlone();
    const failure = gatewayPayment({ method: 'refund', operationId: 'o-1', status: 'failure' });
    world.gateway.script.readOperation = async () => answered(failure);
    world.gateway.script.readOrder = async () => answered([gatewayPayment(), failure]);
    await work(61);
    await work(86_400);
    expect(refunds()).toHaveLength(1);
    expect(await current()).toMatchObject({ id: (await world.payment()).id, status: 'success' });
    expect(await refusal(again())).toEqual(['order-paid']);
  });

  it('frees the order once it is reversed, and the merchant is notified', async () => {
    const paying = await reversingAlone();
    await messages(world);
    await hear(world, { method: 'refund', operationId: 'o-1' });
    expect(await messages(world)).toContainEqual(
      expect.objectContaining({
        type: 'payment.updated',
        data: expect.objectContaining({ id: paying.id, canRetry: true }),
      }),
    );
    world.gateway.script = {};
    expect(await again()).toMatchObject({ status: 'success' });
  });
});

describe('an order whose duplicate was reversed', () => {
  async function reverse(): Promise<PaymentView> {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', operationId: 'o-1' }));
    await work();
    expect((await reversals(world)).map((one) => one.status)).toEqual(['success']);
    world.gateway.script = {};
    return paying;
  }
  const reverseAndFail = async () => {
    const paying = await reverse();
    await contradict(paying);
    await resolve(paying, 'failure');
    return paying;
  };

  it('may be paid again where the other one has failed', async () => {
    const paying = await reverseAndFail();
    expect(await current()).toMatchObject({ id: paying.id, status: 'failure', canRetry: true });
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual([
      'operation-not-allowed',
      'orderId: not-successful',
    ]);
    const third = await again();
    expect(third).toMatchObject({ status: 'success' });
    await work(86_400);
    expect(refunds()).toHaveLength(1);
    expect(await current()).toMatchObject({ id: third.id });
  });

  it('may be paid again also where the duplicate was the later attempt', async () => {
    const later = await payAgain(world, {}, pending);
    await hear(world);
    await report(later, 'success');
    await work();
    expect(refunds().map(({ orderId }) => orderId)).toEqual([await gatewayOrderIdOf(later)]);
    const first = await world.payment();
    await hear(world, { status: 'failure' });
    await resolve(first, 'failure');
    expect(await current()).toMatchObject({ id: first.id, canRetry: true });
    expect(await again()).toMatchObject({ status: 'pending' });
  });

  it('may still be paid again where the duplicate’s success is contradicted later', async () => {
    await reverseAndFail();
    expect(await hear(world, { status: 'failure' })).toBe('disputed');
    expect(await review()).toEqual([]);
    expect(await again()).toMatchObject({ status: 'success' });
  });

  it('is blocked again if the reversal is contradicted, and the merchant is notified', async () => {
    const paying = await reverseAndFail();
    await messages(world);
    await hear(world, { method: 'refund', operationId: 'o-1', status: 'failure' });
    const told = await messages(world);
    expect(told).toContainEqual(
      expect.objectContaining({
        type: 'operation.updated',
        data: expect.objectContaining({ status: 'unknown' }),
      }),
    );
    expect(await current()).toMatchObject({ id: paying.id, canRetry: false });
    expect(await refusal(again())).toEqual(['payment-open']);
    expect(await review()).toEqual(['contradicting-ends']);
  });

  it('has a duplicate again if the reversal is resolved as not made', async () => {
    await reverse();
    await hear(world, { method: 'refund', operationId: 'o-1', status: 'failure' });
    const [first] = await reversals(world);
    await resolveOperation(world, first?.id ?? '', { status: 'failure', comment });
    await work(61);
    expect(refunds()).toHaveLength(2);
  });

  it('keeps what paid it third where the other one turns out paid after all', async () => {
    const paying = await reverseAndFail();
    const third = await again();
    await report(paying, 'success');
    await resolve(paying, 'success');
    await report(paying, 'success');
    await work();
    const reversed = refunds().map(({ orderId }) => orderId);
    expect(reversed).toHaveLength(2);
    const { id } = (await current()) ?? {};
    expect([paying.id, third.id]).toContain(id);
    const kept = (await world.order()).state.attempts.find((one) => one.id === id);
    expect(reversed).not.toContain(kept?.gatewayOrderId);
  });
});

describe('a report of the portal during the reversal', () => {
  it('has reversed the duplicate, if our own is resolved as not made', async () => {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    world.gateway.script.readOperation = async () => unknown;
    await work();
    const [first] = await reversals(world);
    await resolveOperation(world, first?.id ?? '', { status: 'failure', comment }).catch(() => null);
    await hear(world, { method: 'refund', operationId: 'portal' });
    await work(86_400);
    expect(refunds()).toHaveLength(1);
    expect(await current()).toMatchObject({ id: paying.id, status: 'success' });
  });
});

describe('a payment that was not found, and on which the portal has performed an operation', () => {
  const capture = () => hear(world, { method: 'capture', operationId: 'portal' });

  it('is polled again and reversed as a duplicate', async () => {
    await payAgain(world, { method: 'auth' });
    expect(await capture()).toBe('disputed');
    expect(await review()).toEqual(['operation-on-failure']);
    world.gateway.script.readOperation = async () => answered(gatewayPayment({ method: 'auth' }));
    await work(60);
    await work();
    expect(await review()).toEqual([]);
    expect(await reversals(world)).toMatchObject([{ method: 'refund', amount: '10.10', status: 'success' }]);
  });

  it('waits for a person where the gateway still does not find it', async () => {
    await payAgain(world, { method: 'auth' });
    await capture();
    await work(60);
    await work(3_600);
    const { id } = await world.payment();
    expect(await review()).toEqual(['operation-on-failure']);
    expect((await viewOrder(world, 'order-1')).payments[0]).toMatchObject({ id, status: 'unknown' });
    expect(refunds()).toEqual([]);
    await resolve({ id }, 'failure');
    expect(await review()).toEqual([]);
  });
});
