import { expect } from '@playwright/test';
import { test as base } from '../support/fixtures.ts';
import { heldBack } from '../support/held-back.ts';
import { Merchant } from '../support/merchant.ts';

/** The console beside the shop: what changes appears by itself. */

/** A stack of its own: what needs review here would be counted in other tests. */
const test = base.extend({
  stack: async ({ stackWith }, use) => use(await stackWith({ MERCHANT_NAME: 'Kettle & Wool, live' })),
});

test.describe.configure({ mode: 'default' });

const EVERY_MS = 5_000;

test('a new payment appears while the list is visible, and neither focus nor selection is lost', async ({
  page,
  stack,
}) => {
  const merchant = new Merchant(stack);
  const first = await merchant.chargedOrder();
  await page.clock.install();
  await page.goto(`${stack.shop}/console`);
  const focused = page.getByRole('link', { name: first });
  await focused.focus();
  await page.getByRole('row', { name: first }).getByText('Payment, direct').selectText();
  const second = await merchant.chargedOrder();
  await page.clock.runFor(EVERY_MS);
  const added = page.getByRole('row', { name: second });
  await expect(added).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(second);
  await expect(focused).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Payment, direct');

  await stack.sandbox.force(first, 'failure', '4153');
  await expect.poll(() => merchant.inReview()).toBe(1);
  await page.clock.runFor(EVERY_MS);
  await expect(page.getByRole('link', { name: 'Needs review 1 waiting' })).toBeVisible();
});

test('nothing is requested twice at a time or while the page is hidden, and the list is current once it is visible', async ({
  page,
  stack,
}) => {
  const merchant = new Merchant(stack);
  await merchant.chargedOrder();
  await page.clock.install();
  await page.goto(`${stack.shop}/console`);
  await expect(page.getByRole('row')).not.toHaveCount(0);
  const answer = await heldBack(page, '**/console/api/payments*');
  let requests = 0;
  page.on('request', (request) => (requests += request.url().includes('/console/api/payments') ? 1 : 0));
  await page.clock.runFor(EVERY_MS);
  await expect.poll(() => requests).toBe(1);
  await page.clock.runFor(3 * EVERY_MS);
  expect(requests).toBe(1);
  await answer();

  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await page.unroute('**/console/api/payments*');
  const id = await merchant.chargedOrder();
  await page.clock.runFor(3 * EVERY_MS);
  await expect(page.getByRole('row', { name: id })).toHaveCount(0);
  await setHidden(false);
  await expect(page.getByRole('row', { name: id })).toBeVisible();

  const next = await merchant.chargedOrder();
  await page.getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('row', { name: next })).toBeVisible();
  const last = await merchant.chargedOrder();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('row', { name: last })).toBeVisible();
});

test('where the gateway reported another amount, both are named', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const id = await merchant.chargedOrder();
  // After the answer: before it, the report would be in doubt only until the answer comes.
  await stack.sandbox.order({ on: 'webhook', kind: 'wrong-amount' });
  await stack.sandbox.resend(id);
  await page.goto(`${stack.shop}/console#/review`);
  const item = page.getByRole('article').filter({ hasText: id });
  await expect(item).toContainText('Requested: UAH 100.00. Reported by the gateway: UAH 50.00.');
  await item.getByRole('button', { name: 'Resolve…' }).click();
  await page.getByLabel('It succeeded').check();
  await page.getByLabel('Reason for the timeline').fill('The bank has the charge');
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(item).toHaveCount(0);
  await page.goto(`${stack.shop}/console#/orders/${id}`);
  await expect(page.getByText('The gateway reported UAH 50.00')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Refund up to UAH 50.00' })).toBeVisible();
});
