import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { type Figure, median, printWhenStarted, quantile } from './figure.ts';
import { launchOnLoopback, openPhone, SLOWER, traced } from './phone.ts';
import { NUMBER_FIELD, startTagPage, type TagPage } from './tag-page.ts';
import { keydowns, mainThread, scriptMs, type TraceEvent } from './trace.ts';

/**
 * What the tag itself does for a key typed into the card number, on a slow processor: the processor time of all
 * scripts from one key to the next, microtasks included, without the layout that they force. What the browser does for
 * any input is not in it.
 */

const NUMBER = '4242424242424242';
const ROUNDS = 10;
const PAUSE_MS = 60;
const MOST_MS = 1;
const TYPING = 'typing';

export async function measureKeystroke(): Promise<Figure[]> {
  const tag = await startTagPage();
  try {
    const browser = await launchOnLoopback();
    try {
      const each = await typeNumbers(browser, tag);
      const name = `own work per key in the card number, CPU ×${SLOWER}`;
      return [
        {
          name: `${name}, median of ${each.length}`,
          unit: 'ms',
          value: median(each),
          goal: { most: MOST_MS },
        },
        { name: `${name}, p95`, unit: 'ms', value: quantile(each, 0.95) },
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await tag.close();
  }
}

/** Types a whole number again and again. Answers the milliseconds of each key. */
async function typeNumbers(browser: Browser, tag: TagPage): Promise<number[]> {
  const { page, close } = await openPhone(browser, 'fast');
  await page.goto(tag.newUrl());
  const field = page.locator(NUMBER_FIELD);
  const typeNumber = async () => {
    for (const digit of NUMBER) {
      await setTimeout(PAUSE_MS);
      await page.keyboard.press(digit);
    }
    await setTimeout(PAUSE_MS);
  };
  const each: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await field.fill('');
    const events = await traced(browser, page, async () => {
      await page.evaluate((mark) => void performance.mark(mark), TYPING);
      await typeNumber();
    });
    // The first round warms up.
    if (round > 0) each.push(...msOfKeys(mainThread(events, TYPING)));
  }
  await close();
  return each;
}

function msOfKeys(events: readonly TraceEvent[]): number[] {
  const keys = keydowns(events);
  return keys.map((at, index) => scriptMs(events, [at, keys[index + 1] ?? at + PAUSE_MS * 1000]));
}

await printWhenStarted(import.meta.url, measureKeystroke);
