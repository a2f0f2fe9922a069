import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';
import { IMPATIENT } from '../support/stack.ts';

test('a part of an auth is captured, the rest is voided', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const id = await merchant.paidOrder(page, { method: 'auth' });
  expect((await merchant.order(id)).allowed).toMatchObject({ capture: '100.00', void: true, refund: null });

  const captured = await merchant.operate(id, 'capture', {
    amount: '60.00',
    comment: 'sent without the shade',
  });
  expect(captured).toMatchObject({
    status: 200,
    body: { method: 'capture', amount: '60.00', status: 'success', statusCode: '1000' },
  });
  expect((await merchant.order(id)).allowed).toMatchObject({ capture: null, void: false, refund: '60.00' });
  expect(await merchant.operate(id, 'capture', { amount: '40.00' })).toMatchObject({
    status: 409,
    body: { code: 'operation-not-allowed', errors: [{ code: 'already-captured' }] },
  });
  expect(await merchant.operate(id, 'void')).toMatchObject({ status: 409 });
  expect(await merchant.operate(id, 'refund', { amount: '60.01' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'amount', code: 'exceeds-refundable' }] },
  });
  expect(await operationsAtGateway(stack, id)).toEqual(['capture 60.00 success']);
});

test('a purchase is refunded twice in part, and never by more than was paid', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const id = await merchant.paidOrder(page);

  for (const amount of ['30.00', '50.50']) {
    expect(await merchant.operate(id, 'refund', { amount })).toMatchObject({
      status: 200,
      body: { method: 'refund', amount, status: 'success', statusCode: '1004' },
    });
  }
  expect(await merchant.operate(id, 'refund', { amount: '19.51' })).toMatchObject({
    status: 422,
    body: { code: 'invalid-input', errors: [{ path: 'amount', code: 'exceeds-refundable' }] },
  });
  expect(await operationsAtGateway(stack, id)).toEqual(['refund 30.00 success', 'refund 50.50 success']);

  expect(await merchant.operate(id, 'refund')).toMatchObject({
    body: { amount: '19.50', status: 'success' },
  });
  expect((await merchant.order(id)).allowed.refund).toBeNull();
});

test('a refund whose answer is lost is found by polling, not made again', async ({ stackWith }) => {
  const stack = await stackWith(IMPATIENT);
  const merchant = new Merchant(stack);
  const id = await merchant.chargedOrder();
  await stack.sandbox.order({ on: 'webhook', kind: 'lost', times: 1, orderId: id });
  await stack.sandbox.order({ on: 'refund', kind: 'reset-after' });

  expect(await merchant.operate(id, 'refund', { amount: '10.00' })).toMatchObject({
    status: 200,
    body: { status: 'unknown' },
  });
  await expect
    .poll(async () => (await merchant.order(id)).operations.map(({ status }) => status))
    .toEqual(['success']);
  expect(await operationsAtGateway(stack, id)).toEqual(['refund 10.00 success']);
});

test('a hosted payment that nobody paid is cancelled, and its page takes no money', async ({
  page,
  stack,
}) => {
  const merchant = new Merchant(stack);
  const { id, url } = await merchant.newOrder({ modes: ['hosted'] });
  await page.goto(url);
  await page.locator('pay-form [part=submit]').click();
  await expect(page.locator('#pay')).toBeVisible();
  expect((await merchant.order(id)).allowed.cancel).toBe(true);

  expect(await merchant.operate(id, 'cancel')).toMatchObject({
    status: 200,
    body: { status: 'failure', statusCode: '6007' },
  });
  await page.reload();
  await expect(page.locator('#pay')).toBeHidden();
  expect(await merchant.operate(id, 'cancel')).toMatchObject({
    status: 409,
    body: { code: 'operation-not-allowed' },
  });
});

test('having the webhook sent again ends a payment whose webhook was lost', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const { id, url } = await merchant.newOrder({ modes: ['hosted'] });
  await page.goto(url);
  await page.locator('pay-form [part=submit]').click();
  await expect(page.locator('#pay')).toBeVisible();
  const hosted = page.url();
  const attempt = await page.locator('input[name=attempt]').first().inputValue();
  await stack.sandbox.order({ on: 'webhook', kind: 'lost', times: 5, orderId: id });
  await page.goto('about:blank');
  const form = { attempt, action: 'pay', cc_number: '4242424242424242', exp: '12/34', cvv: '123' };
  await page.request.post(hosted, { form, maxRedirects: 0 });
  await expect.poll(async () => (await stack.sandbox.payments(id))[0]?.status).toBe('success');

  expect((await merchant.order(id)).payments).toMatchObject([{ status: 'init' }]);
  expect(await merchant.operate(id, 'resend', { operation: 'purchase' })).toMatchObject({
    status: 200,
    body: { payment: { status: 'success' } },
  });
  expect((await merchant.order(id)).payments).toMatchObject([{ status: 'success' }]);
});

async function operationsAtGateway(stack: Merchant['stack'], id: string): Promise<string[]> {
  const [payment] = await stack.sandbox.payments(id);
  return (payment?.operations ?? []).map(({ method, amount, status }) => `${method} ${amount} ${status}`);
}
