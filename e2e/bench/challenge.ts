import { EventEmitter, once } from 'node:events';
import { type Browser, chromium, type Page } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from '../chromium.ts';
import { type RunningDemo, runDemo } from '../running-demo.ts';
import { type Figure, median, printWhenStarted } from './figure.ts';

/** From the click that pays until the bank's page is usable: alternately in a dialog and on the full page. */

const ROUNDS = 20;
const TYPED = {
  number: '5454545454545454',
  expiry: '12/34',
  cvv: '123',
  firstName: 'Olena',
  lastName: 'Shevchenko',
  email: 'olena@example.com',
  phone: '+380501234567',
};

type Way = 'dialog' | 'redirect';

export async function measureChallenge(): Promise<Figure[]> {
  const demo = await runDemo({ LOG_LEVEL: 'silent' });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  try {
    const times: Record<Way, number[]> = { redirect: [], dialog: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const way of ['redirect', 'dialog'] as const)
        times[way].push(await untilUsable(browser, demo, way));
    const redirect = median(times.redirect);
    const name = (where: string) => `click until the bank's page ${where} can be used, median`;
    return [
      { name: name('on the whole page'), unit: 'ms', value: redirect },
      {
        name: name('in a dialog'),
        unit: 'ms',
        value: median(times.dialog),
        goal: { most: Math.round(redirect) },
      },
    ];
  } finally {
    await browser.close();
    await demo.close();
  }
}

/**
 * Runs in every frame: reports a click, and when the sandbox's 3-D Secure page has been painted. A text, because the
 * compiler's helpers do not exist in the page.
 */
const REPORT = `{
  const report = (what) => reportTime(what, performance.timeOrigin + performance.now());
  addEventListener('click', () => report('clicked'), { capture: true });
  if (location.pathname.startsWith('/acs/'))
    addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(() => report('usable'))));
}`;

/** Milliseconds, in a fresh browser context. The pages measure the time themselves: a driver that looks for a frame polls. */
async function untilUsable(browser: Browser, { shop }: RunningDemo, way: Way): Promise<number> {
  const context = await browser.newContext();
  try {
    const times = new Map<string, number>();
    const painted = new EventEmitter();
    const usable = once(painted, 'usable');
    await context.exposeFunction('reportTime', (what: string, time: number) => {
      times.set(what, time);
      painted.emit(what);
    });
    await context.addInitScript(REPORT);
    const page = await context.newPage();
    await page.goto(`${await newOrder(shop)}?challenge=${way}`);
    await fill(page);
    await page.locator('pay-form [part=submit]').click();
    await usable;
    return (times.get('usable') ?? 0) - (times.get('clicked') ?? 0);
  } finally {
    await context.close();
  }
}

async function fill(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(TYPED))
    await page.locator(`pay-form input[name=${name}]:visible`).fill(value);
}

async function newOrder(shop: string): Promise<string> {
  const answer = await fetch(`${shop}/orders`, {
    method: 'POST',
    body: new URLSearchParams({ tea: '1' }),
    redirect: 'manual',
  });
  return new URL(answer.headers.get('location') ?? '', shop).href;
}

await printWhenStarted(import.meta.url, measureChallenge);
