import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { type Figure, median } from './figure.ts';
import { onTagPage, type TagPage } from './tag-page.ts';
import { scriptMs } from './trace.ts';

/**
 * The tag on a phone: over Slow 4G on a slow processor, until a card number can be typed, and its own work for each key
 * of the number. Scripts count by processor time, everything that the main thread parses and runs, without layout.
 */

/** The factor by which the phone's processor is slower than this machine. */
const SLOWER = 6;
/** Lighthouse's "Slow 4G": 150 ms per request, 1.6 Mbit/s down, 750 kbit/s up; connections themselves cost nothing. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const LOADS = 7;
const NUMBER = '4242424242424242';
const NUMBERS = 15;
const PAUSE_MS = 60;
const MOST_KEY_MS = 8;

export function measurePage(): Promise<Figure[]> {
  return onTagPage(async (tag) => [...(await measureLoads(tag)), ...(await measureKeys(tag))]);
}

/** A page with an empty cache, on a slower processor. */
async function openPhone({ browser }: TagPage, network?: typeof SLOW_4G): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (network) await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/** Looks at every frame for the number's field, and marks the first at which it is there. It runs in the page. */
const MARK_USABLE = `
const look = () => {
  const input = document.querySelector('pay-form')?.shadowRoot?.querySelector('input[name=number]:enabled');
  if (input?.checkVisibility()) performance.mark('to');
  else requestAnimationFrame(look);
};
performance.mark('from');
look();`;
const USABLE_MS = `performance.getEntriesByName('to')[0]?.startTime`;

async function measureLoads(tag: TagPage): Promise<Figure[]> {
  const usable: number[] = [];
  const scripts: number[] = [];
  for (let round = 0; round < LOADS; round += 1) {
    const page = await openPhone(tag, SLOW_4G);
    await page.addInitScript({ content: MARK_USABLE });
    const load = async () => {
      await page.goto(tag.url, { waitUntil: 'commit' });
      await page.waitForFunction(USABLE_MS);
      usable.push(await page.evaluate<number>(USABLE_MS));
    };
    scripts.push(await scriptMs(page, load));
    await page.context().close();
  }
  return [
    {
      name: `page until the card number can be typed, Slow 4G, CPU ×${SLOWER}`,
      unit: 'ms',
      value: median(usable),
    },
    { name: `scripts parsed and run until then, CPU ×${SLOWER}`, unit: 'ms', value: median(scripts) },
  ];
}

/**
 * Types a full number repeatedly. The browser simulates a slow processor by stopping the thread for about a millisecond
 * every 200 µs, which a short key may miss: the keys of a number are averaged.
 */
async function measureKeys(tag: TagPage): Promise<Figure[]> {
  const page = await openPhone(tag);
  await page.goto(tag.url);
  const field = page.locator('pay-form input[name=number]');
  const mark = (name: string) => page.evaluate(`void performance.mark('${name}')`);
  const type = async () => {
    await mark('from');
    for (const digit of NUMBER) {
      await page.keyboard.press(digit);
      await setTimeout(PAUSE_MS);
    }
    await mark('to');
  };
  const perKey: number[] = [];
  for (let round = 0; round <= NUMBERS; round += 1) {
    await field.fill('');
    const ms = await scriptMs(page, type);
    // The first round is a warm-up.
    if (round > 0) perKey.push(ms / NUMBER.length);
  }
  await page.context().close();
  const name = `own work per key in the card number, CPU ×${SLOWER}`;
  return [
    { name: `${name}, median`, unit: 'ms', value: median(perKey) },
    {
      name: `${name}, the slowest of ${NUMBERS} numbers`,
      unit: 'ms',
      value: Math.max(...perKey),
      goal: { most: MOST_KEY_MS },
    },
  ];
}
