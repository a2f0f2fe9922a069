import { join } from 'node:path';
import Database from 'libsql';
import { makeFolder, newSecrets, removeFolder, startCompanion } from './companion.ts';
import { type Figure, median, printWhenStarted } from './figure.ts';
import { loadEach } from './load.ts';
import { newOrderId, paidWebhook, pay, sendWebhook } from './payments.ts';
import { processorMs, startScript } from './process.ts';

/** Signed webhooks of different pending payments, beside what one writer commits on the same disk, by turns. */

const ROUNDS = 4;
const PER_ROUND = 500;
const CONNECTIONS = 50;
const COMMITS = 500;
const LEAST_RATIO = 1.5;

export async function measureWebhooks(): Promise<Figure[]> {
  const folder = makeFolder();
  const secrets = newSecrets();
  const stub = await startScript('stub-gateway.ts', { STUB_STATUS: 'pending' });
  const companion = await startCompanion(stub.url, secrets, join(folder, 'companion.db'));
  const commits = singleCommits(join(folder, 'commits.db'));
  try {
    const orderIds = Array.from({ length: (ROUNDS + 1) * PER_ROUND }, newOrderId);
    await loadEach(orderIds, CONNECTIONS, async (orderId) => {
      await pay(companion.url, secrets.orderSecret, orderId, 'pending');
    });
    const forms = orderIds.map((orderId) => paidWebhook(orderId, secrets));
    const rates: number[] = [];
    const commitRates: number[] = [];
    let usedMs = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = processorMs(companion.pid);
      const { each, totalMs } = await loadEach(
        forms.slice(round * PER_ROUND, (round + 1) * PER_ROUND),
        CONNECTIONS,
        (form) => sendWebhook(companion.url, form),
      );
      const commitRate = commits.rate();
      // The first round warms up.
      if (round === 0) continue;
      usedMs += processorMs(companion.pid) - before;
      rates.push((each.length * 1000) / totalMs);
      commitRates.push(commitRate);
    }
    return [
      { name: `webhooks, ${CONNECTIONS} connections`, unit: 'webhooks/s', value: median(rates) },
      { name: 'webhooks, processor time', unit: 'ms a webhook', value: usedMs / (ROUNDS * PER_ROUND) },
      { name: 'single durable commits, one writer', unit: 'commits/s', value: median(commitRates) },
      {
        name: 'webhooks to single durable commits',
        unit: 'times',
        value: median(rates.map((rate, round) => rate / (commitRates[round] ?? Number.NaN))),
        goal: { least: LEAST_RATIO },
      },
    ];
  } finally {
    commits.close();
    await Promise.all([companion.close(), stub.close()]);
    removeFolder(folder);
  }
}

/**
 * What a webhook has to do to a store at least, one after the other, each with its own fsync: read what is known of
 * the order, add the report, change the state.
 */
function singleCommits(file: string): { rate: () => number; close: () => void } {
  const database = new Database(file);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec(
    'create table report (order_id text, seq integer, body text, primary key (order_id, seq)) without rowid',
  );
  database.exec('create table payment (order_id text primary key, status text, body text)');
  const add = database.prepare('insert into payment values (?, ?, ?)');
  const find = database.prepare('select status, body from payment where order_id = ?');
  const report = database.prepare('insert into report values (?, ?, ?)');
  const change = database.prepare('update payment set status = ? where order_id = ?');
  const body = 'x'.repeat(800);

  const apply = database.transaction((orderId: string) => {
    find.get(orderId);
    report.run(orderId, 1, body);
    change.run('success', orderId);
  });
  const addAll = database.transaction((orderIds: readonly string[]) => {
    for (const orderId of orderIds) add.run(orderId, 'pending', body);
  });
  return {
    rate() {
      const orderIds = Array.from({ length: COMMITS }, newOrderId);
      addAll(orderIds);
      const start = performance.now();
      for (const orderId of orderIds) apply(orderId);
      return (COMMITS * 1000) / (performance.now() - start);
    },
    close: () => database.close(),
  };
}

await printWhenStarted(import.meta.url, measureWebhooks);
