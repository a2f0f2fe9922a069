import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from '../chromium.ts';
import { type RunningDemo, runDemo } from '../running-demo.ts';

/**
 * `npm run bench`: the measured figures, as a table and as JSON (`test-results/bench.json`). Everything runs
 * on this machine over loopback, companion and sandbox in one process; it is bounded and ends by itself.
 */
interface Figure {
  name: string;
  unit: string;
  value: number;
}

const PAYMENTS = 200;
const SIDE_BY_SIDE = 8;
const PAGE_LOADS = 10;

async function main(): Promise<void> {
  const demo = await runDemo({ LOG_LEVEL: 'silent' });
  try {
    const figures = [
      ...sizes(),
      { name: 'start of shop, companion and sandbox', unit: 'ms', value: demo.startMs },
      ...(await paymentFigures(demo)),
      ...(await pageFigures(demo)),
    ];
    for (const { name, unit, value } of figures)
      console.log(`${name.padEnd(48)} ${value.toFixed(0).padStart(8)} ${unit}`);
    mkdirSync('test-results', { recursive: true });
    writeFileSync('test-results/bench.json', `${JSON.stringify(figures, null, 2)}\n`);
    console.log('\nJSON: test-results/bench.json');
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

/** Whole direct payments (session of the order, payment, store, gateway call), one by one and side by side. */
async function paymentFigures(demo: RunningDemo): Promise<Figure[]> {
  const tokens = await Promise.all(Array.from({ length: PAYMENTS * 2 }, () => orderToken(demo)));
  const single = await timed(tokens.slice(0, PAYMENTS), 1, (token) => pay(demo, token));
  const many = await timed(tokens.slice(PAYMENTS), SIDE_BY_SIDE, (token) => pay(demo, token));
  return [
    { name: 'POST /payments, one by one, median', unit: 'ms', value: quantile(single.each, 0.5) },
    { name: 'POST /payments, one by one, 95th percentile', unit: 'ms', value: quantile(single.each, 0.95) },
    {
      name: `POST /payments, ${SIDE_BY_SIDE} side by side`,
      unit: 'payments/s',
      value: (PAYMENTS * 1000) / many.totalMs,
    },
    {
      name: `POST /payments, ${SIDE_BY_SIDE} side by side, 95th percentile`,
      unit: 'ms',
      value: quantile(many.each, 0.95),
    },
  ];
}

/** From the start of the navigation until the form can be typed into, in a fresh browser context each time. */
async function pageFigures(demo: RunningDemo): Promise<Figure[]> {
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
    return [
      { name: 'checkout page until the card can be typed, median', unit: 'ms', value: quantile(times, 0.5) },
    ];
  } finally {
    await browser.close();
  }
}

async function timed(tokens: string[], lanes: number, run: (token: string) => Promise<void>) {
  const waiting = [...tokens];
  const each: number[] = [];
  const start = performance.now();
  const lane = async () => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
      const before = performance.now();
      await run(token);
      each.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { each, totalMs: performance.now() - start };
}

async function pay(demo: RunningDemo, token: string): Promise<void> {
  const answer = await fetch(`${demo.companion}/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      card: { number: '4242424242424242', expMonth: 12, expYear: new Date().getFullYear() + 2, cvv: '123' },
      customer: {
        firstName: 'Olena',
        lastName: 'Shevchenko',
        email: 'olena@example.com',
        phone: '+380501234567',
      },
      fingerprint: {
        browserColorDepth: '24',
        browserScreenHeight: '860',
        browserScreenWidth: '1280',
        browserJavaEnabled: 'false',
        browserLanguage: 'en',
        browserTimeZone: 'Europe/Kyiv',
        browserTimeZoneOffset: '-120',
        browserUserAgent: 'bench',
      },
    }),
  });
  const { status } = (await answer.json()) as { status: string };
  if (status !== 'success') throw new Error(`a payment ended as ${status}`);
}

async function newOrder(demo: RunningDemo): Promise<string> {
  const answer = await fetch(`${demo.shop}/orders`, {
    method: 'POST',
    body: new URLSearchParams({ tea: '1' }),
    redirect: 'manual',
  });
  return new URL(answer.headers.get('location') ?? '', demo.shop).href;
}

async function orderToken(demo: RunningDemo): Promise<string> {
  const page = await (await fetch(await newOrder(demo))).text();
  return /order="([^"]+)"/.exec(page)?.[1] ?? '';
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

await main();
