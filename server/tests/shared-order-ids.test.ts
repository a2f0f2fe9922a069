import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentView } from '../contract/checkout-api.ts';
import type { OrderView } from '../contract/merchant-api.ts';
import { CARD } from '../contract/testing/fixtures.ts';
import { pollDue } from '../payments/workers/poll.ts';
import { BODY, jsonOf, openCompanion, type TestCompanion } from '../testing/companion.ts';
import { type Meeting, meet } from '../testing/gateway-sandbox.ts';

/**
 * Two shops on one `pos_id`, or one whose numbering was restarted: companions with separate stores send the same order
 * id. The gateway answers "order id exists", and lists another order's payment under it.
 */

const DECLINED = '4000000000009995';
const ORDER = { amount: '500.00', description: 'A bicycle' };

let met: Meeting;
let first: TestCompanion;
let second: TestCompanion;
beforeEach(async () => {
  met = await meet();
  first = await shopAt(Date.now());
  expect(await first.paid(ORDER)).toMatchObject({ status: 'success' });
  await met.control('clock', { advanceSeconds: 60 });
  second = await shopAt(Date.now() + 60_000);
});
afterEach(async () => {
  await Promise.all([first.deps.store.close(), second.deps.store.close()]);
  await met.close();
});

async function shopAt(time: number): Promise<TestCompanion> {
  const shop = await openCompanion({ config: { posId: met.posId } });
  shop.deps.clock.time = time;
  shop.deps.gateway.script = met.client;
  return shop;
}

const payBy = (number: string, order: object = ORDER, key = 'key-00001') =>
  jsonOf<PaymentView>(second.pay({ key, order: { ...order }, body: { ...BODY, card: { ...CARD, number } } }));

/** Polls for some minutes, as the background does. */
async function poll(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    second.deps.clock.pass(60);
    await met.control('clock', { advanceSeconds: 60 });
    await pollDue(second.deps);
  }
}

const orderOf = (shop: TestCompanion) => jsonOf<OrderView>(shop.merchant('/orders/order-1'));

describe('an order id that another shop has used', () => {
  it.each([
    ['the same amount', ORDER],
    ['another amount', { ...ORDER, amount: '10.00' }],
  ])('costs the customer nothing, and never makes a declined card a success: %s', async (_what, order) => {
    const declined = { status: 'failure', statusCode: '4009', canRetry: true };
    expect(await payBy(DECLINED, order)).toMatchObject(declined);
    expect(await payBy(CARD.number, order, 'key-00002')).toMatchObject({ status: 'success' });
    const { payments, review } = await orderOf(second);
    expect(payments.map(({ statusCode }) => statusCode)).toEqual(['P-409', '4009', '1000']);
    expect(review).toEqual([]);
  });

  it('opens the hosted page under the next one', async () => {
    const answer = second.ask('/hosted', { token: await second.token(ORDER), body: {} });
    expect(await jsonOf(answer)).toMatchObject({ payment: { status: 'init' } });
    expect(second.deps.gateway.of('createHosted')).toEqual(['order-1', expect.stringMatching(/^order-1\.2/)]);
    await poll();
    expect((await orderOf(second)).review).toEqual([]);
  });

  it('is never paid by the same card’s payment there, and a refund is of the own payment', async () => {
    await payBy(CARD.number);
    expect((await orderOf(second)).payments.map(({ status }) => status)).toEqual(['failure', 'success']);
    const [, own] = second.deps.gateway.of('createDirect');
    const refund = second.merchant('/orders/order-1/refund', { body: {} });
    expect(await jsonOf(refund)).toMatchObject({ status: 'success', amount: '500.00' });
    expect(second.deps.gateway.of('refund')).toEqual([own]);
    expect((await orderOf(first)).allowed).toMatchObject({ refund: '500.00' });
  });
});
