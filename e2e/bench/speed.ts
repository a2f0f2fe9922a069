import { join } from 'node:path';
import { type BenchCompanion, inFolder } from '../support/built-companion.ts';
import { loadEach } from '../support/load.ts';
import { newPendingOrderId, pay } from '../support/payments.ts';
import type { ServerProcess } from '../support/process.ts';
import { type Figure, median, quantile, ratio } from './figure.ts';
import { endPayments, type Load, payOrders, startScript, withCompanion } from './load.ts';

/**
 * Payments and webhooks of the companion, compared with their minimal cost (`bare.ts`), in alternating slices. Both have
 * made thousands of payments before: the engine compiles frequently called code.
 */

const GATEWAYS = [
  { delayMs: 0, leastRate: 0.5 },
  { delayMs: 50, leastRate: 0.75 },
];
const AT_ONCE = [1, 8, 64];
const SLICE_S = 2;
const WARM_UP = { amount: 4000, connections: 64 };
const ROUNDS = 4;
const WEBHOOKS = 500;
const MOST_P99 = 2.5;

export async function measureSpeed(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { delayMs, leastRate } of GATEWAYS) {
    const measured = await inFolder((folder) =>
      withCompanion(
        join(folder, 'companion.db'),
        (companion, gateway) => {
          return compareAll(companion, gateway, folder, { delayMs, leastRate });
        },
        delayMs,
      ),
    );
    figures.push(...measured);
  }
  return figures;
}

async function compareAll(
  companion: BenchCompanion,
  gateway: ServerProcess,
  folder: string,
  { delayMs, leastRate }: (typeof GATEWAYS)[number],
): Promise<Figure[]> {
  const bare = await startScript('bare.ts', {
    GATEWAY_URL: gateway.url,
    GATEWAY_POS_ID: companion.posId,
    GATEWAY_API_SECRET: companion.apiSecret,
    ORDER_SECRET: companion.orderSecret,
    DATABASE_FILE: join(folder, 'bare.db'),
  });
  const urls = [companion.url, `${bare.url}/pay`] as const;
  try {
    const figures: Figure[] = [];
    for (const url of urls) await payOrders(url, companion, WARM_UP);
    for (const connections of AT_ONCE) {
      const name = `create, gateway ${delayMs} ms, ${connections} at once`;
      const slice = (url: string) => payOrders(url, companion, { connections, duration: SLICE_S });
      figures.push(...(await compare(name, urls, slice, leastRate)));
    }
    if (delayMs > 0) return figures;
    const webhooks = async (url: string): Promise<Load> => {
      const orderIds = Array.from({ length: WEBHOOKS }, newPendingOrderId);
      await loadEach(orderIds, 64, (orderId) => pay(url, companion.orderSecret, orderId));
      return endPayments(url, companion, orderIds, 50);
    };
    return [...figures, ...(await compare('webhooks, 50 at once', urls, webhooks))];
  } finally {
    await bare.end();
  }
}

async function compare(
  name: string,
  [companion, bare]: readonly [string, string],
  slice: (url: string) => Promise<Load>,
  leastRate?: number,
): Promise<Figure[]> {
  const own: Load[] = [];
  const least: Load[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await slice(companion));
    least.push(await slice(bare));
  }
  const rates = (loads: readonly Load[]) => loads.map(({ rate }) => rate);
  const each = (loads: readonly Load[]) => loads.flatMap((one) => one.each);
  const p99 = quantile(each(own), 0.99);
  const goals = leastRate === undefined ? [] : [{ goal: { least: leastRate } }, { goal: { most: MOST_P99 } }];
  return [
    { name, unit: 'a second', value: median(rates(own)) },
    { name: `${name}, median`, unit: 'ms', value: median(each(own)) },
    { name: `${name}, 99th percentile`, unit: 'ms', value: p99 },
    { name: `${name}: rate, to bare`, unit: 'times', value: ratio(rates(own), rates(least)), ...goals[0] },
    {
      name: `${name}: 99th percentile, to bare`,
      unit: 'times',
      value: p99 / quantile(each(least), 0.99),
      ...goals[1],
    },
  ];
}
