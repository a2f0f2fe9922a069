import { readFileSync } from 'node:fs';
import { type BenchCompanion, inFolder, newSecrets, startCompanion } from '../support/built-companion.ts';
import { loadEach } from '../support/load.ts';
import { newPendingOrderId, pay } from '../support/payments.ts';
import { startTestPostgres } from '../support/postgres.ts';
import { type Figure, quantile } from './figure.ts';
import { endPayments, type Load, payOrders, startScript } from './load.ts';

/**
 * One, two and four companions on one Postgres and behind a gateway that takes 50 ms: docs/growing.md has the figures.
 * Load, gateway, database and companions share this machine.
 */

const COUNTS = [1, 2, 4];
const GATEWAY_MS = 50;
const AT_ONCE = 64;
const WARM_UP = 1_000;
const SECONDS = 8;
const WEBHOOKS = 2_000;

export async function measureCompanions(): Promise<Figure[]> {
  const postgres = await startTestPostgres();
  if (!postgres) return [];
  const stub = await startScript('stub-gateway.ts', { STUB_DELAY_MS: String(GATEWAY_MS) });
  try {
    const figures: Figure[] = [];
    for (const count of COUNTS) figures.push(...(await measure(count, postgres.url, stub.url)));
    return figures;
  } finally {
    await stub.end();
    await postgres.close();
  }
}

/** All with the same secrets, over the same tables. */
async function measure(count: number, databaseUrl: string, gatewayUrl: string): Promise<Figure[]> {
  const secrets = newSecrets();
  const start = () =>
    inFolder((folder) =>
      startCompanion(gatewayUrl, secrets, folder, {
        DATABASE_URL: databaseUrl,
        MERCHANT_WEBHOOK_URL: `${gatewayUrl}/messages`,
        MERCHANT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
      }),
    );
  const companions: BenchCompanion[] = [];
  try {
    while (companions.length < count) companions.push(await start());
    const connections = AT_ONCE / count;
    const all = (run: (one: BenchCompanion) => Promise<Load>) => Promise.all(companions.map(run));
    await all((one) => payOrders(one.url, secrets, { amount: WARM_UP / count, connections }));
    const before = cpuSeconds(companions);
    const paid = await all((one) => payOrders(one.url, secrets, { duration: SECONDS, connections }));
    const busy = (cpuSeconds(companions) - before) / SECONDS;
    const ended = await all((one) =>
      pending(one).then((ids) => endPayments(one.url, secrets, ids, connections)),
    );
    const name = `${count} on one Postgres`;
    return [
      ...rateOf(`${name}, payments`, paid),
      { name: `${name}, processors that the companions keep busy`, unit: '', value: busy },
      ...rateOf(`${name}, webhooks`, ended),
    ];
  } finally {
    await Promise.all(companions.map((one) => one.end()));
  }

  async function pending({ url }: BenchCompanion): Promise<string[]> {
    const orderIds = Array.from({ length: WEBHOOKS / count }, newPendingOrderId);
    await loadEach(orderIds, AT_ONCE / count, (orderId) => pay(url, secrets.orderSecret, orderId));
    return orderIds;
  }
}

function rateOf(name: string, loads: readonly Load[]): Figure[] {
  const each = loads.flatMap((one) => one.each);
  return [
    { name, unit: 'a second', value: loads.reduce((sum, { rate }) => sum + rate, 0) },
    { name: `${name}, 99th percentile`, unit: 'ms', value: quantile(each, 0.99) },
  ];
}

/** Linux counts a hundred ticks a second. */
const cpuSeconds = (processes: readonly { pid: number }[]): number =>
  processes.reduce((sum, { pid }) => {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = after.split(' ').slice(11, 13).map(Number);
    return sum + ((user ?? 0) + (system ?? 0)) / 100;
  }, 0);
