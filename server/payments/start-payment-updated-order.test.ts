import { describe, expect, it } from 'vitest';
import { listReview } from './queries/lists.ts';
import { viewOrder } from './queries/order.ts';
import { unknown } from './test-gateway.ts';
import {
  ANNA,
  BORYS,
  CLIENT,
  hear,
  input,
  key,
  pay,
  refusal,
  reversals,
  signed,
  SPLIT,
} from './test-world.ts';
import { pollDue } from './workers/poll.ts';
import { payDirect } from './pay.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';
import { answers, update, withWorld, work, world } from './test-running-world.ts';

/**
 * The terms of an order, and which payment pays it (contract, "What pays an order"): here 10.10 first, 1000.00 later.
 */

withWorld();

const NEW = { amount: '1000.00' };
/** Seconds since 1970 at which the first and the second token are made. */
const FIRST = Date.UTC(2026, 5, 15, 11) / 1_000;
const SECOND = FIRST + 600;

const cheap = (issuedAt: number | null = FIRST) => signed({}, issuedAt);
const dear = (issuedAt: number | null = SECOND) => signed(NEW, issuedAt);
const payBy = (order: ReturnType<typeof signed>, idempotencyKey = key()) =>
  payDirect(world, order, idempotencyKey, input(), CLIENT);
const reasons = async () => {
  world.clock.pass(1);
  return (await listReview(world, {})).data.map(({ reason }) => reason);
};
const amountOf = async () => (await viewOrder(world, 'order-1')).order.amount;

/** The attempt over 10.10 ends as not found, the order changes to 1000.00, and then 10.10 is charged. */
async function chargeOldTerms(charged: { method?: string } = {}): Promise<void> {
  world.gateway.script.createDirect = async () => unknown;
  await pay(world, charged);
  await work(61);
  await update({ ...charged, ...NEW });
  await hear(world, charged);
  world.gateway.script = {};
}

describe('a success over terms that the order no longer has', () => {
  it('does not pay it: the session shows no success, and it may be paid again', async () => {
    await chargeOldTerms();
    expect(await openSession(world, signed(NEW))).toMatchObject({
      order: { amount: '1000.00' },
      payment: null,
      attemptsLeft: 10,
    });
    expect(await pay(world, NEW)).toMatchObject({ status: 'success', amount: '1000.00' });
  });

  it('is shown to the merchant with the reason, and what can be done', async () => {
    await chargeOldTerms();
    world.clock.pass(1);
    const { payments, review } = await viewOrder(world, 'order-1');
    expect(payments).toMatchObject([{ status: 'success', amount: '10.10' }]);
    expect(review).toMatchObject([{ paymentId: payments[0]?.id, reason: 'other-terms' }]);
    expect((await listReview(world, {})).data).toEqual(review);
    expect(review[0]?.calls).toContain(`POST /api/orders/order-1/refund {"paymentId":"${payments[0]?.id}"}`);
  });

  it('is reversed automatically as soon as another success pays, and then needs no review', async () => {
    await chargeOldTerms();
    await pollDue(world);
    expect(await reversals(world)).toEqual([]);
    await pay(world, NEW);
    await work(1);
    expect(await reversals(world)).toMatchObject([{ method: 'refund', status: 'success', amount: '10.10' }]);
    expect(await reasons()).toEqual([]);
    expect((await openSession(world, signed(NEW))).payment).toMatchObject({ amount: '1000.00' });
  });

  it('that was only authorized is voided', async () => {
    await chargeOldTerms({ method: 'auth' });
    await pay(world, { method: 'auth', ...NEW });
    await work(1);
    expect(await reversals(world)).toMatchObject([{ method: 'void', status: 'success' }]);
  });

  it('that comes after the right one is reversed as well', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    await work(61);
    await update(NEW);
    world.gateway.script = {};
    await pay(world, NEW);
    await hear(world);
    await work(1);
    expect(await reversals(world)).toMatchObject([{ status: 'success', amount: '10.10' }]);
    expect((await openSession(world, signed(NEW))).payment).toMatchObject({ status: 'success' });
  });

  it('pays once the order is updated to its terms again', async () => {
    await chargeOldTerms();
    await update({});
    expect((await openSession(world, signed())).payment).toMatchObject({ status: 'success' });
    expect(await refusal(pay(world))).toEqual(['order-paid']);
    expect(await reasons()).toEqual([]);
  });

  it('pays once a newer token states the order over its terms again, though no session was opened', async () => {
    await chargeOldTerms();
    const again = signed({}, world.clock.time / 1_000 + 1);
    expect(await refusal(payBy(again))).toEqual(['order-paid']);
    expect((await openSession(world, again)).payment).toMatchObject({ status: 'success', amount: '10.10' });
  });
});

