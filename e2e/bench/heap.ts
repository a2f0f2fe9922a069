import type { Browser, CDPSession } from 'playwright';
import { type Figure, median, printWhenStarted } from './figure.ts';
import { launchOnLoopback } from './phone.ts';
import { startTagPage, type TagPage } from './tag-page.ts';

/**
 * What payments leave behind in a long-lived page: JavaScript heap, nodes and listeners after garbage collection. First
 * the same tag gets one order after another, then each order gets its own tag. The page pays by itself, because a driver
 * from outside leaves traces in its heap.
 */

/** Payments until the browser has loaded and compiled everything (feedback, compiled code). */
const WARM_UP = 30;
const PAYMENTS = 10;
/** A table of the browser that doubles once looks like growth: the median of so many stretches of ten does not. */
const STRETCHES = 5;
/** Less than the data of a single payment for each of them, and above the collector's noise. */
const MOST_GROWTH_KB = 30;

/** How the page gets its next order: statements that use the current tag and the token. */
const WAYS = {
  'one tag': `form.setAttribute('order', token)`,
  'a tag each': `const next = form.cloneNode();
    next.setAttribute('order', token);
    form.replaceWith(next)`,
};

const FIELDS = {
  number: '4242424242424242',
  expiry: '12/34',
  cvv: '123',
  firstName: 'Olena',
  lastName: 'Shevchenko',
  email: 'olena@example.com',
  phone: '+380501234567',
};

/** Pays the tag's order by what the tag shows, and continues with the next order. A text, because it runs in the page. */
const payThenNext = (next: string): string => `
const heard = (name) =>
  new Promise((resolve) => addEventListener(name, ({ detail }) => resolve(detail), { once: true }));
// Otherwise the tag leaves the page after a success.
addEventListener('pay-result', (event) => event.preventDefault());
globalThis.payThenNext = async (token) => {
  const form = document.querySelector('pay-form');
  for (const [name, value] of Object.entries(${JSON.stringify(FIELDS)})) {
    const input = form.shadowRoot.querySelector('input[name=' + name + ']');
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
  const result = heard('pay-result');
  await form.submit();
  const { payment } = await result;
  const ready = heard('pay-ready');
  ${next};
  await ready;
  await form.updateComplete;
  return payment.status;
};`;

interface Kept {
  heapKb: number;
  nodes: number;
  listeners: number;
}

export async function measureHeap(): Promise<Figure[]> {
  const tag = await startTagPage();
  try {
    const browser = await launchOnLoopback();
    try {
      const figures: Figure[] = [];
      for (const [name, next] of Object.entries(WAYS))
        figures.push(...growth(name, await payAgainAndAgain(browser, tag, next)));
      return figures;
    } finally {
      await browser.close();
    }
  } finally {
    await tag.close();
  }
}

/** What is kept before the first stretch of ten payments, and after each. */
async function payAgainAndAgain(browser: Browser, tag: TagPage, next: string): Promise<Kept[]> {
  const page = await browser.newPage({ locale: 'en-US' });
  const session = await page.context().newCDPSession(page);
  await page.goto(tag.newUrl());
  await page.waitForFunction(`document.querySelector('pay-form')?.phase === 'ready'`);
  await page.evaluate(payThenNext(next));
  const payOften = async (times: number): Promise<Kept> => {
    for (let time = 0; time < times; time += 1) {
      const status = await page.evaluate(`payThenNext('${tag.newToken()}')`);
      if (status !== 'success') throw new Error(`a payment ended as ${String(status)}`);
    }
    return kept(session);
  };
  const all = [await payOften(WARM_UP)];
  while (all.length <= STRETCHES) all.push(await payOften(PAYMENTS));
  await page.close();
  return all;
}

async function kept(session: CDPSession): Promise<Kept> {
  await session.send('HeapProfiler.enable');
  // Objects held by a finalizer go with the second collection.
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heapKb: usedSize / 1024, nodes, listeners: jsEventListeners };
}

function growth(name: string, all: readonly Kept[]): Figure[] {
  const over = `${PAYMENTS} payments in one page, ${name}`;
  const more = (of: keyof Kept) =>
    median(all.slice(1).map((one, index) => one[of] - (all[index]?.[of] ?? Number.NaN)));
  return [
    { name: `${over}: heap before`, unit: 'KB', value: all[0]?.heapKb ?? Number.NaN },
    {
      name: `${over}: growth of the heap`,
      unit: 'KB',
      value: more('heapKb'),
      goal: { most: MOST_GROWTH_KB },
    },
    { name: `${over}: more nodes`, unit: 'nodes', value: more('nodes'), goal: { most: 0 } },
    { name: `${over}: more listeners`, unit: 'listeners', value: more('listeners'), goal: { most: 0 } },
  ];
}

await printWhenStarted(import.meta.url, measureHeap);
