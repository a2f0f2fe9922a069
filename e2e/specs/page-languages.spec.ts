import { expect, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { expectAccessible } from '../support/accessible.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';

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

test.describe('the page of a payment that is not done', () => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { name });

  /** What assistive technology is told, from now on; a reload would forget it. */
  const listen = (page: Page) =>
    page.evaluate(() => {
      const status = document.querySelector('[role=status]');
      const announced: (string | null)[] = [];
      Object.assign(window, { announced });
      new MutationObserver(() => announced.push(status?.textContent ?? null)).observe(status as Node, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
  const announced = (page: Page) =>
    page.evaluate(() => (window as unknown as { announced?: string[] }).announced);

  test('follows it without a reload, says the result once, and keeps the focus', async ({
    page,
    stackWith,
  }) => {
    const stack = await stackWith({ MERCHANT_CONTACT: 'help@kettle.example' });
    await stack.sandbox.set({ processingSeconds: 3_600 });
    const { address } = await new Merchant(stack).returnPage(CARDS.pendingThenSuccess);
    const errors: string[] = [];
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
    await page.clock.install();
    await page.goto(address);
    await expect(heading(page, 'Your payment is being processed')).toBeVisible();
    await expectAccessible(page, 'waiting');
    await listen(page);
    const contact = page.getByRole('link', { name: 'help@kettle.example' });
    await contact.focus();

    await test.step('also past an answer that fails', async () => {
      await page.route(address, (route) => route.fulfill({ status: 502, body: '<main>Bad gateway</main>' }), {
        times: 1,
      });
      await looksAgain(page, address, 3);
      await expect(heading(page, 'Your payment is being processed')).toBeVisible();
    });
    await stack.sandbox.advanceClock(3_601);
    await looksAgain(page, address, 5);

    await expect(heading(page, 'Paid')).toBeVisible();
    await expect(page).toHaveTitle('Paid · Kettle & Wool');
    expect(await announced(page)).toEqual(['Paid']);
    await expect(contact).toBeFocused();
    expect(errors.filter((line) => !line.includes('502'))).toEqual([]);
    await test.step('and is then left alone', async () => {
      const later: string[] = [];
      page.on('request', (request) => later.push(request.url()));
      await page.clock.fastForward(60_000);
      expect(await announced(page)).toEqual(['Paid']);
      expect(later).toEqual([]);
    });
  });

  test('gives way to another page that is at its address by then', async ({ page, stack }) => {
    await stack.sandbox.set({ processingSeconds: 3_600 });
    const { address } = await new Merchant(stack).returnPage(CARDS.pendingThenSuccess);
    await page.clock.install();
    await page.goto(address);
    await page.route(address, (route) =>
      route.fulfill({ status: 410, contentType: 'text/html', body: '<h1>This link has expired</h1>' }),
    );
    await page.clock.fastForward(3_000);

    await expect(heading(page, 'This link has expired')).toBeVisible();
    await expect(page.locator('main')).toHaveCount(0);
  });

  test('says what its customer has to do, and stays as it is meanwhile', async ({ page, stack }) => {
    const { address } = await new Merchant(stack).returnPage(CARDS.challenge);
    await page.clock.install();
    await page.goto(address);
    await expect(heading(page, 'Your bank asks you to confirm the payment.')).toBeVisible();
    await expect(page.locator('main')).not.toContainText('will show the result');
    await expectAccessible(page, 'action');
    await listen(page);
    const next = page.getByRole('link', { name: 'Continue to your bank' });
    await next.focus();
    await page.clock.fastForward(60_000);

    expect(await announced(page)).toEqual([]);
    await expect(next).toBeFocused();
    await next.press('Enter');
    await new Checkout(page, stack).approve.click();
    await expect(heading(page, 'Paid')).toBeVisible();
  });
});

/** Lets the page look at its address again, after so many seconds of its clock. */
async function looksAgain(page: Page, address: string, seconds: number): Promise<void> {
  const answered = page.waitForResponse(address);
  await page.clock.fastForward(seconds * 1_000);
  await answered;
}
