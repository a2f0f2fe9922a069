import { expect, type Locator, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { test } from '../support/fixtures.ts';
import { CUSTOMER } from '../support/payments.ts';

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not lead there');
}

test('a payment with a challenge is made with the keyboard alone', { tag: '@engines' }, async ({
  page,
  checkout,
}) => {
  await checkout.open();
  await tabTo(page, checkout.field('number'));
  for (const text of [CARDS.challenge, '1234', '123', ...Object.values(CUSTOMER)]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(checkout.submit).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, checkout.approve);
  await page.keyboard.press('Space');

  await checkout.expectThanks();
});

test('Enter in a field sends the form, and after a fault or a decline the keyboard goes on in the form', {
  tag: '@engines',
}, async ({ page, checkout }) => {
  await checkout.open();
  await test.step('a form sent with faults puts the keyboard into the first invalid field', async () => {
    await checkout.fill(CARDS.rejected, { expiry: '01/20' });
    await tabTo(page, checkout.submit);
    await page.keyboard.press('Enter');
    await expect(checkout.field('expiry')).toBeFocused();
    await expect(checkout.field('expiry')).toHaveAccessibleDescription('This card has expired');
  });
  await checkout.field('expiry').fill('12/34');
  await checkout.field('phone').press('Enter');
  await expect(checkout.alert).toContainText('declined');
  // The code is empty after a decline.
  await expect(checkout.field('cvv')).toBeFocused();

  await checkout.fill(CARDS.success);
  await checkout.field('cvv').press('Enter');
  await checkout.expectThanks();
});
