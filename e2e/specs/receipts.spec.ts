import { expect } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';

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

test('the receipt as a PDF is passed on as it is', async ({ stack }) => {
  const merchant = new Merchant(stack);
  const id = await merchant.chargedOrder();
  const { type, bytes } = await merchant.file(`/orders/${id}/receipt?format=pdf`);
  expect(type).toBe('application/pdf');
  expect(new TextDecoder().decode(bytes)).toMatch(/^%PDF-[^]*%%EOF\n$/);
});

test('there is no receipt of what was not paid', async ({ stack }) => {
  const merchant = new Merchant(stack);
  const { id } = await merchant.newOrder();
  expect(await merchant.get(`/orders/${id}/receipt?format=pdf`)).toMatchObject({
    status: 409,
    body: { code: 'operation-not-allowed' },
  });
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
