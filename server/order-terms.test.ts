import { describe, expect, it } from 'vitest';
import type { PaymentView, SessionView } from './contract/checkout-api.ts';
import type { OrderView } from './contract/merchant-api.ts';
import { CUSTOMER } from './contract/test-fixtures.ts';
import { answered, refused, gatewayPayment, gatewayPaymentOf, unknown } from './payments/test-gateway.ts';
import { pollDue } from './payments/workers/poll.ts';
import { BODY, problemOf, sign, useCompanion } from './test-companion.ts';

/**
 * The newest parameters of an order count (contract, "What pays an order"): the effects of older and cheaper tokens and
 * pages.
 */

const companion = useCompanion();

const CHEAP = '10.00';
const DEAR = '1000.00';

/** A token over an amount, issued `iat` seconds from now. */
function tokenOver(amount: string, iat: number | null = null): Promise<string> {
  const order = { id: 'order-1', amount, currency: 'UAH', description: 'A sofa', customer: CUSTOMER };
  const now = Math.floor(companion.world.clock.time / 1_000);
  return sign(companion.world, { order, ...(iat !== null && { iat: now + iat }) });
}

let keys = 0;
const payWith = (token: string) => {
  keys += 1;
  return companion.ask('/payments', {
    token,
    body: BODY,
    headers: { 'idempotency-key': `key-${1_000 + keys}` },
  });
};
const openPage = async (token: string) => companion.ask('/hosted', { token, body: {} });
const update = (amount: string) =>
  companion.merchant('/orders', { body: { id: 'order-1', amount, currency: 'UAH', description: 'A sofa' } });
const session = async (token: string) =>
  (await (await companion.ask('/session', { token })).json()) as SessionView;
const order = async () => (await (await companion.merchant('/orders/order-1')).json()) as OrderView;
const reasons = async () => (await order()).review.map(({ reason }) => reason);

describe('an order that becomes dearer while its hosted page is open', () => {
  it('has that page cancelled, and is paid over the new amount only', async () => {
    expect((await openPage(await tokenOver(CHEAP))).status).toBe(200);
    expect((await update(DEAR)).status).toBe(200);
    expect(companion.world.gateway.of('cancelHosted')).toEqual(['order-1']);
    const again = (await (await openPage(await tokenOver(DEAR))).json()) as { payment: PaymentView };
    expect(again.payment).toMatchObject({ amount: DEAR, status: 'init' });
  });

  it.each([
    ['by a newer token that opens a session', async (token: string) => void (await session(token))],
    ['by a newer token that opens a page', openPage],
    ['by a newer token that pays', payWith],
  ])('has that page cancelled %s, too', async (_what, use) => {
    await openPage(await tokenOver(CHEAP, 0));
    await use(await tokenOver(DEAR, 1));
    expect(companion.world.gateway.of('cancelHosted')).toEqual(['order-1']);
  });

  it.each([
    ['refuses to cancel, as the page is being paid', refused(400)],
    ['does not answer', unknown],
  ])('stays as it was where the gateway %s', async (_what, outcome) => {
    await openPage(await tokenOver(CHEAP));
    companion.world.gateway.script.cancelHosted = async () => outcome;
    expect(await problemOf(await update(DEAR))).toMatchObject({ status: 409, code: 'payment-open' });
    expect((await order()).order.amount).toBe(CHEAP);
    const event = { mode: 'hosted', amount: 10 };
    expect((await companion.webhook(event)).status).toBe(200);
    expect((await order()).payments).toMatchObject([{ status: 'success', amount: CHEAP }]);
  });

  it('is not updated while a payment is open that cannot be cancelled', async () => {
    companion.world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'pending' }));
    await payWith(await tokenOver(CHEAP));
    expect(await problemOf(await update(DEAR))).toMatchObject({ status: 409, code: 'payment-open' });
    expect(companion.world.gateway.of('cancelHosted')).toEqual([]);
  });
});

describe('a success over terms that the order no longer has', () => {
  /** An attempt that seemed lost, then a higher amount of the order, and then the attempt's success. */
  async function payLate(): Promise<void> {
    companion.world.gateway.script.createDirect = async () => unknown;
    await payWith(await tokenOver(CHEAP));
    companion.world.clock.pass(61);
    await pollDue(companion.world);
    expect((await update(DEAR)).status).toBe(200);
    await companion.webhook({ amount: 10 });
    companion.world.gateway.script = {};
  }

  it('does not pay it, and needs review', async () => {
    await payLate();
    expect(await reasons()).toEqual(['other-terms']);
    const { payment } = await session(await tokenOver(DEAR));
    expect(payment?.status).not.toBe('success');
    await pollDue(companion.world);
    expect(companion.world.gateway.of('refund')).toEqual([]);
  });

  it('goes back by itself as soon as another success pays, and never the other way round', async () => {
    await payLate();
    expect(await (await payWith(await tokenOver(DEAR))).json()).toMatchObject({ status: 'success' });
    companion.world.clock.pass(1);
    await pollDue(companion.world);
    expect(companion.world.gateway.of('refund')).toEqual(['order-1']);
    expect(await reasons()).toEqual([]);
    expect((await order()).allowed).toMatchObject({ refund: DEAR });
  });
});

describe('an older token', () => {
  it.each([
    ['with an earlier iat', () => [tokenOver(CHEAP, 0), tokenOver(DEAR, 1)]],
    ['without an iat, where the newer one was seen since', () => [tokenOver(CHEAP), tokenOver(DEAR)]],
  ])('%s pays nothing, directly or on the hosted page', async (_what, make) => {
    const [old = '', newer = ''] = await Promise.all(make());
    await session(old);
    companion.world.clock.pass(2);
    await session(newer);
    for (const answer of [
      await payWith(old),
      await openPage(old),
      await companion.ask('/session', { token: old }),
    ]) {
      expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'order-changed' });
    }
    expect(companion.world.gateway.calls).toEqual([]);
    expect(await (await payWith(newer)).json()).toMatchObject({ status: 'success', amount: DEAR });
  });

  it('that the merchant API has replaced pays nothing', async () => {
    const old = await tokenOver(CHEAP, -60);
    await session(old);
    expect((await update(DEAR)).status).toBe(200);
    expect(await problemOf(await payWith(old))).toMatchObject({ status: 409, code: 'order-changed' });
    expect(companion.world.gateway.calls).toEqual([]);
  });
});

it('an amount below the ordered one needs review, and a far larger one is logged', async () => {
  companion.world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { amountMinor: 100 }));
  expect(await (await payWith(await tokenOver(CHEAP))).json()).toMatchObject({ status: 'unknown' });
  expect(await reasons()).toEqual(['mismatch']);
  const other = { id: 'order-2', amount: CHEAP };
  companion.world.gateway.script.createDirect = async ({ gatewayOrderId }) =>
    answered(gatewayPayment({ gatewayOrderId, amountMinor: 1_000_000 }));
  await companion.pay({ order: other });
  const line = companion.world.lines.find(({ event }) => event === 'payment.overcharged');
  expect(line).toMatchObject({ level: 'warn', fields: { orderId: 'order-2', chargedMinor: 1_000_000 } });
});
