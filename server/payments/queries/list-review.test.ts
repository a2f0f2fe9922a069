import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { openSession } from '../session.ts';
import { refundOrder } from '../operate.ts';
import { resolvePayment } from '../resolve.ts';
import { voidOrder } from '../operate.ts';
import { answered, gatewayPaymentOf, unknown } from '../test-gateway.ts';
import { hear, key, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { listReview } from './lists.ts';
import { viewOrder } from './order.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const list = async (cursor?: string) => listReview(world, { cursor });
/** An underpaid, disputed payment. */
const dispute = async (id: string) => {
  world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { amountMinor: 1 }));
  const payment = await pay(world, { id });
  world.gateway.script = {};
  world.clock.pass(1);
  return payment;
};

describe('the review list', () => {
  it('is empty while nothing needs review', async () => {
    await pay(world);
    world.clock.pass(1);
    expect(await list()).toEqual({ data: [], nextCursor: null });
  });

  it('names a disputed payment, why, since when, and the call that ends it', async () => {
    const { id } = await dispute('order-1');
    expect((await list()).data).toEqual([
      {
        orderId: 'order-1',
        paymentId: id,
        operationId: null,
        reason: 'amount-mismatch',
        since: expect.stringMatching(/^2026-06-15T12:00:00/),
        calls: [`POST /api/payments/${id}/resolve`],
      },
    ]);
    expect((await viewOrder(world, 'order-1')).review).toEqual((await list()).data);
    await resolvePayment(world, id, { status: 'failure', comment: 'Seen in the portal' });
    expect((await list()).data).toEqual([]);
  });

  it('has the longest waiting order first', async () => {
    for (const id of ['c', 'a', 'b']) await dispute(id);
    expect((await list()).data.map((one) => one.orderId)).toEqual(['c', 'a', 'b']);
  });

  it('names at once what was reported after the clock was set back', async () => {
    world.clock.pass(86_400);
    await openSession(world, signed());
    world.clock.pass(-86_400);
    const { id } = await dispute('order-1');
    expect((await list()).data).toMatchObject([{ paymentId: id, reason: 'amount-mismatch' }]);
  });

  it.each([
    ['purchase', false, 'refund'],
    ['auth', false, 'void'],
    ['auth', true, 'refund'],
  ] as const)(
    'names only the call that moves the money of a %s, captured: %s',
    async (method, captured, call) => {
      world.gateway.script.createDirect = async () => unknown;
      const { id } = await pay(world, { method });
      await openSession(world, signed({ method, amount: '20.20' }));
      await hear(world, { method });
      if (captured) await hear(world, { method: 'capture', operationId: 'capture-1' });
      world.clock.pass(1);
      const named = `POST /api/orders/order-1/${call} {"paymentId":"${id}"}`;
      expect((await list()).data).toMatchObject([
        { reason: 'other-terms', calls: ['POST /api/orders', named] },
      ]);
      const end = call === 'void' ? voidOrder : refundOrder;
      expect(await end(world, 'order-1', key(), { paymentId: id })).toMatchObject({ status: 'success' });
      expect((await list()).data).toEqual([]);
    },
  );

  it('comes in pages of 50 orders', async () => {
    for (let index = 0; index < 51; index += 1) await dispute(`order-${index}`);
    const first = await list();
    expect(first.data).toHaveLength(50);
    const second = await list(first.nextCursor ?? '');
    expect(second).toMatchObject({ data: [{ orderId: 'order-50' }], nextCursor: null });
    expect(await refusal(list('x'))).toEqual(['invalid-input', 'cursor: invalid']);
  });

  it('names what has been open for more than a day', async () => {
    world.gateway.script.createDirect = async () => unknown;
    const { id } = await pay(world);
    world.gateway.script.createDirect = async (request) => answered(gatewayPaymentOf(request));
    await pay(world, { id: 'order-2' });
    world.gateway.script.refund = async () => unknown;
    const refund = await refundOrder(world, 'order-2', key(), {});
    world.clock.pass(86_399);
    expect((await list()).data).toEqual([]);
    world.clock.pass(2);
    expect((await list()).data).toMatchObject([
      { paymentId: id, operationId: null, reason: 'no-report' },
      { operationId: refund.id, reason: 'no-report', calls: [`POST /api/operations/${refund.id}/resolve`] },
    ]);
  });

  it('names an operation with two ends and one without an amount', async () => {
    await pay(world);
    await hear(world, { method: 'refund', operationId: 'o-1', amountMinor: null });
    await hear(world, { method: 'refund', operationId: 'o-2', amountMinor: 100 });
    await hear(world, { method: 'refund', operationId: 'o-2', amountMinor: 100, status: 'failure' });
    world.clock.pass(1);
    expect((await list()).data.map(({ reason }) => reason)).toEqual(['amount-unknown', 'contradicting-ends']);
  });

  it('does not name a void without an amount: it has released everything', async () => {
    await pay(world, { method: 'auth' });
    await hear(world, { method: 'void', operationId: 'o-1', amountMinor: null });
    world.clock.pass(1);
    expect((await list()).data).toEqual([]);
  });
});
