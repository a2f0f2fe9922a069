import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { type Figure, median, printWhenStarted } from './figure.ts';
import { launchOnLoopback, openPhone, SLOWER, traced } from './phone.ts';
import { NUMBER_FIELD, startTagPage, type TagPage } from './tag-page.ts';
import { keydowns, mainThread, scriptMs, type TraceEvent } from './trace.ts';

/**
 * The tag's own work for a key typed into the card number, on a slow processor: the processor time of all scripts from one
 * key to the next, including microtasks, without the layout that they force. The browser's own work for an input is not
 * included.
 *
 * The browser simulates a slow processor by stopping the thread for about a millisecond every 200 µs: a shorter key meets
 * one such stop or none. The keys at one position of the number are therefore averaged, and the median is taken over the
 * positions.
 */

const NUMBER = '4242424242424242';
const ROUNDS = 20;
const PAUSE_MS = 60;
const MOST_MS = 8;
const TYPING = 'typing';

export async function measureKeystroke(): Promise<Figure[]> {
  const tag = await startTagPage();
  try {
    const browser = await launchOnLoopback();
    try {
      const numbers = await typeNumbers(browser, tag);
      const name = `own work per key in the card number, CPU ×${SLOWER}`;
      const places = Array.from(NUMBER, (_, place) => mean(numbers.map((keys) => keys[place] ?? 0)));
      const keys = numbers.flat().toSorted((one, other) => one - other);
      return [
        {
          name: `${name}, median of ${places.length} places`,
          unit: 'ms',
          value: median(places),
        },
        {
          name: `${name}, 95th percentile of all keys`,
          unit: 'ms',
          value: keys[Math.floor(keys.length * 0.95)] ?? Infinity,
          goal: { most: MOST_MS },
        },
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await tag.close();
  }
}

/** Types a full number repeatedly. Returns the milliseconds per key of each number. */
async function typeNumbers(browser: Browser, tag: TagPage): Promise<number[][]> {
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
  const numbers: number[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await field.fill('');
    const events = await traced(browser, page, async () => {
      await page.evaluate((mark) => void performance.mark(mark), TYPING);
      await typeNumber();
    });
    // The first round is a warm-up.
    if (round > 0) numbers.push(msOfKeys(mainThread(events, TYPING)));
  }
  await close();
  return numbers;
}

function msOfKeys(events: readonly TraceEvent[]): number[] {
  const keys = keydowns(events);
  return keys.map((at, index) => scriptMs(events, [at, keys[index + 1] ?? at + PAUSE_MS * 1000]));
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

await printWhenStarted(import.meta.url, measureKeystroke);
