import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { CARDS } from './cards.ts';
import type { Checkout } from './checkout.ts';
import { test } from './fixtures.ts';

const panel = (page: Page) => page.locator('#panel');

async function pressCard(page: Page, number: string): Promise<void> {
  await page.locator(`[data-card="${number.replaceAll(/\d{4}(?=\d)/g, '$& ')}"]`).click();
}

test('the cart is kept over a reload, can be changed, and is empty once it is paid', async ({
  page,
  stack,
  checkout,
}) => {
  await page.goto(stack.shop);
  for (const name of ['Linden tea', 'Clay mug'])
    await page.getByRole('button', { name: `Add to cart: ${name}` }).click();
  await page.getByRole('link', { name: 'View cart' }).click();
  await page.getByRole('button', { name: 'One more: Linden tea' }).click();
  await page.reload();
  await expect(page.getByRole('spinbutton', { name: 'Quantity: Linden tea' })).toHaveValue('2');
  await page.getByRole('button', { name: 'Remove: Clay mug' }).click();
  await expect(page.getByLabel('Total', { exact: true })).toContainText('€20.00');

  await page.getByRole('button', { name: 'Go to checkout' }).click();
  await checkout.pay(CARDS.success);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.goto(`${stack.shop}/cart`);
  await expect(page.getByText('The basket is empty')).toBeVisible();
});

test('the panel fills the form, orders a fault, and draws what went, without a card number', async ({
  page,
  checkout,
}) => {
  await checkout.open();
  await checkout.field('firstName').press('p');
  await expect(panel(page)).toBeHidden();
  await checkout.field('firstName').blur();
  await page.keyboard.press('p');
  await panel(page).getByRole('combobox', { name: 'What goes wrong next' }).selectOption('twice');
  await panel(page).getByRole('button', { name: 'Set' }).click();
  await expect(panel(page)).toContainText('Next: Webhook sent twice.');
  await pressCard(page, CARDS.success);
  await checkout.submit.click();
  await checkout.expectThanks();

  const went = panel(page).getByRole('list').last();
  const row = (text: string) => went.getByRole('listitem').filter({ hasText: text });
  await expect(row('Page to Companion: POST /payments')).toContainText('200');
  await expect(row('Companion to Gateway: POST /api/v1/payment')).toContainText('424242******4242');
  await expect(row('Gateway to Companion: POST /webhook')).toHaveCount(2);
  await expect(row('Companion to Merchant: POST /webhook')).toContainText('204');
  await expect(row('Page: pay-submit')).toBeVisible();
  const all = await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)));
  const shown = `${await went.textContent()} ${all}`;
  expect(shown).not.toMatch(/4242.?4242.?4242|eyJ/);
  expect(shown).not.toContain(await checkout.token());
});