describe('an older token', () => {
  it.each([
    ['with iat', FIRST, SECOND],
    ['without iat, before another one without', null, null],
    ['without iat, before one with a later iat', null, FIRST + 3_601],
  ])('%s is refused after a newer one was seen', async (_what, first, second) => {
    await openSession(world, cheap(first));
    world.clock.pass(1);
    await openSession(world, dear(second));
    expect(await refusal(openSession(world, cheap(first)))).toEqual(['order-changed']);
    expect(await refusal(payBy(cheap(first)))).toEqual(['order-changed']);
    expect(await refusal(payHosted(world, cheap(first), {}))).toEqual(['order-changed']);
    expect(world.gateway.calls).toEqual([]);
    expect(await payBy(dear(second))).toMatchObject({ status: 'success', amount: '1000.00' });
  });

  it('that was never seen is refused too where its iat is older', async () => {
    await openSession(world, dear());
    expect(await refusal(payBy(cheap()))).toEqual(['order-changed']);
  });

  it('of the same terms still pays', async () => {
    await openSession(world, cheap(SECOND));
    expect(await payBy(cheap(FIRST))).toMatchObject({ status: 'success' });
  });

  it('does not come between two newer ones of the same terms', async () => {
    await openSession(world, cheap(FIRST));
    await openSession(world, cheap(SECOND));
    expect(await refusal(payBy(signed({ amount: '1.00' }, FIRST + 1)))).toEqual(['order-changed']);
  });

  it('neither leads to the page that it opened nor closes the page of the new one', async () => {
    await payHosted(world, cheap(), {});
    await payHosted(world, dear(), {});
    expect(world.gateway.of('cancelHosted')).toEqual(['order-1']);
    expect(await refusal(openSession(world, cheap()))).toEqual(['order-changed']);
    expect(await refusal(payHosted(world, cheap(), {}))).toEqual(['order-changed']);
    expect(await refusal(payBy(cheap()))).toEqual(['order-changed']);
    expect(world.gateway.of('cancelHosted')).toEqual(['order-1']);
  });

  it.each<object>([{ amount: '5.00' }, { currency: 'EUR' }, { method: 'auth' }, { split: SPLIT }])(
    'than an order of the merchant API over %j pays nothing, and the order stays as it is',
    async (over) => {
      await update(over);
      const before = (await world.order()).entries;
      expect(await refusal(openSession(world, cheap()))).toEqual(['order-changed']);
      expect(await refusal(payBy(cheap()))).toEqual(['order-changed']);
      expect(await refusal(payHosted(world, cheap(), {}))).toEqual(['order-changed']);
      expect((await world.order()).entries).toEqual(before);
      expect(world.gateway.calls).toEqual([]);
    },
  );

  it('shows no failure over the newer terms, as it can no longer be paid', async () => {
    answers({ status: 'failure', statusCode: '4153' });
    await payBy(dear());
    expect(await refusal(openSession(world, cheap()))).toEqual(['order-changed']);
  });

  it('still shows what is being paid', async () => {
    answers({ status: 'pending' });
    await payBy(dear());
    expect(await openSession(world, cheap())).toMatchObject({ payment: { status: 'pending' } });
  });
});

describe('a token', () => {
  it('with the same iat and other terms counts from when it is first seen', async () => {
    await openSession(world, cheap(FIRST));
    await openSession(world, dear(FIRST));
    expect(await refusal(payBy(cheap(FIRST)))).toEqual(['order-changed']);
    expect(await payBy(dear(FIRST))).toMatchObject({ status: 'success', amount: '1000.00' });
  });

  it('of the current terms pays, even if other parameters have changed', async () => {
    await update({ amount: '5.00' });
    await update({ description: 'Three books', split: SPLIT });
    const turned = [
      { subMerchantId: BORYS.toUpperCase(), amount: '3.1' },
      { subMerchantId: ANNA, amount: '7' },
    ];
    expect(await openSession(world, signed({ split: turned }, FIRST))).toMatchObject({ payment: null });
    expect(await payBy(signed({ split: turned }, FIRST))).toMatchObject({ status: 'success' });
  });

  it('of the merchant API counts although it was made in the same second as another one', async () => {
    await update(NEW);
    await update({ amount: '2000.00' });
    const now = world.clock.time / 1_000;
    expect(await refusal(payBy(dear(now)))).toEqual(['order-changed']);
    expect(await payBy(signed({ amount: '2000.00' }, now))).toMatchObject({ status: 'success' });
  });

  it.each([
    ['the merchant API', () => update(NEW)],
    ['a token without iat', () => openSession(world, dear(null))],
  ])('with an iat ahead of our clock is outdated once %s states the order anew', async (_by, state) => {
    const ahead = cheap(world.clock.time / 1_000 + 3_600);
    await openSession(world, ahead);
    await state();
    expect(await refusal(payBy(ahead))).toEqual(['order-changed']);
  });

  it('that updates the order has an open hosted page cancelled by the session', async () => {
    await payHosted(world, cheap(), {});
    expect((await openSession(world, dear())).payment).toMatchObject({ status: 'failure', canRetry: true });
    expect(world.gateway.of('cancelHosted')).toEqual(['order-1']);
    expect(await amountOf()).toBe('1000.00');
  });

  it('updates the order also while the open page cannot be cancelled', async () => {
    await payHosted(world, cheap(), {});
    world.gateway.script.cancelHosted = async () => unknown;
    expect((await openSession(world, dear())).payment).toMatchObject({ status: 'init', amount: '10.10' });
    expect(await refusal(payBy(dear()))).toEqual(['payment-open']);
    expect(await refusal(payHosted(world, dear(), {}))).toEqual(['payment-open']);
    expect(await amountOf()).toBe('1000.00');
    await hear(world, { mode: 'hosted' });
    expect((await viewOrder(world, 'order-1')).review).toMatchObject([{ reason: 'other-terms' }]);
  });
});
