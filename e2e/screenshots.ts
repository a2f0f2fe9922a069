import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts';
import { type RunningDemo, runDemo } from './running-demo.ts';

/** `npm run screenshots`: the pictures of the README, taken from the running demo. */
const FOLDER = 'demo/screenshots';
const DESKTOP = { viewport: { width: 1120, height: 800 } };
const PAGE = { viewport: { width: 720, height: 760 } };
const PHONE_DARK = {
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 1.5,
  colorScheme: 'dark' as const,
  isMobile: true,
  hasTouch: true,
};

/** Pictures of the form alone. */
const CLOSE_UPS = new Set(['errors', 'decline']);

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
    'success',
    PAGE,
    '',
    async (page) => {
      await pay(page, '4242 4242 4242 4242');
      await page.waitForURL(/thanks/);
      await page.getByText('The shop has been told: success').waitFor();
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
  ['phone-dark-uk', PHONE_DARK, '?lang=uk', async (page) => fill(page, '4242 4242 4242 4242')],
];

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const demo = await runDemo();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  try {
    for (const shot of SHOTS) await take(browser, demo, shot);
  } finally {
    await browser.close();
    await demo.close();
  }
}

async function take(browser: Browser, demo: RunningDemo, [name, options, query, act]: Shot): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto(demo.shop);
  await page.getByRole('button', { name: 'Go to checkout' }).click();
  await page.goto(page.url() + query);
  await act(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  const target = CLOSE_UPS.has(name) ? page.locator('.payment') : page;
  await target.screenshot({ path: `${FOLDER}/${name}.png` });
  await context.close();
  console.log(`${FOLDER}/${name}.png`);
}

async function fill(page: Page, number: string): Promise<void> {
  await page.locator('pay-form input[name=number]').waitFor();
  await page.locator(`[data-card="${number}"]`).click();
}

async function pay(page: Page, number: string): Promise<void> {
  await fill(page, number);
  await page.locator('pay-form button[type=submit]').click();
}

async function showErrors(page: Page): Promise<void> {
  await page.locator('pay-form input[name=number]').fill('4242 4242 4242 4241');
  await page.locator('pay-form input[name=expiry]').fill('01 / 20');
  await page.locator('pay-form input[name=cvv]').fill('12');
  await page.locator('pay-form button[type=submit]').click();
}

await main();
