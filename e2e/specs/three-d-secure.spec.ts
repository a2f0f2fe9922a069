import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { test } from '../support/fixtures.ts';

test('a payment rejected at the bank fails with 4157, and a new attempt may be made', async ({
  page,
  checkout,
}) => {
  await checkout.openAndPay(CARDS.challenge);
  await checkout.reject.click();

  await expect(page).toHaveURL(/\/thanks\?.*status=failure/);
  await expect(page.locator('pay-status').getByRole('alert')).toContainText('was not confirmed');
  await checkout.expectDelivered('failure');
  expect(await checkout.payments()).toMatchObject([{ status: 'failure', statusCode: '4157' }]);

  await page.locator('pay-status').getByRole('link', { name: 'Back to the checkout' }).click();
  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
  expect(await checkout.successes()).toHaveLength(1);
});

test('who cannot confirm at the bank pays with another card, once', { tag: '@engines' }, async ({
  page,
  stack,
  checkout,
}) => {
  await checkout.openAndPay(CARDS.challenge);
  await page.locator('#leave').click();
  await page.locator('pay-status').getByRole('link', { name: 'Back to the checkout' }).click();
  await checkout.button('Use another card').click();

  await expect(checkout.field('number')).toBeFocused();
  await expect(checkout.field('number')).toHaveValue('');
  await expect(checkout.field('email')).toHaveValue('olena@example.com');
  await expect(checkout.button('Confirm the payment with •••• 5454 instead')).toBeVisible();
  await checkout.pay(CARDS.success);

  await checkout.expectThanks();
  await checkout.expectDelivered('success');
  expect([await checkout.creations(), (await checkout.successes()).length]).toEqual([2, 1]);

  await test.step('and the order stays paid when the time to confirm the first card has run out', async () => {
    await stack.sandbox.advanceClock(601);
    await checkout.revisit();
    await expect(checkout.status).toContainText('Paid');
  });
});

test('who has asked for another card may still confirm the first one', async ({ page, checkout }) => {
  await checkout.openAndPay(CARDS.challenge);
  await page.locator('#leave').click();
  await checkout.revisit();
  await checkout.button('Use another card').click();
  await checkout.field('number').fill(CARDS.success);
  await checkout.button('Confirm the payment with •••• 5454 instead').click();
  await checkout.approve.click();

  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});

test('a challenge left too long fails with 4147 before the eyes of the customer, who may try again', async ({
  page,
  stack,
  checkout,
}) => {
  await checkout.openAndPay(CARDS.challenge);
  await page.locator('#leave').click();
  await checkout.revisit();
  await expect(checkout.button('Continue to your bank')).toBeVisible();
  await stack.sandbox.advanceClock(601);

  await expect(checkout.alert).toContainText('The time to confirm ran out.');
  expect(await checkout.payments()).toMatchObject([{ status: 'failure', statusCode: '4147' }]);
  await checkout.expectDelivered('failure');

  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
  expect(await checkout.successes()).toHaveLength(1);
});
