import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleIn } from '../support/accessible.ts';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { signOrder } from '../support/order-token.ts';
import type { Stack } from '../support/stack.ts';

/** The pages of docs/pages.md, docs/styling.md and docs/texts.md, unchanged. */

const ADDRESS = 'https://pay.shop.example/pay';

function blocks(page: string, language: string): string[] {
  const text = readFileSync(`docs/${page}.md`, 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, one = '']) => one);
}

const newToken = (stack: Stack, id: string, amount = '24.50'): Promise<string> => {
  const order = { id, amount, currency: 'EUR', description: 'Clay mug' };
  return signOrder(order, stack.orderSecret, new Date(Date.now() + 600_000));
};

/** Serves a page of the shop, whose origin the companion allows. */
async function serve(page: Page, stack: Stack, html: string): Promise<void> {
  await page.context().grantPermissions(['local-network-access']);
  await page.route(`${stack.shop}/docs`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${stack.shop}/docs`);
}

test('the plain page takes a payment, and the page of return shows it', async ({ page, stack }) => {
  const [checkoutPage = '', , returnPage = ''] = blocks('pages', 'html');
  const token = await newToken(stack, 'docs-plain');
  const filled = (html: string) => html.replaceAll(ADDRESS, stack.companion).replace('eyJ…', token);
  await serve(page, stack, filled(checkoutPage));
  const checkout = new Checkout(page, stack);
  await checkout.pay(CARDS.success);
  // Without a `returnUrl` in the order, the tag stays and shows the result.
  await expect(page.locator('pay-form [part=amount]')).toBeVisible();
  expect(page.url()).toBe(`${stack.shop}/docs`);
  await page.unroute(`${stack.shop}/docs`);
  await serve(page, stack, filled(returnPage));
  await expect(page.locator('pay-status [part=amount]')).toBeVisible();
});

test('the program for single-page applications shows, changes and removes a checkout', async ({
  page,
  stack,
}) => {
  const program = (blocks('pages', 'js')[0] ?? '').replaceAll(ADDRESS, stack.companion);
  await serve(
    page,
    stack,
    `<!doctype html><title>Shop</title><main></main>
    <script type="module">${program}; window.showCheckout = showCheckout; window.paid = [];</script>`,
  );
  await page.waitForFunction(() => 'showCheckout' in window);
  const show = (order: string) =>
    page.evaluate((token) => {
      const { showCheckout, paid } = window as unknown as {
        showCheckout: (place: Element | null, order: string, paid: (payment: unknown) => void) => void;
        paid: unknown[];
      };
      showCheckout(document.querySelector('main'), token, (payment) => paid.push(payment));
    }, order);
  await show(await newToken(stack, 'docs-spa-1'));
  const checkout = new Checkout(page, stack);
  await checkout.fill();

  // The cart has changed: typed values stay.
  await page.evaluate(
    (token) => Object.assign(document.querySelector('pay-form') as object, { order: token }),
    await newToken(stack, 'docs-spa-2', '31.00'),
  );
  await expect(checkout.submit).toContainText('31.00');
  await expect(checkout.field('number')).toHaveValue('4242 4242 4242 4242');
  await checkout.submit.click();
  await page.waitForFunction(() => (window as unknown as { paid: unknown[] }).paid.length === 1);
  expect(page.url()).toBe(`${stack.shop}/docs`);

  // The view is removed and shown again.
  await page.evaluate(() => document.querySelector('main')?.replaceChildren());
  await show(await newToken(stack, 'docs-spa-2', '31.00'));
  await expect(checkout.status).toContainText('Paid');
});

test('the page’s own texts are shown, each in its place', async ({ page, stack }) => {
  const [program = ''] = blocks('texts', 'js');
  const [html = ''] = blocks('pages', 'html');
  const token = await newToken(stack, 'docs-texts');
  const filled = html.replaceAll(ADDRESS, stack.companion).replace('eyJ…', token);
  await serve(page, stack, filled.replace('</html>', `<script type="module">${program}</script></html>`));
  const checkout = new Checkout(page, stack);
  await expect(checkout.submit).toHaveText('Donate €24.50');
  await checkout.submit.click();
  await expect(checkout.alert).toHaveText('7 entries are missing');
  await expect(checkout.form).toContainText('We send your ticket to this number');
  await expect(checkout.form.getByLabel('Mobile phone')).toBeVisible();
  await checkout.pay();
  await expect(checkout.status).toHaveText('Thank you €24.50');
});

for (const [index, theme] of ['own', 'ink', 'soft', 'filled', 'compact'].entries()) {
  test(`the theme “${theme}” is what the page looks like, with enough contrast`, async ({ page, stack }) => {
    const css = blocks('styling', 'css')[index] ?? '';
    const token = await newToken(stack, `docs-theme-${index}`);
    const [html = ''] = blocks('pages', 'html');
    const styled = html.replace(
      '<h1>',
      () => `<style>:root{color-scheme:light dark;background:Canvas}${css}</style><h1>`,
    );
    await serve(page, stack, styled.replaceAll(ADDRESS, stack.companion).replace('eyJ…', token));
    const [, radius] = /--pay-radius: ([^;]+);/.exec(css) ?? [];
    const [, accent] = /--pay-accent: light-dark\((#\w+)/.exec(css) ?? [];
    const input = page.locator('pay-form #number');
    const radii = { '0.6rem': '9.6px', '0': '0px', '1.75rem': '28px', '4px': '4px', '5px': '5px' };
    await expect(input).toHaveCSS('border-start-start-radius', radii[radius as keyof typeof radii]);
    const submit = page.locator('pay-form [part~=submit]');
    const look = await submit.evaluate((button) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(button);
      return `${backgroundColor} ${backgroundImage}`;
    });
    const [red, green, blue] = (accent?.match(/\w\w/g) ?? []).map((hex) => Number.parseInt(hex, 16));
    expect(look).toContain(`rgb(${red}, ${green}, ${blue})`);
    await submit.click();
    await expect(page.locator('pay-form [part=error]').first()).toBeVisible();
    await expectAccessibleIn(['light', 'dark'], page, theme, { within: 'pay-form' });
  });
}