test('the panel gives the HTML of exactly what is on screen', async ({ page, context, checkout }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await checkout.open({ isolated: 'yes', challenge: 'dialog', lang: 'uk', theme: 'ink', customer: 'anna' });
  await page.goto(`${page.url()}#panel`);
  await panel(page).getByRole('tab', { name: 'HTML' }).click();
  await panel(page).getByRole('button', { name: 'Copy HTML' }).click();
  await expect(panel(page)).toContainText('HTML copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());

  for (const part of ['challenge="dialog"', 'lang="uk"', ' isolated', ' save-card'])
    expect(copied).toContain(part);
  expect(copied).not.toContain('eyJ');
  await expect(panel(page).locator('[data-css]')).toContainText('pay-form::part(submit)');
});

/** The tour, and how a hurried user skips from one step to the next. */
async function startTour(page: Page, shop: string) {
  await page.goto(`${shop}/?tour`);
  const tour = page.getByRole('region', { name: 'Guided tour' });
  await expect(tour).toContainText('1 of 6');
  const hurry = async (step: number) => {
    const next = tour.getByRole('button', { name: 'Next' });
    if (await tour.getByText(`${step - 1} of 6`).isVisible()) await next.dispatchEvent('click');
    await expect(tour).toContainText(`${step} of 6`, { timeout: 300 });
  };
  return { tour, hurryTo: (step: number) => expect(() => hurry(step)).toPass({ intervals: [50] }) };
}

test('the tour plays a decline, 3-D Secure and the order page, and stops where a person takes over', async ({
  page,
  stack,
}) => {
  const { tour, hurryTo } = await startTour(page, stack.shop);
  for (const step of [2, 3, 4, 5]) {
    await hurryTo(step);
    if (step === 2) await expect(page.locator('pay-form').getByRole('alert')).not.toBeEmpty();
    if (step === 4) await expect(page.locator('pay-form dialog')).toBeVisible();
  }
  await expect(page).toHaveURL(/\/thanks\?.*status=success/);
  await expectAccessible(page, 'tour');
  await page.keyboard.press('ArrowDown');
  await expect(tour).toContainText('It is yours now');
  await tour.getByRole('button', { name: 'Resume' }).click();
  await hurryTo(6);
  await expect(tour.getByRole('link', { name: 'Open the console' })).toBeVisible();
});

test('the tour never covers on a phone what it speaks of', async ({ page, stack }) => {
  await page.setViewportSize({ width: 375, height: 780 });
  const { tour, hurryTo } = await startTour(page, stack.shop);
  const isInSight = async (shown: Locator) => {
    const [caption, box] = [await tour.boundingBox(), await shown.boundingBox()];
    if (!caption || !box) return false;
    const isClear = box.y + box.height <= caption.y || box.y >= caption.y + caption.height;
    return isClear && box.y >= 0 && box.y + box.height <= 780;
  };
  for (const step of [2, 3, 4, 5]) await hurryTo(step);
  await expect(page.locator('#delivered')).toContainText('success');
  await expect.poll(() => isInSight(page.locator('#delivered'))).toBe(true);
  await hurryTo(6);
  await expect(page.locator('.diagram .lanes')).toBeVisible();
  await expect.poll(() => isInSight(page.locator('.diagram'))).toBe(true);
});

/** Every page of the shop; what depends only on colours is checked in both schemes. */
async function walk(page: Page, checkout: Checkout, lang: string): Promise<void> {
  const look = async (name: string) => {
    await expectAccessible(page, name);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, `${name}, dark`, { rules: ['color-contrast'] });
    await page.emulateMedia({ colorScheme: 'light' });
    const spare = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(spare, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  };
  await page.goto(`${checkout.stack.shop}/?lang=${lang}`);
  await look('shop');
  await page.goto(`${checkout.stack.shop}/cart?lang=${lang}&tea=1&blanket=2`);
  await look('cart');
  await checkout.openAndPay(CARDS.success, { lang });
  await expect(page.locator('pay-status [part=amount]')).toBeVisible();
  await look('order page');
  await checkout.revisit({ lang });
  await page.locator('.panel-open').click();
  for (const name of [/Try/, /Settings/, /HTML/]) {
    await panel(page).getByRole('tab', { name }).click();
    await expectAccessible(page, `panel ${String(name)}`, { within: '#panel' });
  }
  await look('checkout with panel');
}

test('no page of the shop has accessibility violations, on a desktop in English', async ({
  page,
  checkout,
}) => {
  await walk(page, checkout, '');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('the head of the checkout is one row, and its words are one line', async ({ page, checkout }) => {
    await checkout.open();
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const heights = await page
        .locator('.bar, .bar .safe > span')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(heights[0], `the head at ${width}`).toBeLessThan(80);
      expect(heights[1], `the words at ${width}`).toBeLessThan(30);
    }
  });

  test('no page of the shop has accessibility violations, on a phone in Arabic', async ({
    page,
    checkout,
  }) => {
    await walk(page, checkout, 'ar');
  });
});
