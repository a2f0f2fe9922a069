import { describe, expect, it } from 'vitest';
import { refundOrder } from '../operations/operate.ts';
import { payHosted } from './pay-hosted.ts';
import { payDirect } from './pay.ts';
import { viewOrder } from '../queries/order.ts';
import { resolvePayment } from '../operations/resolve.ts';
import type { SignedOrder } from './saved-cards.ts';
import { openSession } from './session.ts';
import { unknown } from '../testing/gateway.ts';
import { answers, review, update, withTestDeps, work, deps } from '../testing/running-deps.ts';
import {
  CLIENT,
  hear,
  input,
  key,
  pay,
  refusal,
  automaticRefunds,
  signed,
  SPLIT,
} from '../testing/test-deps.ts';

/** The terms of an order, and which payment pays it: here 10.10 first, 1000.00 later. */

withTestDeps();

const NEW = { amount: '1000.00' };
/** Seconds since 1970 at which the first and the second token are made. */
const FIRST = Date.UTC(2026, 5, 15, 11) / 1_000;
const SECOND = FIRST + 600;
/** A token made after whatever has happened. */
const LATER = FIRST + 86_400;

const cheap = (issuedAt: number | null = FIRST) => signed({}, issuedAt);
const dear = (issuedAt: number | null = SECOND) => signed(NEW, issuedAt);
const payBy = (order: SignedOrder) => payDirect(deps, order, key(), input(), CLIENT);
const shown = async (order: SignedOrder) => (await openSession(deps, order)).payment;
const amountOf = async () => (await viewOrder(deps, 'order-1')).order.amount;
const refunds = () => deps.gateway.of('refund');

/** Whatever the token is used for, it is refused. */
async function expectRefused(order: SignedOrder, code: string): Promise<void> {
  expect(await refusal(payBy(order))).toEqual([code]);
  expect(await refusal(payHosted(deps, order, {}))).toEqual([code]);
}

/** The payment of 10.10 is given up, the order changes to 1000.00, and then the payment is reported as a success. */
async function chargeOldTerms(over: { method?: string } = {}): Promise<string> {
  deps.gateway.script.createDirect = async () => unknown;
  const { id } = await pay(deps, over);
  await work(61);
  await update({ ...over, ...NEW });
  await hear(deps, over);
  deps.gateway.script = {};
  return id;
}

describe('a success over terms that the order no longer has', () => {
  it('does not pay it: the session shows no success, and it may be paid again', async () => {
    await chargeOldTerms();
    expect(await openSession(deps, signed(NEW))).toMatchObject({ payment: null, attemptsLeft: 10 });
    expect(await review()).toEqual(['other-terms']);
    expect(await pay(deps, NEW)).toMatchObject({ status: 'success', amount: '1000.00' });
  });

  it.each([
    ['purchase', 'refund'],
    ['auth', 'void'],
  ])('by %s is returned by a %s as soon as another success pays', async (ordered, method) => {
    await chargeOldTerms({ method: ordered });
    await work(1);
    expect(await automaticRefunds(deps)).toEqual([]);
    await pay(deps, { method: ordered, ...NEW });
    await work(1);
    expect(await automaticRefunds(deps)).toMatchObject([{ method, status: 'success', amount: '10.10' }]);
    expect(await review()).toEqual([]);
  });

  it.each([
    ['the merchant updates the order to', () => update()],
    ['a newer token states', () => refusal(payBy(signed({}, LATER)))],
  ])('pays once %s its terms again', async (_by, state) => {
    await chargeOldTerms();
    await state();
    expect(await shown(signed({}, LATER))).toMatchObject({ status: 'success', amount: '10.10' });
    expect(await refusal(pay(deps))).toEqual(['order-paid']);
  });

  it('is refunded by its id, also after another payment has paid the order', async () => {
    const paymentId = await chargeOldTerms();
    await pay(deps, NEW);
    const refund = await refundOrder(deps, 'order-1', key(), { paymentId });
    expect(refund).toMatchObject({ paymentId, status: 'success', amount: '10.10' });
    await work(86_400, 86_400);
    expect(refunds()).toEqual(['order-1']);
  });

  it('is not refunded while its automatic refund is in flight, so that nothing is returned twice', async () => {
    const paymentId = await chargeOldTerms();
    await pay(deps, NEW);
    deps.gateway.script.refund = async () => unknown;
    await work(1);
    expect(await refusal(refundOrder(deps, 'order-1', key(), { paymentId }))).toEqual(['operation-open']);
    expect(refunds()).toHaveLength(1);
  });
});

