import { describe, expect, it } from 'vitest';
import type { PaymentView } from '../contract/checkout-api.ts';
import type { OrderView } from '../contract/merchant-api.ts';
import { answered, refused, gatewayPayment, gatewayPaymentOf, unknown } from '../payments/testing/gateway.ts';
import { BODY, problemOf, useCompanion } from '../testing/companion.ts';

/** The newest parameters of an order count: the effects of older and cheaper tokens and pages. */

const companion = useCompanion();

const CHEAP = '10.00';
const DEAR = '1000.00';

const tokenOver = (amount: string) => companion.token({ amount, description: 'A sofa' });

const payWith = (token: string) =>
  companion.ask('/payments', { token, body: BODY, headers: { 'idempotency-key': 'key-00001' } });
const openPage = async (token: string) => companion.ask('/hosted', { token, body: {} });
const update = (amount: string) =>
  companion.merchant('/orders', { body: { id: 'order-1', amount, currency: 'UAH', description: 'A sofa' } });
const order = async () => (await (await companion.merchant('/orders/order-1')).json()) as OrderView;
const reasons = async () => (await order()).review.map(({ reason }) => reason);

describe('an order that becomes dearer while its hosted page is open', () => {
  it('has that page cancelled, and is paid over the new amount only', async () => {
    expect((await openPage(await tokenOver(CHEAP))).status).toBe(200);
    expect((await update(DEAR)).status).toBe(200);
    expect(companion.deps.gateway.of('cancelHosted')).toEqual(['order-1']);
    const again = (await (await openPage(await tokenOver(DEAR))).json()) as { payment: PaymentView };
    expect(again.payment).toMatchObject({ amount: DEAR, status: 'init' });
  });

  it.each([
    ['refuses to cancel, as the page is being paid', refused(400)],
    ['does not answer', unknown],
  ])('stays as it was where the gateway %s', async (_what, outcome) => {
    await openPage(await tokenOver(CHEAP));
    companion.deps.gateway.script.cancelHosted = async () => outcome;
    expect(await problemOf(await update(DEAR))).toMatchObject({ status: 409, code: 'payment-open' });
    expect((await order()).order.amount).toBe(CHEAP);
    const event = { mode: 'hosted', amount: 10 };
    expect((await companion.webhook(event)).status).toBe(200);
    expect((await order()).payments).toMatchObject([{ status: 'success', amount: CHEAP }]);
  });

  it('is not updated while a payment is open that cannot be cancelled', async () => {
    companion.deps.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'pending' }));
    await payWith(await tokenOver(CHEAP));
    expect(await problemOf(await update(DEAR))).toMatchObject({ status: 409, code: 'payment-open' });
    expect(companion.deps.gateway.of('cancelHosted')).toEqual([]);
  });
});

it('an amount below the ordered one needs review, and a far larger one is logged', async () => {
  companion.deps.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { amountMinor: 100 }));
  expect(await (await payWith(await tokenOver(CHEAP))).json()).toMatchObject({ status: 'unknown' });
  expect(await reasons()).toEqual(['mismatch']);
  const other = { id: 'order-2', amount: CHEAP };
  companion.deps.gateway.script.createDirect = async ({ gatewayOrderId }) =>
    answered(gatewayPayment({ gatewayOrderId, amountMinor: 1_000_000 }));
  await companion.pay({ order: other });
  const line = companion.deps.lines.find(({ event }) => event === 'payment.overcharged');
  expect(line).toMatchObject({ level: 'warn', fields: { orderId: 'order-2', chargedMinor: 1_000_000 } });
});
