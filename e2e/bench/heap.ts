import type { Browser, CDPSession, Page } from 'playwright';
import { type Figure, printWhenStarted } from './figure.ts';
import { launchOnLoopback } from './phone.ts';
import { NUMBER_FIELD, startTagPage, type TagPage } from './tag-page.ts';

/**
 * What payments leave behind in a page that lives on: JavaScript heap, nodes and listeners after the garbage is
 * collected. Once the same tag gets one order after the other, once each order gets a tag of its own.
 */

const WARM_UP = 5;
const PAYMENTS = 10;
/** Compiled code comes and goes; what is kept of every payment would show as more. */
const MOST_GROWTH_KB = 30;

const FIELDS = {
  number: '4242424242424242',
  expiry: '12/34',
  cvv: '123',
  firstName: 'Olena',
  lastName: 'Shevchenko',
  email: 'olena@example.com',
  phone: '+380501234567',
};

/** How the page gets its next order: a function of the page, from the tag there is and the token. */
const WAYS = {
  'one tag': 'form.setAttribute("order", token)',
  'a tag each': `const next = form.cloneNode();
    next.setAttribute("order", token);
    form.replaceWith(next)`,
};

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

/** What is kept before the ten payments and after them. */
async function payAgainAndAgain(browser: Browser, tag: TagPage, next: string): Promise<[Kept, Kept]> {
  const page = await browser.newPage({ locale: 'en-US' });
  const session = await page.context().newCDPSession(page);
  await page.goto(tag.url);
  // Otherwise the tag leaves the page after a success.
  await page.evaluate(`addEventListener('pay-result', (event) => event.preventDefault())`);
  const payOften = async (times: number): Promise<Kept> => {
    for (let time = 0; time < times; time += 1) {
      await pay(page);
      const set = `(() => { const form = document.querySelector("pay-form"); const token = ${JSON.stringify(tag.newToken())}; ${next}; })()`;
      await page.evaluate(set);
      await page.locator(`${NUMBER_FIELD}:enabled`).waitFor();
    }
    return kept(session);
  };
  const before = await payOften(WARM_UP);
  const after = await payOften(PAYMENTS);
  await page.close();
  return [before, after];
}

async function pay(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(FIELDS))
    await page.locator(`pay-form input[name=${name}]`).fill(value);
  const paid = page.evaluate(
    `new Promise((resolve) => addEventListener('pay-result', ({ detail }) => resolve(detail.payment.status), { once: true }))`,
  );
  await page.locator('pay-form [part=submit]').click();
  const status = await paid;
  if (status !== 'success') throw new Error(`a payment ended as ${String(status)}`);
}

async function kept(session: CDPSession): Promise<Kept> {
  await session.send('HeapProfiler.enable');
  // What only weak references hold goes with the second collection.
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heapKb: usedSize / 1024, nodes, listeners: jsEventListeners };
}

function growth(name: string, [before, after]: [Kept, Kept]): Figure[] {
  const over = `${PAYMENTS} payments in one page, ${name}`;
  return [
    { name: `${over}: heap before`, unit: 'KB', value: before.heapKb },
    {
      name: `${over}: growth of the heap`,
      unit: 'KB',
      value: after.heapKb - before.heapKb,
      goal: { most: MOST_GROWTH_KB },
    },
    { name: `${over}: nodes more`, unit: '', value: after.nodes - before.nodes, goal: { most: 0 } },
    {
      name: `${over}: listeners more`,
      unit: '',
      value: after.listeners - before.listeners,
      goal: { most: 0 },
    },
  ];
}

await printWhenStarted(import.meta.url, measureHeap);