describe('an older token', () => {
  it.each([
    ['with iat', FIRST, SECOND],
    ['without iat, before another one without', null, null],
  ])('%s is refused after a newer one was seen', async (_what, first, second) => {
    await openSession(deps, cheap(first));
    deps.clock.pass(1);
    await openSession(deps, dear(second));
    expect(await refusal(openSession(deps, cheap(first)))).toEqual(['order-changed']);
    await expectRefused(cheap(first), 'order-changed');
    expect(deps.gateway.calls).toEqual([]);
    expect(await payBy(dear(second))).toMatchObject({ status: 'success', amount: '1000.00' });
  });

  it('of the same terms still pays', async () => {
    await openSession(deps, cheap(SECOND));
    expect(await payBy(cheap(FIRST))).toMatchObject({ status: 'success' });
  });

  it('neither leads to the page that it opened nor closes the page of the new one', async () => {
    await payHosted(deps, cheap(), {});
    await payHosted(deps, dear(), {});
    expect(await refusal(openSession(deps, cheap()))).toEqual(['order-changed']);
    await expectRefused(cheap(), 'order-changed');
    expect(deps.gateway.of('cancelHosted')).toEqual(['order-1']);
  });

  it('than an order of the merchant API over other shares pays nothing, and the order stays as it is', async () => {
    await update({ split: SPLIT });
    const before = (await deps.order()).entries;
    await expectRefused(cheap(), 'order-changed');
    expect((await deps.order()).entries).toEqual(before);
    expect(deps.gateway.calls).toEqual([]);
  });

  it('shows what is being paid over the newer terms, and no failure', async () => {
    answers({ status: 'pending' });
    await payBy(dear());
    expect(await shown(cheap())).toMatchObject({ status: 'pending' });
    await hear(deps, { status: 'failure', amountMinor: 100_000 });
    expect(await refusal(openSession(deps, cheap()))).toEqual(['order-changed']);
  });
});

describe('a token', () => {
  it('of the merchant API counts although it was made in the same second as another one', async () => {
    await update(NEW);
    await update({ amount: '2000.00' });
    const now = deps.clock.time / 1_000;
    expect(await refusal(payBy(dear(now)))).toEqual(['order-changed']);
    expect(await payBy(signed({ amount: '2000.00' }, now))).toMatchObject({ status: 'success' });
  });

  it.each([
    ['the merchant API', () => update(NEW)],
    ['a token without iat', () => openSession(deps, dear(null))],
  ])('with an iat ahead of our clock is outdated once %s updates the order', async (_by, state) => {
    await openSession(deps, cheap(LATER));
    await state();
    expect(await refusal(payBy(cheap(LATER)))).toEqual(['order-changed']);
  });

  it('updates the order also while the open page cannot be cancelled', async () => {
    await payHosted(deps, cheap(), {});
    deps.gateway.script.cancelHosted = async () => unknown;
    expect(await shown(dear())).toMatchObject({ status: 'init', amount: '10.10' });
    await expectRefused(dear(), 'payment-open');
    expect(await amountOf()).toBe('1000.00');
  });
});

describe('a customer who withholds the newer token', () => {
  it('gains nothing by paying the open page over the old terms', async () => {
    await payHosted(deps, cheap(), {});
    await hear(deps, { mode: 'hosted' });
    expect(await shown(cheap())).toMatchObject({ status: 'success' });
    expect(await shown(dear())).toBeNull();
    expect(await payBy(dear())).toMatchObject({ status: 'success', amount: '1000.00' });
    await work(1);
    expect(await automaticRefunds(deps)).toMatchObject([{ status: 'success', amount: '10.10' }]);
  });

  it.each([
    ['opens a session', () => openSession(deps, dear())],
    ['sends a payment, which is refused', () => refusal(payBy(dear()))],
  ])('gains nothing by ending a challenge after the newer token %s', async (_how, state) => {
    answers({ status: 'pending' });
    await payBy(cheap());
    await state();
    await hear(deps);
    expect(await shown(dear())).toBeNull();
    expect(await review()).toEqual(['other-terms']);
  });

  it('pays again where the newer token was made before the success', async () => {
    await payBy(cheap());
    expect(await payBy(dear())).toMatchObject({ status: 'success', amount: '1000.00' });
  });
});

describe('a paid order', () => {
  it('cannot be changed, by the merchant API or a token', async () => {
    await payBy(cheap());
    expect(await refusal(update(NEW))).toEqual(['order-paid']);
    for (const issuedAt of [LATER, null]) {
      expect(await shown(dear(issuedAt))).toMatchObject({ status: 'success', amount: '10.10' });
      await expectRefused(dear(issuedAt), 'order-paid');
    }
    expect(await amountOf()).toBe('10.10');
  });

  it('that was refunded is not paid again by another token over the same terms', async () => {
    await payBy(cheap());
    await refundOrder(deps, 'order-1', key(), {});
    expect(await refusal(payBy(cheap(SECOND)))).toEqual(['order-paid']);
  });

  it('by manual resolution can only be changed by a token made before the payment began', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    const { id } = await payBy(cheap());
    await resolvePayment(deps, id, { status: 'success', comment: 'Seen in the portal' });
    expect(await shown(dear(LATER))).toMatchObject({ status: 'success' });
    expect(await shown(dear())).toBeNull();
  });
});
