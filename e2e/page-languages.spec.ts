import { expect } from '@playwright/test';
import { CARDS } from './cards.ts';
import { expectAccessible } from './accessible.ts';
import { Checkout } from './checkout.ts';
import { test } from './fixtures.ts';
import { Merchant } from './merchant.ts';

/** The companion's own pages, from the payment page to 3-D Secure and back. */

const LANGUAGES = [
  ['pl-PL', 'ltr', /Zapłać 100,00/, 'Zapłacono', 'Płatność nie została potwierdzona.'],
  ['ar', 'rtl', /^دفع/, 'تم الدفع', 'لم يتم تأكيد عملية الدفع.'],
] as const;

for (const [locale, direction, pay, paid, unconfirmed] of LANGUAGES) {
  test.describe(`to a payer whose browser is in ${locale}`, () => {
    test.use({ locale });

    test('the payment page, a failure and a success are in the same language as the tag', async ({
      page,
      stack,
    }) => {
      const { url } = await new Merchant(stack).newOrder({ customer: undefined });
      const root = page.locator('html');
      await page.goto(url);
      const checkout = new Checkout(page, stack);
      await expect(checkout.submit).toHaveText(pay);
      await expect(root).toHaveAttribute('lang', locale);
      expect(await root.evaluate((element) => getComputedStyle(element).direction)).toBe(direction);
      await expectAccessible(page, `payment page, ${locale}`);

      await checkout.pay(CARDS.challenge);
      await checkout.reject.click();
      await page.waitForURL(/\/pay\/return\//);
      await expect(root).toHaveAttribute('lang', locale);
      await expect(page.locator('main')).toContainText(unconfirmed);
      await expectAccessible(page, `failure, ${locale}`);

      await page.goto(url);
      await checkout.pay(CARDS.success);
      await expect(page.getByRole('heading', { name: paid })).toBeVisible();
      expect(await root.evaluate((element) => getComputedStyle(element).direction)).toBe(direction);
      await expectAccessible(page, `success, ${locale}`);
    });
  });
}
