import { beforeEach, describe, expect, it } from 'vitest';
import { refundOrder } from './operate.ts';
import { unknown } from './test-gateway.ts';
import { CLIENT, hear, input, key, refusal, signed } from './test-world.ts';
import { payDirect } from './pay.ts';
import { openSession } from './session.ts';
import { answers, review, withWorld, work, world } from './test-running-world.ts';

/**
 * A payment that succeeds after the order's terms have changed: whether it pays the order, and what happens to its
 * money.
 */

let now: number;
withWorld();
beforeEach(() => {
  now = Math.floor(world.clock.time / 1_000);
});

const cheap = (iat: number) => signed({}, iat);
const dear = (iat: number) => signed({ amount: '1000.00' }, iat);
const payFor = (order: ReturnType<typeof signed>) => payDirect(world, order, key(), input(), CLIENT);
const refunds = () =>
  world.gateway.calls
    .filter(({ method }) => method === 'refund')
    .map(({ orderId, request }) => [orderId, request?.amountMinor]);

/** The low payment is given up, the order's amount is raised, and then the low payment turns out to be paid. */
async function paidOnOldTerms() {
  world.gateway.script.createDirect = async () => unknown;
  const { id } = await payFor(cheap(now - 100));
  await work(61);
  await openSession(world, dear(now));
  await hear(world);
  delete world.gateway.script.createDirect;
  expect(await review()).toEqual(['other-terms']);
  return id;
}

it('a newer token that is seen while another payment is in 3-D Secure counts: the cheap success does not pay', async () => {
  const action = { status: 'pending', statusCode: '2122', actionUrl: 'https://acs.example/' } as const;
  answers(action);
  await payFor(cheap(now - 100));
  await openSession(world, dear(now));
  expect(await refusal(payFor(dear(now)))).toEqual(['payment-open']);
  world.clock.pass(60);
  await hear(world);
  expect(await review()).toEqual(['other-terms']);
  expect((await openSession(world, dear(now))).payment).toBeNull();
  delete world.gateway.script.createDirect;
  expect(await payFor(dear(now))).toMatchObject({ status: 'success' });
});

it('also where only a new payment states it, which is refused', async () => {
  answers({ status: 'pending' });
  await payFor(cheap(now - 100));
  expect(await refusal(payFor(dear(now)))).toEqual(['payment-open']);
  await hear(world);
  expect(await review()).toEqual(['other-terms']);
});

describe('a refund that names the success over other terms', () => {
  it('moves its money, never that of the payment that pays', async () => {
    const paymentId = await paidOnOldTerms();
    const refund = await refundOrder(world, 'order-1', key(), { paymentId });
    expect(refund).toMatchObject({ paymentId, status: 'success', amount: '10.10' });
    expect(world.gateway.of('refund')).toEqual(['order-1']);
  });

  it('moves it too after another payment has paid the order', async () => {
    const paymentId = await paidOnOldTerms();
    const paying = await payFor(dear(now));
    const run = refundOrder(world, 'order-1', key(), { paymentId });
    expect(await run).toMatchObject({ paymentId, amount: '10.10' });
    for (let count = 0; count < 3; count += 1) {
      await work(86_400);
    }
    expect(world.gateway.of('refund')).toEqual(['order-1']);
    expect((await openSession(world, dear(now))).payment).toMatchObject({ id: paying.id, status: 'success' });
  });

  it('is refused while its reversal is in flight, so that nothing is returned twice', async () => {
    const paymentId = await paidOnOldTerms();
    await payFor(dear(now));
    world.gateway.script.refund = async () => unknown;
    await work(1);
    expect(refunds()).toHaveLength(1);
    expect(await refusal(refundOrder(world, 'order-1', key(), { paymentId }))).toEqual(['operation-open']);
    expect(refunds()).toHaveLength(1);
  });

  it('is refused where the payment is another order’s', async () => {
    await paidOnOldTerms();
    const run = refundOrder(world, 'order-1', key(), { paymentId: crypto.randomUUID() });
    expect((await refusal(run))[0]).toBe('operation-not-allowed');
    expect(refunds()).toEqual([]);
  });
});
