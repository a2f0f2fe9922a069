import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { CARDS } from '../support/cards.ts';
import type { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';

/** A payment in the merchant API's list. */
interface Listed {
  createdAt: string;
  status: string;
}

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
  await expect(page.getByRole('button', { name: 'Remove: Linden tea' })).toBeFocused();
  await expect(page.getByLabel('Total', { exact: true })).toContainText('€20.00');

  await page.getByRole('button', { name: 'Go to checkout' }).click();
  await checkout.pay(CARDS.success);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.goto(`${stack.shop}/cart`);
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('after a decline and a success the order page reports the success, and leaves a cart alone that was not paid', async ({
  page,
  stack,
  checkout,
}) => {
  await page.goto(stack.shop);
  await page.getByRole('button', { name: 'Add to cart: Clay mug' }).click();
  await checkout.openAndPay(CARDS.rejected);
  await expect(checkout.alert.first()).not.toBeEmpty();
  await checkout.pay(CARDS.success);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await checkout.expectDelivered('success');
  await page.goto(`${stack.shop}/cart`);
  await expect(page.getByRole('spinbutton', { name: 'Quantity: Clay mug' })).toHaveValue('1');
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
  await panel(page).getByText('HTML', { exact: true }).click();
  await panel(page).getByRole('button', { name: 'Copy HTML' }).click();
  await expect(panel(page)).toContainText('HTML copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());

  for (const part of ['challenge="dialog"', 'lang="uk"', ' isolated', ' save-card'])
    expect(copied).toContain(part);
  expect(copied).not.toContain('eyJ');
});

test('the panel types a card beside saved ones, and says why a form accepts none; the part that is open is kept', async ({
  page,
  checkout,
}) => {
  const customer = `c-${crypto.randomUUID()}`;
  await checkout.open({ customer });
  await page.goto(`${page.url()}#panel`);
  await pressCard(page, CARDS.success);
  await checkout.form.getByRole('checkbox', { name: 'Save this card for next time' }).check();
  await checkout.submit.click();
  await checkout.expectThanks();

  await checkout.open({ customer, challenge: 'dialog' });
  await expect(checkout.form.getByRole('radio')).toHaveCount(2);
  await pressCard(page, CARDS.challenge);
  await expect(checkout.field('number')).toHaveValue(CARDS.challenge);
  await panel(page).getByText('Settings', { exact: true }).click();
  await page.reload();
  await expect(panel(page).getByRole('link', { name: 'Guest' })).toBeVisible();

  await panel(page).getByText('Try', { exact: true }).click();
  await pressCard(page, CARDS.pendingThenSuccess);
  await checkout.submit.click();
  await expect(checkout.submit).toBeHidden();
  await pressCard(page, CARDS.success);
  await expect(panel(page)).toContainText('its form accepts no card');
});

test('the panel fills a day with orders, about nine in ten approved, which the console shows', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/#panel`);
  await panel(page).getByRole('button', { name: 'Fill with a day' }).click();
  await expect(panel(page)).toContainText('Done: 38 orders.');
  const listed = await new Merchant(stack).get<{ data: Listed[] }>('/payments?limit=100');
  const ago = ({ createdAt }: Listed) => Date.now() - Date.parse(createdAt);
  const payments = listed.body.data.filter((one) => ago(one) > 20 * 60_000);
  expect(payments.length).toBeGreaterThan(36);
  expect(Math.max(...payments.map(ago))).toBeGreaterThan(22 * 3_600_000);
  const failed = payments.filter(({ status }) => status === 'failure');
  expect(failed.length / payments.length).toBeLessThan(0.13);

  await panel(page).getByRole('link', { name: 'Console' }).click();
  await expect(page.getByText('Unknown').first()).toBeVisible();
});

test('the panel can be closed, and its diagram seen, with large text and in a low window', async ({
  page,
  checkout,
}) => {
  await checkout.open();
  await page.goto(`${page.url()}#panel`);
  const close = panel(page).getByRole('button', { name: 'Close the panel' });
  await page.setViewportSize({ width: 740, height: 360 });
  await page.locator('.exchange').last().scrollIntoViewIfNeeded();
  await expect(page.locator('.exchange').last()).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.addStyleTag({ content: ':root { font-size: 34px }' });
  await close.scrollIntoViewIfNeeded();
  await expect(close).toBeInViewport({ ratio: 1 });
  await close.click();
  await expect(panel(page)).toBeHidden();
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
  for (const name of ['Settings', 'HTML', 'Try']) {
    await panel(page).getByText(name, { exact: true }).click();
    await expectAccessible(page, `panel ${name}`, { within: '#panel' });
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
