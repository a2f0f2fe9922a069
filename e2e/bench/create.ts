import { join } from 'node:path';
import { inFolder, newSecrets, startCompanion } from './companion.ts';
import { type Figure, median, quantile, ratio } from './figure.ts';
import { type Load, loadEach } from './load.ts';
import { newOrderId, pay } from './payments.ts';
import { processorMs, type ServerProcess, startScript } from './process.ts';

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

/** Pays orders at a server. */
type PayAt = (url: string, orderIds: Iterable<string>, atOnce: number) => Promise<Load>;

/** A slice of payments at one of the two. */
interface Slice extends Load {
  processorMs: number;
}

export async function measureCreate(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const delayMs of GATEWAY_DELAYS_MS)
    figures.push(...(await inFolder((folder) => behindGateway(delayMs, folder))));
  return figures;
}

async function behindGateway(delayMs: number, folder: string): Promise<Figure[]> {
  const secrets = newSecrets();
  const stub = await startScript('stub-gateway.ts', { STUB_DELAY_MS: String(delayMs) });
  const companion = await startCompanion(stub.url, secrets, join(folder, 'companion.db'));
  const bare = await startScript('bare.ts', {
    GATEWAY_URL: stub.url,
    GATEWAY_POS_ID: secrets.posId,
    ORDER_SECRET: secrets.orderSecret,
    DATABASE_FILE: join(folder, 'bare.db'),
  });
  const payAt: PayAt = (url, orderIds, atOnce) =>
    loadEach(orderIds, atOnce, (orderId) => pay(url, secrets.orderSecret, orderId));
  try {
    const figures: Figure[] = [];
    const first = Array.from({ length: WARM_UP_PAYMENTS }, newOrderId);
    for (const { url } of [companion, bare]) await payAt(url, first, WARM_UP_AT_ONCE);
    for (const atOnce of AT_ONCE) {
      const own: Slice[] = [];
      const least: Slice[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        own.push(await measureSlice(companion, payAt, atOnce));
        least.push(await measureSlice(bare, payAt, atOnce));
      }
      const name = `create, gateway ${delayMs} ms, ${atOnce} at once`;
      figures.push(...figuresOf(`${name}: companion`, own), ...figuresOf(`${name}: bare`, least));
      figures.push(...compared(name, own, least, LEAST_RATE[delayMs] ?? 0));
    }
    return figures;
  } finally {
    await Promise.all([companion.end(), bare.end(), stub.end()]);
  }
}

function* orderIdsFor(ms: number): Generator<string> {
  const until = performance.now() + ms;
  while (performance.now() < until) yield newOrderId();
}

async function measureSlice({ url, pid }: ServerProcess, payAt: PayAt, atOnce: number): Promise<Slice> {
  const before = processorMs(pid);
  const load = await payAt(url, orderIdsFor(SLICE_MS), atOnce);
  return { ...load, processorMs: processorMs(pid) - before };
}

const eachOf = (slices: readonly Slice[]): number[] => slices.flatMap(({ each }) => each);
const p99 = (slices: readonly Slice[]): number => quantile(eachOf(slices), 0.99);
const rates = (slices: readonly Slice[]): number[] => slices.map(({ rate }) => rate);

function figuresOf(name: string, slices: readonly Slice[]): Figure[] {
  const each = eachOf(slices);
  const usedMs = slices.reduce((sum, slice) => sum + slice.processorMs, 0);
  return [
    { name, unit: 'payments/s', value: median(rates(slices)) },
    { name: `${name}, median`, unit: 'ms', value: median(each) },
    { name: `${name}, 99th percentile`, unit: 'ms', value: p99(slices) },
    { name: `${name}, processor time`, unit: 'ms a payment', value: usedMs / each.length },
  ];
}

function compared(name: string, own: Slice[], least: Slice[], leastRate: number): Figure[] {
  return [
    {
      name: `${name}: rate, companion to bare`,
      unit: 'times',
      value: ratio(rates(own), rates(least)),
      goal: { least: leastRate },
    },
    {
      name: `${name}: 99th percentile, companion to bare`,
      unit: 'times',
      value: p99(own) / p99(least),
      goal: { most: MOST_P99 },
    },
  ];
}
