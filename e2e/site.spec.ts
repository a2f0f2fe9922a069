import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { CARDS } from './cards.ts';
import { Checkout } from './checkout.ts';
import { test as base } from './fixtures.ts';
import type { Stack } from './stack.ts';
import { type StaticHost, startSite } from './static-host.ts';

/** The demo without a server: files in a subfolder of a host; shop, companion and sandbox in a service worker. */

const test = base.extend({
  checkout: async ({ page, site }, use) => {
    // Of a stack only the shop's address exists: the others cannot be reached by a test.
    const checkout = new Checkout(page, { shop: site.url } as Stack);
    await open(page, site);
    checkout.orderId = await order(page);
    await use(checkout);
  },
});

/** The first visit: the host has one page, the worker all others. */
async function open(page: Page, host: StaticHost): Promise<void> {
  await page.goto(`${host.url}/`);
  await expect(page.getByRole('button', { name: /add to cart/i }).first()).toBeVisible();
}

async function order(page: Page): Promise<string> {
  await page
    .getByRole('button', { name: /add to cart/i })
    .first()
    .click();
  if (!/\/cart/.test(page.url())) await page.getByRole('link', { name: /cart/i }).first().click();
  await page.getByRole('button', { name: /checkout/i }).click();
  await expect(page).toHaveURL(/\/demo\/orders\/KW-/);
  return /KW-\w+/.exec(page.url())?.[0] ?? '';
}

/** Returns to the shop and orders again. */
async function orderAgain({ page, stack }: Checkout): Promise<string> {
  await page.goto(`${stack.shop}/`);
  return order(page);
}

test('a first visit opens the shop, and a payment succeeds without a server @engines', async ({
  browserName,
  checkout,
  page,
  site,
}) => {
  await checkout.pay();
  await checkout.expectThanks();
  expect(site.requests.filter((line) => !line.endsWith('200'))).toEqual([]);
  expect(site.requests.filter((line) => /orders|session|payments/.test(line))).toEqual([]);

  await test.step('the merchant’s console lists a payment that was made before', async () => {
    await page.goto(`${site.url}/console#/payments`);
    const row = page.getByRole('row').filter({ hasText: checkout.orderId });
    await expect(row).toContainText('Succeeded');
  });

  await test.step('the receipts of a day are available without PDF', async () => {
    await page.goto(`${site.url}/console#/receipts`);
    await expect(page.getByLabel('Format').locator('option')).toHaveText(['HTML']);
    // Over BiDi no download is reported.
    if (browserName === 'firefox') return;
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download ZIP' }).click();
    expect((await download).suggestedFilename()).toMatch(/^receipts-[\d-]+\.zip$/);
  });
});

test('a decline can be tried again with another card, and the log of the worker names events, and nothing of a payment', async ({
  checkout,
  context,
}) => {
  const lines: string[] = [];
  for (const worker of context.serviceWorkers()) worker.on('console', (line) => lines.push(line.text()));
  await checkout.pay(CARDS.rejected);
  await expect(checkout.alert).toContainText('declined');
  await expect.poll(() => lines).toContain('payment.reported');
  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
  expect(lines.filter((line) => !/^[a-z][a-z.-]+$/.test(line))).toEqual([]);
});

test('3-D Secure: the bank’s page leads back to the order @engines', async ({ checkout }) => {
  await checkout.pay(CARDS.challenge);
  await checkout.approve.click();
  await checkout.expectThanks();
});

test('every way to pay leads back to the order, and a reset forgets all of them', async ({
  checkout,
  page,
  site,
}) => {
  await test.step('the hosted page leads back to the order', async () => {
    await checkout.revisit({ mode: 'hosted' });
    await checkout.goToHostedPage();
    await expectAccessible(page, 'hosted page');
    await checkout.payOnHostedPage();
    await checkout.expectThanks();
  });
  await test.step('a form in its frame pays', async () => {
    checkout.orderId = await orderAgain(checkout);
    await checkout.revisit({ isolated: 'yes' });
    const isolated = new Checkout(page, checkout.stack, page.frameLocator('pay-form iframe'));
    await isolated.pay();
    await checkout.expectThanks();
  });
  await test.step('a reset forgets every order', async () => {
    await checkout.revisit();
    await page.getByRole('button', { name: 'begin anew' }).click();
    await expect(page).toHaveURL(`${site.url}/`);
    await page.goto(checkout.address());
    await expect(page).toHaveURL(`${site.url}/`);
  });
});

test('a worker that the browser has ended goes on where it was', async ({ checkout, page, context }) => {
  await checkout.pay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  const devtools = await context.newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await checkout.approve.click();
  await checkout.expectThanks();
  await devtools.send('ServiceWorker.stopAllWorkers');
  await page.reload();
  await checkout.expectThanks();
});

test('a new version takes over on the front page, and begins anew', async ({ page }) => {
  const host = await startSite();
  await open(page, host);
  const orderId = await order(page);
  const caches = () => page.evaluate(() => window.caches.keys());
  const [old = ''] = await caches();
  const version = old.split(' ').at(-1) ?? '';
  await host.replace('worker.js', (text) => text.replaceAll(version, 'another1'));
  // The browser checks for a newer worker at a visit, and the page reloads once that has taken over.
  await page.goto(`${host.url}/`);
  await expect
    .poll(() => caches().catch(() => []), { timeout: 30_000 })
    .toEqual([old.replace(version, 'another1')]);
  await page.goto(`${host.url}/orders/${orderId}`);
  await expect(page).toHaveURL(`${host.url}/`);
  await host.close();
});

test('without service workers the first page says what is missing', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${site.url}/`);
  await expect(page.getByRole('status')).toContainText('service worker');
  await expectAccessible(page, 'first page');
  await context.close();
});
