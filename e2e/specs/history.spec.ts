import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { test } from '../support/fixtures.ts';

test('going back after an approved payment shows it paid, and no form', { tag: '@engines' }, async ({
  page,
  checkout,
}) => {
  await checkout.openAndPay(CARDS.challenge);
  await checkout.approve.click();
  await checkout.expectThanks();

  await page.goBack();
  await checkout.expectThanks();
  await expect(async () => {
    await page.goBack();
    expect(page.url()).toBe(checkout.address());
  }).toPass();
  await expect(checkout.status).toContainText('Paid');
  await expect(checkout.submit).toBeHidden();
  await expect(checkout.field('number')).toHaveCount(0);
  await checkout.button('Back to the shop').click();
  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});

test('going back in the middle of the challenge offers to continue it', { tag: '@engines' }, async ({
  page,
  checkout,
}) => {
  await checkout.openAndPay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  // The result is awaited below: a page from the back/forward cache does not load.
  await page.goBack({ waitUntil: 'commit' });
  await expect(checkout.button('Continue to your bank')).toBeVisible();
  await expect(checkout.submit).toBeHidden();
  await page.reload();
  await checkout.button('Continue to your bank').click();
  await checkout.approve.click();

  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});

test('a reload while the card is on its way finds the payment, and pays nothing again', async ({
  page,
  checkout,
}) => {
  await checkout.open();
  let taken = false;
  await page.route('**/pay/payments', async (route) => {
    await route.fetch();
    taken = true;
  });
  await checkout.pay(CARDS.success);
  await expect.poll(() => taken).toBe(true);
  await page.reload();

  await expect(checkout.status).toContainText('Paid');
  await expect(checkout.submit).toBeHidden();
  expect(await checkout.creations()).toBe(1);
});
