import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';

/** What can be done in place, together. */

test('an isolated card is saved by a payment that is confirmed in a dialog, and pays the next order', {
  tag: '@engines',
}, async ({ page, stack }) => {
  const inFrame = new Checkout(page, stack, page.frameLocator('pay-form > iframe'));
  const query = { isolated: 'yes', challenge: 'dialog', customer: `c-${crypto.randomUUID()}` };
  await inFrame.open(query);
  await inFrame.form.getByRole('checkbox', { name: 'Save this card for next time' }).check();
  await inFrame.pay(CARDS.challenge);
  await expect(page.getByRole('dialog')).toContainText('Kettle & Wool · €');
  const bank = page.frameLocator('pay-form dialog iframe');
  // Over WebDriver BiDi no click reaches a frame of another process in Firefox.
  await bank.locator('#approve').evaluate((one: HTMLButtonElement) => one.click());
  await inFrame.expectThanks();
  expect(await inFrame.creations()).toBe(1);

  await inFrame.open(query);
  await expect(inFrame.form.getByRole('radio', { name: /Mastercard •••• 5454/ })).toBeChecked();
  await inFrame.fillContact();
  await inFrame.submit.click();
  await inFrame.expectThanks();
});

test('other ways to pay lead to the hosted page with the contact typed so far, and no card is asked for', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.field('email').fill('olena@example.com');
  await checkout.button('Pay another way').click();
  await expect(checkout.field('phone')).toBeFocused();
  for (const name of ['number', 'email']) await expect(checkout.field(name)).toHaveCount(0);
  await checkout.field('phone').fill('+380501234567');
  await checkout.field('phone').press('Enter');
  await checkout.payOnHostedPage();
  await checkout.expectThanks();
  expect(await checkout.payments()).toMatchObject([{ status: 'success', mode: 'hosted' }]);
});
