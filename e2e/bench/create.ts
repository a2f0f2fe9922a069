import { join } from 'node:path';
import { makeFolder, newSecrets, removeFolder, startCompanion } from './companion.ts';
import { type Figure, median, printWhenStarted, quantile } from './figure.ts';
import { loadEach, loadFor } from './load.ts';
import { newOrderId, pay } from './payments.ts';
import { processorMs, startScript } from './process.ts';

/**
 * Creating payments through the companion, compared with their minimal cost (`bare.ts`), in alternating slices. Both have
 * made thousands of payments before: the engine compiles frequently called code, and a slice of single payments is too
 * short for the larger program.
 */

const GATEWAY_DELAYS_MS = [0, 50];
const AT_ONCE = [1, 8, 64];
const SLICE_MS = 1500;
const WARM_UP_PAYMENTS = 4000;
const WARM_UP_AT_ONCE = 64;
const ROUNDS = 4;
/** By the delay of the gateway, milliseconds. */
const LEAST_RATE: Record<number, number> = { 0: 0.5, 50: 0.75 };
const MOST_P99 = 2.5;

interface Side {
  url: string;
  pid: number;
  each: number[];
  rates: number[];
  processorMs: number;
}

export async function measureCreate(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const delayMs of GATEWAY_DELAYS_MS) figures.push(...(await behindGateway(delayMs)));
  return figures;
}

async function behindGateway(delayMs: number): Promise<Figure[]> {
  const folder = makeFolder();
  const secrets = newSecrets();
  const stub = await startScript('stub-gateway.ts', { STUB_DELAY_MS: String(delayMs) });
  const companion = await startCompanion(stub.url, secrets, join(folder, 'companion.db'));
  const bare = await startScript('bare.ts', {
    GATEWAY_URL: stub.url,
    GATEWAY_POS_ID: secrets.posId,
    ORDER_SECRET: secrets.orderSecret,
    DATABASE_FILE: join(folder, 'bare.db'),
  });
  try {
    const figures: Figure[] = [];
    const orderIds = Array.from({ length: WARM_UP_PAYMENTS }, newOrderId);
    for (const { url } of [companion, bare])
      await loadEach(orderIds, WARM_UP_AT_ONCE, async (id) => void (await pay(url, secrets.orderSecret, id)));
    for (const atOnce of AT_ONCE) {
      const sides = [newSide(companion.url, companion.pid), newSide(bare.url, bare.pid)] as const;
      for (let round = 0; round < ROUNDS; round += 1)
        for (const side of sides) await measureSlice(side, secrets.orderSecret, atOnce);
      figures.push(
        ...compared(`gateway ${delayMs} ms, ${atOnce} at once`, LEAST_RATE[delayMs] ?? 0, ...sides),
      );
    }
    return figures;
  } finally {
    await Promise.all([companion.close(), bare.close(), stub.close()]);
    removeFolder(folder);
  }
}

const newSide = (url: string, pid: number): Side => ({ url, pid, each: [], rates: [], processorMs: 0 });

const slice = (url: string, secret: string, atOnce: number, ms: number) =>
  loadFor(ms, atOnce, async () => void (await pay(url, secret, newOrderId())));

async function measureSlice(side: Side, secret: string, atOnce: number): Promise<void> {
  const before = processorMs(side.pid);
  const { each, totalMs } = await slice(side.url, secret, atOnce, SLICE_MS);
  side.processorMs += processorMs(side.pid) - before;
  side.rates.push((each.length * 1000) / totalMs);
  side.each.push(...each);
}

function compared(name: string, leastRate: number, companion: Side, bare: Side): Figure[] {
  const p99 = (side: Side) => quantile(side.each, 0.99);
  const sides = [
    ['companion', companion],
    ['bare', bare],
  ] as const;
  return [
    ...sides.flatMap(([who, side]) => [
      { name: `create, ${name}: ${who}`, unit: 'payments/s', value: median(side.rates) },
      { name: `create, ${name}: ${who}, median`, unit: 'ms', value: median(side.each) },
      { name: `create, ${name}: ${who}, 99th percentile`, unit: 'ms', value: p99(side) },
      {
        name: `create, ${name}: ${who}, processor time`,
        unit: 'ms a payment',
        value: side.processorMs / side.each.length,
      },
    ]),
    {
      name: `create, ${name}: rate, companion to bare`,
      unit: 'times',
      // Compares adjacent slices, because the machine's speed varies over time.
      value: median(companion.rates.map((rate, round) => rate / (bare.rates[round] ?? Number.NaN))),
      goal: { least: leastRate },
    },
    {
      name: `create, ${name}: 99th percentile, companion to bare`,
      unit: 'times',
      value: p99(companion) / p99(bare),
      goal: { most: MOST_P99 },
    },
  ];
}

await printWhenStarted(import.meta.url, measureCreate);
