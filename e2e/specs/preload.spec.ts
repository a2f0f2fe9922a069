import { expect, type Page } from '@playwright/test';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';

test.use({ locale: 'uk-UA' });

/** The requests for the tag's language, and what the browser's console says. */
function watch(page: Page): { requests: string[]; told: string[] } {
  const requests: string[] = [];
  const told: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pay-form-uk.js')) requests.push(request.url());
  });
  page.on('console', (message) => told.push(message.text()));
  return { requests, told };
}

const order = async (checkout: Checkout) => {
  const { url } = await new Merchant(checkout.stack).newOrder({ customer: undefined });
  await checkout.page.goto(url);
};

for (const [name, open] of [
  ['the shop’s page', (checkout: Checkout) => checkout.open({ lang: 'uk' })],
  ['the payment page', order],
] as const) {
  test(`${name} fetches the tag’s language beside the tag, once`, async ({ page, stack }) => {
    const { requests, told } = watch(page);
    // The tag arrives late: the language has been asked for by then.
    await page.route('**/pay-form.js', async (route) => {
      await expect.poll(() => requests).toHaveLength(1);
      await route.continue();
    });
    const checkout = new Checkout(page, stack);
    await open(checkout);
    await expect(checkout.submit).toContainText('Сплатити');
    expect(requests).toHaveLength(1);
    expect(told).toEqual([]);
  });
}
