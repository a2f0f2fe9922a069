import { describe, expect, it } from 'vitest';
import type { HostedView } from '../contract/checkout-api.ts';
import type { OrderView } from '../contract/merchant-api.ts';
import { refused, unknown } from '../payments/testing/gateway.ts';
import { jsonOf, problemOf, useCompanion } from '../testing/companion.ts';

/** The newest parameters of an order count: the effects of older and cheaper tokens and pages. */

const companion = useCompanion();

const CHEAP = '10.00';
const DEAR = '1000.00';

const openPage = async (amount: string) =>
  jsonOf<HostedView>(companion.ask('/hosted', { token: await companion.token({ amount }), body: {} }));
const update = (amount: string) =>
  companion.merchant('/orders', { body: { id: 'order-1', amount, currency: 'UAH', description: 'A sofa' } });
const order = () => jsonOf<OrderView>(companion.merchant('/orders/order-1'));

describe('an order that becomes dearer while its hosted page is open', () => {
  it('has that page cancelled, and is paid over the new amount only', async () => {
    expect((await openPage(CHEAP)).payment).toMatchObject({ amount: CHEAP, status: 'init' });
    expect((await update(DEAR)).status).toBe(200);
    expect(companion.deps.gateway.of('cancelHosted')).toEqual(['order-1']);
    expect((await openPage(DEAR)).payment).toMatchObject({ amount: DEAR, status: 'init' });
  });

  it.each([
    ['refuses to cancel, as the page is being paid', refused(400)],
    ['does not answer', unknown],
  ])('stays as it was where the gateway %s', async (_what, outcome) => {
    await openPage(CHEAP);
    companion.deps.gateway.script.cancelHosted = async () => outcome;
    expect(await problemOf(await update(DEAR))).toMatchObject({ status: 409, code: 'payment-open' });
    expect((await order()).order.amount).toBe(CHEAP);
    const event = { mode: 'hosted', amount: 10 };
    expect((await companion.webhook(event)).status).toBe(200);
    expect((await order()).payments).toMatchObject([{ status: 'success', amount: CHEAP }]);
  });
});

it('an amount below the ordered one needs review, and a far larger one is logged', async () => {
  companion.answers({ amountMinor: 100 });
  expect(await companion.paid()).toMatchObject({ status: 'unknown' });
  expect((await order()).review).toMatchObject([{ reason: 'mismatch' }]);
  companion.answers({ amountMinor: 1_000_000 });
  await companion.paid({ id: 'order-2' });
  const line = companion.deps.lines.find(({ event }) => event === 'payment.overcharged');
  expect(line).toMatchObject({ level: 'warn', fields: { orderId: 'order-2', chargedMinor: 1_000_000 } });
});
