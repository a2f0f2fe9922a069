import { readFileSync } from 'node:fs';
import { Client } from 'pg';
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
    const [rolledBack] = await transactions(databaseUrl);
    const before = cpuSeconds(companions);
    const paid = await all((one) => payOrders(one.url, secrets, { duration: SECONDS, connections }));
    const busy = (cpuSeconds(companions) - before) / SECONDS;
    const ended = await Promise.all(
      // The webhook comes to another companion than the payment.
      companions.map(async (one, index) => {
        const orderIds = await pending(one);
        return endPayments(companions.at(index - 1)?.url ?? one.url, secrets, orderIds, connections);
      }),
    );
    const [conflicts, open] = await transactions(databaseUrl);
    const name = `${count} on one Postgres`;
    return [
      ...rateOf(`${name}, payments`, paid),
      { name: `${name}, processors that the companions keep busy`, unit: '', value: busy },
      ...rateOf(`${name}, webhooks`, ended),
      { name: `${name}, transactions rolled back`, unit: '', value: conflicts - rolledBack },
      { name: `${name}, connections`, unit: '', value: open },
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

/** Of the database: how many were rolled back since its start, and how many connections there are. */
async function transactions(databaseUrl: string): Promise<[rolledBack: number, connections: number]> {
  const client = new Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ rolled_back: string; connections: string }>(
    `select xact_rollback as rolled_back, (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections
     from pg_stat_database where datname = current_database()`,
  );
  await client.end();
  return [Number(rows[0]?.rolled_back), Number(rows[0]?.connections) - 1];
}

/** Linux counts a hundred ticks a second. */
const cpuSeconds = (processes: readonly { pid: number }[]): number =>
  processes.reduce((sum, { pid }) => {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = after.split(' ').slice(11, 13).map(Number);
    return sum + ((user ?? 0) + (system ?? 0)) / 100;
  }, 0);
