import { expect } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';
import { IMPATIENT } from '../support/stack.ts';

test('a part of an auth is captured, the rest is voided', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const id = await merchant.paidOrder(page, { method: 'auth' });
  expect((await merchant.order(id)).allowed).toMatchObject({ capture: '100.00', void: true, refund: null });

  const part = { amount: '60.00', comment: 'sent without the shade' };
  expect(await merchant.operate(id, 'capture', part)).toMatchObject({
    status: 200,
    body: { method: 'capture', amount: '60.00', status: 'success', statusCode: '1000' },
  });
  expect((await merchant.order(id)).allowed).toMatchObject({ capture: null, void: false, refund: '60.00' });
  expect(await merchant.operate(id, 'void')).toMatchObject({ status: 409 });
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

test('a purchase is split among sub-merchants, and the share of one is refunded', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const [first = '', second = ''] = await stack.sandbox.subMerchants();
  const split = [
    { subMerchantId: first, amount: '70.00' },
    { subMerchantId: second, amount: '30.00' },
  ];
  const id = await merchant.paidOrder(page, { split });
  const sent = await stack.sandbox.requestsOf(id);
  expect(sent.map(({ path }) => path)).toEqual(['/api/v1/split/purchase']);

  expect(await merchant.operate(id, 'refund', { amount: '10.00' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'split', code: 'split-required' }] },
  });
  const tooMuch = [{ subMerchantId: second, amount: '30.01' }];
  expect(await merchant.operate(id, 'refund', { split: tooMuch })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'split.0.amount', code: 'exceeds-share' }] },
  });
  const share = [{ subMerchantId: second, amount: '30.00' }];
  expect(await merchant.operate(id, 'refund', { split: share })).toMatchObject({
    status: 200,
    body: { method: 'refund', amount: '30.00', status: 'success', split: share },
  });
  expect(await merchant.operate(id, 'refund')).toMatchObject({
    status: 200,
    body: { amount: '70.00', status: 'success', split: [{ subMerchantId: first, amount: '70.00' }] },
  });
  expect((await merchant.order(id)).allowed.refund).toBeNull();
});

test('the receipt of a purchase is a page that a browser shows', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const id = await merchant.chargedOrder();
  const { status, type, bytes } = await merchant.file(`/orders/${id}/receipt?format=html`);
  expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);

  await page.goto('about:blank');
  await page.setContent(new TextDecoder().decode(bytes));
  await expect(page.locator('body')).toContainText(id);
  await expect(page.locator('body')).toContainText('100.00');
  await expect(page.locator('body')).not.toContainText('4242424242424242');
});

test("the day's receipts come as a ZIP, without those of split purchases", async ({ stack }) => {
  const merchant = new Merchant(stack);
  const [subMerchantId = ''] = await stack.sandbox.subMerchants();
  const plain = await merchant.chargedOrder();
  const split = await merchant.chargedOrder({ split: [{ subMerchantId, amount: '100.00' }] });
  const today = new Date().toISOString().slice(0, 10);
  const { type, bytes } = await merchant.file(`/receipts/${today}?format=pdf`);
  expect(type).toBe('application/zip');

  const files = unzipSync(bytes);
  const names = Object.keys(files);
  expect(names.filter((name) => name.includes(plain))).toHaveLength(1);
  expect(names.filter((name) => name.includes(split))).toHaveLength(0);
  for (const file of Object.values(files)) expect(strFromU8(file)).toMatch(/^%PDF-/);
});

async function operationsAtGateway(stack: Merchant['stack'], id: string): Promise<string[]> {
  const [payment] = await stack.sandbox.payments(id);
  return (payment?.operations ?? []).map(({ method, amount, status }) => `${method} ${amount} ${status}`);
}
