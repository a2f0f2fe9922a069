import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { heldBack } from '../support/held-back.ts';
import { expectNoShift, shiftsOf, watchShifts } from '../support/layout-shift.ts';
import { Merchant } from '../support/merchant.ts';

/** Adds the shop's text below the form. */
function addTextBelow(): void {
  document.addEventListener('DOMContentLoaded', () => {
    document
      .querySelector('pay-form')
      ?.insertAdjacentHTML('afterend', '<p>Orders leave us within a day.</p>');
  });
}

for (const width of [320, 1280]) {
  test(`no page moves while it loads, at ${width} px`, async ({ page, stack, checkout }) => {
    await page.setViewportSize({ width, height: 850 });
    await page.addInitScript(watchShifts);
    await page.goto((await new Merchant(stack).newOrder({ customer: {} })).url);
    await expect(checkout.form.locator('[part=test]')).toBeVisible();
    await expectNoShift(page);

    await checkout.openAndPay(CARDS.success);
    await checkout.expectThanks();
    await expect(page.locator('pay-status [part=test]')).toBeVisible();
    await expectNoShift(page);
  });

  test(`no page moves for a panel that was left open, at ${width} px`, async ({ page, stack, checkout }) => {
    await page.setViewportSize({ width, height: 850 });
    await page.addInitScript(watchShifts);
    await page.addInitScript(() => sessionStorage.setItem('demo-panel', 'open'));
    await checkout.order();
    const order = checkout.address().replace('?', '');
    for (const address of [stack.shop, `${stack.shop}/cart?tea=1`, order, `${order}/thanks`]) {
      await page.goto(address);
      await expect(page.locator('.diagram')).not.toBeEmpty();
      await expectNoShift(page);
    }
  });
}

test.describe('in a browser in Arabic', () => {
  test.use({ locale: 'ar' });

  test('the form of a payment page is in Arabic, and nothing moves', async ({ page, stack, checkout }) => {
    await page.setViewportSize({ width: 390, height: 850 });
    await page.addInitScript(watchShifts);
    await page.goto((await new Merchant(stack).newOrder({ customer: {} })).url);
    await expect(checkout.form.locator('[part=base]')).toHaveAttribute('dir', 'rtl');
    await expect(checkout.submit).toContainText('دفع');
    await expect(page.locator('footer')).toBeVisible();
    await expectNoShift(page);
  });
});

test('with scripts the plain form is not shown before the tag', async ({ page, checkout }) => {
  const release = await heldBack(page, '**/pay-form.js*');
  await checkout.order();
  await page.goto(checkout.address(), { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
  await expect(page.locator('form.fallback')).toBeAttached();
  await expect(page.locator('form.fallback')).toBeHidden();
  await release();
  await expect(checkout.submit).toBeVisible();
});

for (const width of [320, 1280])
  for (const isolated of ['', 'yes'])
    test(`what stands below the form hardly moves, at ${width} px${isolated && ', isolated'}`, async ({
      page,
      stack,
    }) => {
      // High enough for everything: shifts outside the viewport do not count.
      await page.setViewportSize({ width, height: 1300 });
      await page.addInitScript(watchShifts);
      await page.addInitScript(addTextBelow);
      const release = await heldBack(page, '**/session');
      const place = isolated ? page.frameLocator('pay-form iframe') : page;
      const checkout = new Checkout(page, stack, place);
      await checkout.open({ isolated });
      await shiftsOf(page);
      await release();
      await expect(checkout.form.locator('[part=test]')).toBeVisible();
      await expectNoShift(page);
    });

for (const width of [320, 1280]) {
  test(`wallets move nothing: below the form of a first, slow visit, above it from then on, at ${width} px`, async ({
    page,
    stackWith,
  }) => {
    await page.setViewportSize({ width, height: 1300 });
    await page.addInitScript(watchShifts);
    await page.addInitScript(addTextBelow);
    const checkout = new Checkout(page, await stackWith({ HOSTED_METHODS: 'apple-pay,google-pay' }));
    const places = async (): Promise<number> => {
      const release = await heldBack(page, '**/session');
      if (checkout.orderId) await checkout.revisit();
      else await checkout.open();
      await expect(checkout.submit).toBeVisible();
      await shiftsOf(page);
      await release();
      await expect(checkout.form.locator('[part=test]')).toBeVisible();
      await expectNoShift(page);
      const top = async (part: string) =>
        (await checkout.form.locator(`[part=${part}]`).boundingBox())?.y ?? NaN;
      return Math.sign((await top('wallets')) - (await top('form')));
    };
    expect([await places(), await places()]).toEqual([1, -1]);
  });
}
