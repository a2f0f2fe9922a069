import { expect, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';
import { orderOf, signOrder } from '../support/order-token.ts';
import { CUSTOMER } from '../support/payments.ts';

test.use({ javaScriptEnabled: false });

/** Fills in the form inside the tag, and sends it. */
async function goOn(page: Page, phone: string = CUSTOMER.phone): Promise<void> {
  await page.getByLabel('Email').fill(CUSTOMER.email);
  await page.getByLabel('Phone').fill(phone);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
}

test('without JavaScript the form inside the tag leads to the hosted page, and back paid', async ({
  page,
  checkout,
}) => {
  await checkout.open();
  await expect(checkout.field('number')).toHaveCount(0);
  await goOn(page);
  await checkout.payOnHostedPage(CARDS.success);

  await expect(page).toHaveURL(/\/thanks\?.*status=success/);
  await checkout.expectDelivered('success');
  expect(await checkout.payments()).toMatchObject([{ mode: 'hosted', status: 'success' }]);
});

test('without JavaScript a hosted page that was left is opened again, not a second one', async ({
  page,
  checkout,
}) => {
  await checkout.open();
  await goOn(page);
  await expect(page.locator('#pay')).toBeVisible();
  const opened = page.url();
  await page.locator('#leave').click();
  await expect(page).toHaveURL(/\/thanks\?.*status=init/);
  await checkout.revisit();
  await goOn(page);

  await expect(page).toHaveURL(opened);
  expect(await checkout.creations()).toBe(1);
});

test('without JavaScript an invalid field is corrected on the form that comes back', async ({
  page,
  checkout,
}) => {
  await checkout.open();
  await goOn(page, 'call me');

  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(CUSTOMER.email);
  const phone = page.getByLabel('Phone');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription('Check the phone number');
  expect(await checkout.creations()).toBe(0);

  await goOn(page);
  await checkout.payOnHostedPage(CARDS.success);
  await expect(page).toHaveURL(/\/thanks\?.*status=success/);
});

test('without JavaScript an order without a page of its own ends on one that says it is paid', async ({
  page,
  stack,
  checkout,
}) => {
  await checkout.open();
  const { returnUrl: _none, ...order } = orderOf(await checkout.token());
  const token = await signOrder(order, stack.orderSecret, new Date(Date.now() + 3_600_000));
  const form = { order: token, email: CUSTOMER.email, phone: CUSTOMER.phone };
  const answer = await page.request.post(`${stack.companion}/hosted`, { form, maxRedirects: 0 });
  await page.goto(answer.headers()['location'] ?? '');
  await new Checkout(page, stack).payOnHostedPage(CARDS.success);

  await expect(page).toHaveURL(/\/pay\/return\//);
  await expect(page.getByRole('status')).toHaveText('Paid');
  await expect(page.locator('main')).toContainText('€10.00');
});

test('without JavaScript the page of a payment in progress reloads until there is a result', async ({
  page,
  stack,
}) => {
  await stack.sandbox.set({ processingSeconds: 3_600 });
  const { address } = await new Merchant(stack).returnPage(CARDS.pendingThenSuccess);
  await page.goto(address);
  await expect(page.getByRole('status')).toHaveText('Your payment is being processed');
  await stack.sandbox.advanceClock(3_601);

  await expect(page.getByRole('status')).toHaveText('Paid');
  await expect(page).toHaveURL(/\?look=1$/);
});
