import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { listQuery } from '../../contract/merchant-parameters.ts';
import { refundOrder, voidOrder } from '../operations/operate.ts';
import { resolvePayment } from '../operations/resolve.ts';
import { openSession } from '../paying/session.ts';
import { refused, unknown } from '../testing/gateway.ts';
import { answers, withTestDeps, deps } from '../testing/running-deps.ts';
import { hear, key, pay, payTwice, refusal, signed } from '../testing/test-deps.ts';
import { listMessages, listPayments, listReview } from './lists.ts';
import { viewOrder } from './order.ts';

withTestDeps({ notify: true });

/** A payment of a new order, a second after the last one. */
const add = async (id: string) => {
  deps.clock.pass(1);
  return pay(deps, { id });
};
const addAt = (id: string, time: string) => {
  deps.clock.time = Date.parse(time);
  return pay(deps, { id });
};
const orders = async (query: z.input<typeof listQuery> = {}) =>
  (await listPayments(deps, listQuery.parse(query))).data.map((one) => one.orderId);

describe('payments', () => {
  it('are listed a page at a time, the newest first', async () => {
    for (const id of ['a', 'b', 'c']) await add(id);
    const first = await listPayments(deps, { limit: 2 });
    expect(first.data.map((one) => one.orderId)).toEqual(['c', 'b']);
    const last = await listPayments(deps, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(last).toMatchObject({ data: [{ orderId: 'a' }], nextCursor: null });
  });

  it('are found by the status that is shown: a payment in review is unknown', async () => {
    await add('paid');
    answers({ amountMinor: 900 });
    await add('in-review');
    expect(await orders({ status: 'unknown' })).toEqual(['in-review']);
    expect(await orders({ status: 'success' })).toEqual(['paid']);
  });

  it('are found by the time at which they were made', async () => {
    await addAt('morning', '2026-06-15T00:00:00.000Z');
    await addAt('noon', '2026-06-15T12:00:00.000Z');
    await addAt('next', '2026-06-16T00:00:00.000Z');
    expect(await orders({ from: '2026-06-15', to: '2026-06-16' })).toEqual(['noon', 'morning']);
    expect(await orders({ from: '2026-06-15T14:00:00+02:00' })).toEqual(['next', 'noon']);
    expect(await orders({ to: '2026-06-15T12:00:00Z' })).toEqual(['morning']);
    expect(await orders({ from: '2026-06-17', to: '2026-06-17' })).toEqual([]);
  });

  it('say whether their order can be paid again', async () => {
    deps.gateway.script.createDirect = async () => refused(400);
    await add('order-1');
    await add('order-2');
    deps.gateway.script = {};
    await add('order-1');
    const { data } = await listPayments(deps, {});
    expect(data.map((one) => [one.orderId, one.status, one.canRetry])).toEqual([
      ['order-1', 'success', false],
      ['order-2', 'failure', true],
      ['order-1', 'failure', false],
    ]);
  });

  it.each(['next', '', btoa('after:-1')])('a list is refused for a cursor of no page: %s', async (cursor) => {
    expect(await refusal(listPayments(deps, { cursor }))).toEqual(['invalid-input', 'cursor: invalid']);
  });
});

const review = async (cursor?: string) => listReview(deps, { cursor });
/** A payment in review, as less was paid. */
const underpay = async (id: string) => {
  answers({ amountMinor: 1 });
  const payment = await pay(deps, { id });
  deps.gateway.script = {};
  deps.clock.pass(1);
  return payment;
};

const resolveOf = (id: string) => ({
  action: 'resolve',
  method: 'POST',
  path: `/api/payments/${id}/resolve`,
  body: null,
  shares: null,
});
const returnOf = (action: 'refund' | 'void', paymentId: string) => ({
  action,
  method: 'POST',
  path: `/api/orders/order-1/${action}`,
  body: { paymentId },
  shares: null,
});

describe('the review list', () => {
  it('names a payment, why, since when, and the call that ends it', async () => {
    const { id } = await underpay('order-1');
    expect((await review()).data).toEqual([
      {
        orderId: 'order-1',
        paymentId: id,
        operationId: null,
        reason: 'mismatch',
        field: 'amount',
        since: expect.stringMatching(/^2026-06-15T12:00:00/),
        calls: [resolveOf(id)],
      },
    ]);
    expect((await viewOrder(deps, 'order-1')).review).toEqual((await review()).data);
    await resolvePayment(deps, id, { status: 'failure', comment: 'Seen in the portal' });
    expect((await review()).data).toEqual([]);
  });

  it.each([
    ['purchase', false, 'refund'],
    ['auth', false, 'void'],
    ['auth', true, 'refund'],
  ] as const)(
    'names the call that returns a %s on other terms, captured: %s',
    async (method, captured, call) => {
      deps.gateway.script.createDirect = async () => unknown;
      const { id } = await pay(deps, { method });
      await openSession(deps, signed({ method, amount: '20.20' }));
      await hear(deps, { method });
      if (captured) await hear(deps, { method: 'capture', operationId: 'capture-1' });
      deps.clock.pass(1);
      expect((await review()).data).toMatchObject([
        {
          reason: 'other-terms',
          calls: [{ action: 'update-order', path: '/api/orders' }, returnOf(call, id), resolveOf(id)],
        },
      ]);
      const end = call === 'void' ? voidOrder : refundOrder;
      expect(await end(deps, 'order-1', key(), { paymentId: id })).toMatchObject({ status: 'success' });
      expect((await review()).data).toEqual([]);
    },
  );

  it('comes in pages of 50 orders', async () => {
    for (let index = 0; index < 51; index += 1) await underpay(`order-${index}`);
    const first = await review();
    expect(first.data).toHaveLength(50);
    const second = await review(first.nextCursor ?? '');
    expect(second).toMatchObject({ data: [{ orderId: 'order-50' }], nextCursor: null });
    expect(await refusal(review('x'))).toEqual(['invalid-input', 'cursor: invalid']);
  });

  it('names a duplicate that cannot be refunded by itself, and the call that returns it', async () => {
    const paying = await payTwice(deps);
    await refundOrder(deps, 'order-1', key(), { amount: '1.00' });
    const [duplicate] = (await viewOrder(deps, 'order-1')).payments;
    const id = duplicate?.id ?? '';
    deps.clock.pass(1);
    expect((await review()).data).toMatchObject([
      { paymentId: id, reason: 'duplicate', calls: [returnOf('refund', id), resolveOf(id)] },
    ]);
    expect(duplicate?.id).not.toBe(paying.id);
    await refundOrder(deps, 'order-1', key(), { paymentId: duplicate?.id });
    expect((await review()).data).toEqual([]);
  });
});

describe('messages to the merchant', () => {
  const listed = async (state?: 'waiting' | 'failed') =>
    (await listMessages(deps, { state })).data.map((one) => `${one.orderId} ${one.type} ${one.state}`);

  it('are listed, the newest first, by whether they wait or failed', async () => {
    await pay(deps);
    deps.clock.pass(1);
    await refundOrder(deps, 'order-1', key(), {});
    deps.clock.pass(1);
    await pay(deps, { id: 'order-2' });
    const { outbox } = deps.store;
    const now = deps.clock.time;
    const lease = (await outbox.claim(now, now + 1_000, 10)).find((one) => one.orderId === 'order-1');
    const message = await outbox.next('order-1');
    if (!lease || !message) throw new Error('no message');
    await outbox.failed(lease, message, now + 60_000, 'HTTP 500');
    expect(await listed()).toHaveLength(3);
    expect(await listed('failed')).toEqual(['order-1 payment.updated failed']);
    expect(await listed('waiting')).toEqual([
      'order-2 payment.updated waiting',
      'order-1 operation.updated waiting',
    ]);
  });

  it('show nothing of their content but their kind, and the method and status that they report', async () => {
    await pay(deps);
    const [one] = (await listMessages(deps, {})).data;
    expect(one).toEqual({
      id: expect.any(String),
      type: 'payment.updated',
      orderId: 'order-1',
      method: 'purchase',
      status: 'success',
      state: 'waiting',
      attempts: 0,
      lastError: null,
      createdAt: expect.stringMatching(/^2026-06-15T/),
      deliveredAt: null,
    });
  });
});
