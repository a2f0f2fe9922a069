import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentView } from './contract/checkout-api.ts';
import type { OrderView, Page, ReviewView } from './contract/merchant-api.ts';
import { CARD } from './contract/test-fixtures.ts';
import { pollDue } from './payments/workers/poll.ts';
import { BODY, openCompanion, problemOf, type TestCompanion } from './test-companion.ts';
import { type Meeting, meet } from './test-gateway-sandbox.ts';

/**
 * Two shops on one `pos_id`, or one whose numbering was restarted: companions with separate stores send the same order
 * id. The gateway answers "order id exists", and a status query finds another order's payment under it.
 */

const DECLINED = '4000000000009995';
const ORDER = { amount: '500.00', description: 'A bicycle' };

let met: Meeting;
let first: TestCompanion;
let second: TestCompanion;
beforeEach(async () => {
  met = await meet();
  first = await shopAt(Date.now());
  expect(await (await first.pay({ order: ORDER })).json()).toMatchObject({ status: 'success' });
  await met.control('clock', { advanceSeconds: 60 });
  second = await shopAt(Date.now() + 60_000);
});
afterEach(async () => {
  await Promise.all([first.world.store.close(), second.world.store.close()]);
  await met.close();
});

async function shopAt(time: number): Promise<TestCompanion> {
  const shop = await openCompanion({ config: { posId: met.posId } });
  shop.world.clock.time = time;
  shop.world.gateway.script = met.client;
  return shop;
}

const payBy = async (number: string, order: object = ORDER, key = 'key-00001'): Promise<PaymentView> => {
  const body = { ...BODY, card: { ...CARD, number } };
  return (await (await second.pay({ key, order: { ...order }, body })).json()) as PaymentView;
};

/** Polls for some minutes, as the background does. */
async function poll(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    second.world.clock.pass(60);
    await pollDue(second.world);
  }
}

const review = async () => {
  const { data } = (await (await second.merchant('/review')).json()) as Page<ReviewView>;
  return data.map(({ orderId, paymentId, reason }) => ({ orderId, paymentId, reason }));
};
const orderOf = async (shop: TestCompanion) =>
  (await (await shop.merchant('/orders/order-1')).json()) as OrderView;

describe('an order id that another shop has used', () => {
  it.each([
    ['the same amount', ORDER],
    ['another amount', { ...ORDER, amount: '10.00' }],
  ])('never makes a declined card a success: an order over %s', async (_what, order) => {
    const { id, status } = await payBy(DECLINED, order);
    expect(status).toBe('unknown');
    await poll();
    const { payments, review: reasons } = await orderOf(second);
    expect(payments).toMatchObject([{ id, status: 'unknown', canRetry: false }]);
    expect(reasons).toHaveLength(1);
    expect(await review()).toEqual([{ orderId: 'order-1', paymentId: id, reason: reasons[0]?.reason }]);
  });

  it('never makes the card of the other shop’s customer a payment of this order, either', async () => {
    await payBy(CARD.number);
    await poll();
    expect((await orderOf(second)).payments).toMatchObject([{ status: 'unknown' }]);
  });

  it('opens no hosted page and pays no hosted order', async () => {
    const token = await second.token(ORDER);
    expect(await problemOf(await second.ask('/hosted', { token, body: {} }))).toMatchObject({
      status: 409,
      code: 'payment-open',
    });
    await poll();
    const session = (await (await second.ask('/session', { token })).json()) as { payment: PaymentView };
    expect(session.payment).toMatchObject({ mode: 'hosted', status: 'unknown', action: null });
    expect(await review()).toMatchObject([{ paymentId: session.payment.id }]);
  });

  it('shows the customer who comes back no success', async () => {
    const { id } = await payBy(DECLINED);
    const answer = await second.ask(`/return/${id}`);
    expect(await answer.text()).not.toContain('Paid');
    expect((await orderOf(second)).payments).toMatchObject([{ status: 'unknown' }]);
  });

  it('does not allow refunding the other shop’s money', async () => {
    await payBy(DECLINED);
    await poll();
    for (const body of [{}, { amount: '10.00' }]) {
      expect(await problemOf(await second.merchant('/orders/order-1/refund', { body }))).toMatchObject({
        status: 409,
        code: 'operation-not-allowed',
      });
    }
    expect(second.world.gateway.of('refund')).toEqual([]);
    expect((await orderOf(first)).allowed).toMatchObject({ refund: '500.00' });
  });

  it('is paid under another one after manual review', async () => {
    const { id } = await payBy(DECLINED);
    await poll();
    const body = { status: 'failure', comment: 'That payment is of the other shop' };
    await second.merchant(`/payments/${id}/resolve`, { body });
    expect(await review()).toEqual([]);
    expect(await payBy(CARD.number, ORDER, 'key-00002')).toMatchObject({ status: 'success' });
    const [, again] = second.world.gateway.of('createDirect');
    expect(again).toMatch(/^order-1\.2/);
    const refund = await second.merchant('/orders/order-1/refund', { body: {} });
    expect(await refund.json()).toMatchObject({ status: 'success', amount: '500.00' });
    expect(second.world.gateway.of('refund')).toEqual([again]);
    expect((await orderOf(first)).allowed).toMatchObject({ refund: '500.00' });
  });
});
