import { describe, expect, it } from 'vitest';
import { refundOrder } from './operate.ts';
import { resolvePayment } from './resolve.ts';
import { listReview } from './queries/lists.ts';
import { viewOrder } from './queries/order.ts';
import { unknown } from './test-gateway.ts';
import { CLIENT, hear, input, key, refusal, reversals, signed } from './test-world.ts';
import { pollDue } from './workers/poll.ts';
import { payDirect } from './pay.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';
import { answers, update, withWorld, world } from './test-running-world.ts';

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

describe('a customer who withholds the newer token', () => {
  it('gains nothing by paying the open page over the old terms', async () => {
    await payHosted(world, cheap(), {});
    await hear(world, { mode: 'hosted' });
    expect((await openSession(world, cheap())).payment).toMatchObject({ status: 'success' });
    expect(await openSession(world, dear())).toMatchObject({ order: { amount: '1000.00' }, payment: null });
    expect(await reasons()).toEqual(['other-terms']);
    expect(await payBy(dear())).toMatchObject({ status: 'success', amount: '1000.00' });
    await pollDue(world);
    expect(await reversals(world)).toMatchObject([{ status: 'success', amount: '10.10' }]);
  });

  it('has the page cancelled by the payment itself where no session was opened', async () => {
    await payHosted(world, cheap(), {});
    expect(await payBy(dear())).toMatchObject({ status: 'success', amount: '1000.00' });
    expect(world.gateway.of('cancelHosted')).toEqual(['order-1']);
    expect(await refusal(payBy(cheap()))).toEqual(['order-paid']);
  });

  it('gains nothing by paying a challenge to its end that was open when the newer token was seen', async () => {
    answers({ status: 'pending' });
    await payBy(cheap());
    expect((await openSession(world, dear())).payment).toMatchObject({ status: 'pending', amount: '10.10' });
    await hear(world);
    expect(await openSession(world, dear())).toMatchObject({ payment: null });
    expect(await reasons()).toEqual(['other-terms']);
  });

  it('has paid again without a session: the newer token counts then as well', async () => {
    await payBy(cheap());
    expect(await payBy(dear())).toMatchObject({ status: 'success', amount: '1000.00' });
    expect(await amountOf()).toBe('1000.00');
  });
});

describe('a paid order', () => {
  const later = () => dear(world.clock.time / 1_000 + 60);

  it('cannot be changed', async () => {
    await payBy(cheap());
    expect(await refusal(update(NEW))).toEqual(['order-paid']);
    expect((await openSession(world, later())).payment).toMatchObject({ status: 'success', amount: '10.10' });
    expect((await openSession(world, dear(null))).payment).toMatchObject({ status: 'success' });
    expect(await refusal(payBy(later()))).toEqual(['order-paid']);
    expect(await refusal(payBy(dear(null)))).toEqual(['order-paid']);
    expect(await refusal(payHosted(world, later(), {}))).toEqual(['order-paid']);
    expect(await amountOf()).toBe('10.10');
  });

  it('that was refunded is not paid again by another token over the same terms', async () => {
    await payBy(cheap());
    await refundOrder(world, 'order-1', key(), {});
    expect(await refusal(payBy(cheap(SECOND)))).toEqual(['order-paid']);
    expect(world.gateway.of('createDirect')).toHaveLength(1);
  });

  it('by manual resolution can only be changed by a token made before the payment began', async () => {
    world.gateway.script.createDirect = async () => unknown;
    const { id } = await payBy(cheap());
    await resolvePayment(world, id, { status: 'success', comment: 'Seen in the portal' });
    expect((await openSession(world, later())).payment).toMatchObject({ status: 'success' });
    expect((await openSession(world, dear())).payment).toBeNull();
  });
});
