import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from '../chromium.ts';
import { type RunningDemo, runDemo } from '../running-demo.ts';
import { type Figure, median, printWhenStarted } from './figure.ts';

/** What the customer waits for: the widget's size, and the time until the checkout page accepts typing. */

const PAGE_LOADS = 10;

export async function measurePage(): Promise<Figure[]> {
  const demo = await runDemo({ LOG_LEVEL: 'silent' });
  try {
    return [
      ...sizes(),
      { name: 'start of shop, companion and sandbox', unit: 'ms', value: demo.startMs },
      { name: 'checkout page until the card can be typed, median', unit: 'ms', value: await pageLoad(demo) },
    ];
  } finally {
    await demo.close();
  }
}

function sizes(): Figure[] {
  const body = readFileSync('dist/pay/pay-form.js');
  return [
    { name: 'pay-form.js', unit: 'bytes brotli', value: brotliCompressSync(body).length },
    { name: 'pay-form.js', unit: 'bytes plain', value: body.length },
  ];
}

/** Milliseconds from the start of the navigation, in a fresh browser context each time. */
async function pageLoad(demo: RunningDemo): Promise<number> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  try {
    const times: number[] = [];
    for (let round = 0; round < PAGE_LOADS; round += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const address = await newOrder(demo);
      const start = performance.now();
      await page.goto(address, { waitUntil: 'commit' });
      await page.locator('pay-form input[name=number]').waitFor();
      times.push(performance.now() - start);
      await context.close();
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

async function newOrder(demo: RunningDemo): Promise<string> {
  const answer = await fetch(`${demo.shop}/orders`, {
    method: 'POST',
    body: new URLSearchParams({ tea: '1' }),
    redirect: 'manual',
  });
  return new URL(answer.headers.get('location') ?? '', demo.shop).href;
}

await printWhenStarted(import.meta.url, measurePage);
