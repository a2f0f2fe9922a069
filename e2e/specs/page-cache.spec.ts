import { expect, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/whole-browser.ts';

/** The back/forward cache of browsers. */

test.describe.configure({ mode: 'default' });

/** Goes back to a cached page, which is not loaded again. It may navigate at once, to a page that still proves it. */
async function goBackToKept(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  const kept = () => page.evaluate(() => sessionStorage.getItem('kept')).catch(() => 'between two pages');
  await expect.poll(kept).toBe('yes');
}

async function mark(page: Page): Promise<void> {
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => persisted && sessionStorage.setItem('kept', 'yes')),
  );
}

test('a kept page has forgotten the card when the customer comes back to it', async ({ page, checkout }) => {
  await checkout.open();
  await checkout.fill(CARDS.success);
  await mark(page);
  await page.goto(checkout.stack.shop);
  await goBackToKept(page);

  for (const name of ['number', 'expiry', 'cvv']) await expect(checkout.field(name)).toHaveValue('');
  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
});

test('a kept page shows the payment that was approved in the meantime', async ({
  page,
  context,
  checkout,
}) => {
  await checkout.open();
  await mark(page);
  await checkout.pay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  await context.request.post(page.url(), { form: { decision: 'approve' }, maxRedirects: 0 });
  await goBackToKept(page);

  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});

test('a kept page offers to continue the challenge that was left', async ({ page, checkout }) => {
  await checkout.open();
  await mark(page);
  await checkout.pay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  await goBackToKept(page);

  await expect(checkout.submit).toBeHidden();
  await checkout.button('Continue to your bank').click();
  await checkout.approve.click();
  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});

test('a kept page with an isolated form has forgotten the card', async ({ page, stack }) => {
  const isolated = new Checkout(page, stack, page.frameLocator('pay-form iframe'));
  const form = page.locator('pay-form').first();
  const holds = () => form.evaluate((tag: HTMLFormElement) => tag.checkValidity());
  await isolated.open({ isolated: 'yes' });
  await isolated.fill(CARDS.success);
  await expect.poll(holds).toBe(true);
  await mark(page);
  await page.goto(stack.shop);
  await goBackToKept(page);

  await expect.poll(holds).toBe(false);
});
