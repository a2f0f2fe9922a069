import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from './support/chromium.ts';
import { type RunningDemo, runDemo } from './support/running-demo.ts';

/** `npx tsx e2e/screenshots.ts`, after the build: the pictures of the README, taken from the running demo. */
const FOLDER = 'demo/screenshots';
const DESKTOP = { viewport: { width: 1120, height: 960 } };
const PAGE = { viewport: { width: 720, height: 760 } };
const PHONE_DARK = {
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 1.5,
  colorScheme: 'dark' as const,
  isMobile: true,
  hasTouch: true,
};

/** Pictures of only the form. */
const CLOSE_UPS = new Set(['errors', 'decline', 'saved-cards']);

const KEY = randomBytes(24).toString('base64url');
const JSON_BODY = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
const OLENA = {
  firstName: 'Olena',
  lastName: 'Shevchenko',
  email: 'olena@example.com',
  phone: '+380501234567',
};

type Shot = [name: string, options: BrowserContextOptions, query: string, act: (page: Page) => Promise<void>];

const SHOTS: Shot[] = [
  ['form', DESKTOP, '', async (page) => fill(page, '5454 5454 5454 5454')],
  ['errors', DESKTOP, '', showErrors],
  [
    'decline',
    DESKTOP,
    '',
    async (page) => {
      await pay(page, '4000 0000 0000 9995');
      await page.locator('pay-form [role=alert]:not(:empty)').first().waitFor();
    },
  ],
  [
    'challenge',
    PAGE,
    '',
    async (page) => {
      await pay(page, '5454 5454 5454 5454');
      await page.locator('#approve').waitFor();
    },
  ],
  [
    'dialog',
    PAGE,
    '?challenge=dialog',
    async (page) => {
      await pay(page, '5454 5454 5454 5454');
      await page.frameLocator('pay-form dialog iframe').locator('#approve').waitFor();
    },
  ],
  ['saved-cards', DESKTOP, '?customer=anna', showSavedCards],
  [
    'success',
    PAGE,
    '',
    async (page) => {
      await pay(page, '4242 4242 4242 4242');
      await page.waitForURL(/thanks/);
      await page.locator('pay-status [part=amount]').waitFor();
    },
  ],
  [
    'hosted',
    { viewport: { width: 720, height: 760 } },
    '?mode=hosted',
    async (page) => {
      await page.locator('pay-form form:not(.fallback) input[name=email]').fill('olena@example.com');
      await page.locator('pay-form form:not(.fallback) input[name=phone]').fill('+380501234567');
      await page.locator('pay-form button[type=submit]').click();
      await page.locator('#pay').waitFor();
    },
  ],
  ['panel', { viewport: { width: 1280, height: 860 } }, '', showPanel],
  ['phone-dark-uk', PHONE_DARK, '?lang=uk', async (page) => fill(page, '4242 4242 4242 4242')],
];

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const demo = await runDemo({ MERCHANT_API_KEY: KEY });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  try {
    for (const shot of SHOTS) await take(browser, demo, shot);
    await takeMerchantPages(browser, demo);
    await takeConsole(browser, demo);
  } finally {
    await browser.close();
    await demo.close();
  }
}

/** The payment page of an order made by the merchant API, and its receipt. */
async function takeMerchantPages(browser: Browser, demo: RunningDemo): Promise<void> {
  const api = (path: string, init: RequestInit = {}) =>
    fetch(`${demo.companion}/api${path}`, { ...init, headers: JSON_BODY });
  const order = { id: 'A-1001', amount: '24.50', currency: 'EUR', description: 'Clay mug', customer: OLENA };
  const minted = await api('/orders', { method: 'POST', body: JSON.stringify(order) });
  const { url } = (await minted.json()) as { url: string };
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 720, height: 770 },
  });
  const page = await context.newPage();
  await page.goto(url);
  for (const [name, value] of Object.entries({
    number: '4242 4242 4242 4242',
    expiry: '12 / 34',
    cvv: '123',
  })) {
    await page.locator(`pay-form input[name="${name}"]:visible`).fill(value);
  }
  await page.locator('footer').waitFor();
  await save(page, 'payment-page');
  await page.locator('pay-form [part=submit]').click();
  await page.getByText('Paid').first().waitFor();
  const receipt = await api(`/orders/${order.id}/receipt?format=html`);
  // Leaves the payment page, whose policy does not allow the receipt's styles.
  await page.goto('about:blank');
  await page.setContent(await receipt.text());
  await save(page, 'receipt');
  await context.close();
}

/** Shows the payments made for the other pictures. */
async function takeConsole(browser: Browser, demo: RunningDemo): Promise<void> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1120, height: 760 },
  });
  const page = await context.newPage();
  await page.goto(`${demo.shop}/console`);
  await page.getByRole('row').nth(5).waitFor();
  await save(page, 'console');
  await context.close();
}

async function save(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  console.log(`${FOLDER}/${name}.png`);
}

async function take(browser: Browser, demo: RunningDemo, [name, options, query, act]: Shot): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: demo.shop, ...options });
  const page = await context.newPage();
  await beginOrder(page, demo.shop, query);
  await act(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  const target = CLOSE_UPS.has(name) ? page.locator('.payment') : page;
  await target.screenshot({ path: `${FOLDER}/${name}.png` });
  await context.close();
  console.log(`${FOLDER}/${name}.png`);
}

async function beginOrder(page: Page, shop: string, query: string): Promise<void> {
  await page.goto(`${shop}/cart${query}${query ? '&' : '?'}tea=1&mug=1`);
  await page.getByRole('button', { name: 'Go to checkout' }).click();
}

/** The panel covers a small page, so it is opened only for the click. */
async function fill(page: Page, number: string): Promise<void> {
  await page.locator('pay-form input[name=number]').waitFor();
  await page.keyboard.press('p');
  await page.locator(`[data-card="${number}"]`).click();
  await page.locator('pay-form input[name=number]:not(:placeholder-shown)').waitFor();
  const panel = page.locator('#panel');
  if (await panel.isVisible()) await panel.locator('[data-close]').click();
}

async function pay(page: Page, number: string): Promise<void> {
  await fill(page, number);
  await page.locator('pay-form button[type=submit]').click();
}

/** Pays with two cards that are saved, and opens a third order. */
async function showSavedCards(page: Page): Promise<void> {
  const checkout = new URL(page.url());
  for (const number of ['3782 822463 10005', '4242 4242 4242 4242']) {
    const saving = page.locator('pay-form input[name=save]');
    const another = page.locator('pay-form input[name=saved-card]').last();
    await saving.or(another).first().waitFor();
    if (await another.isVisible()) await another.check();
    await saving.check();
    await pay(page, number);
    await page.waitForURL(/thanks/);
    await beginOrder(page, checkout.origin, checkout.search);
  }
  await page.locator('pay-form [part=saved]').waitFor();
}

/** The exchanges of a payment with 3-D Secure, beside the order page. */
async function showPanel(page: Page): Promise<void> {
  await fill(page, '5454 5454 5454 5454');
  await page.keyboard.press('p');
  await page.locator('pay-form button[type=submit]').click();
  await page.locator('#approve').click();
  await page.locator('#panel li').filter({ hasText: 'payment.updated: success' }).waitFor();
}

async function showErrors(page: Page): Promise<void> {
  await page.locator('pay-form input[name=number]').fill('4242 4242 4242 4241');
  await page.locator('pay-form input[name=expiry]').fill('01 / 20');
  await page.locator('pay-form input[name=cvv]').fill('12');
  await page.locator('pay-form button[type=submit]').click();
}

await main();
