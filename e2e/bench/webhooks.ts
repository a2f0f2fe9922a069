import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, newSecrets, removeFolder, startCompanion } from './companion.ts';
import { type Figure, median, printWhenStarted } from './figure.ts';
import { loadEach } from './load.ts';
import { newOrderId, paidWebhook, pay, sendWebhook } from './payments.ts';
import { plainBuild } from './plain-build.ts';
import { processorMs, startScript } from './process.ts';
import { SLOWER_MS, slowDisk } from './slow-disk.ts';

/**
 * Signed webhooks of different pending payments. Compared in turns with what the store commits of them for one writer,
 * with the least that one writer could commit on the same disk, and with a bare handler of the same stack that verifies
 * them and stores nothing: no companion on this stack can accept more. All have run for some thousand webhooks before: the
 * engine compiles frequently called code, and the larger program needs longer for it.
 */

const WARM_UP_ROUNDS = 7;
const ROUNDS = 4;
const PER_ROUND = 500;
const CONNECTIONS = 50;
const LEAST_RATIO = 1.5;

export async function measureWebhooks(): Promise<Figure[]> {
  const folder = realpathSync(makeFolder());
  try {
    const plain = plainBuild(join(folder, 'built'));
    const figures = await onDisk(folder, plain, 'this disk', {});
    const slow = slowDisk(folder);
    if (slow) figures.push(...(await onDisk(folder, plain, `fsync ${SLOWER_MS} ms slower`, slow)));
    else console.log('webhooks on a slow disk: left out, needs Linux and a C compiler (cc)');
    return figures;
  } finally {
    removeFolder(folder);
  }
}

/**
 * @param plain the server as {@link plainBuild} made it
 * @param env of the writing processes
 */
async function onDisk(
  folder: string,
  plain: string,
  disk: string,
  env: Record<string, string>,
): Promise<Figure[]> {
  const secrets = newSecrets();
  const stub = await startScript('stub-gateway.ts', { STUB_STATUS: 'pending' });
  const companion = await startCompanion(stub.url, secrets, join(folder, `${disk}.db`), env);
  const stored = await startScript('store-commits.ts', {
    PLAIN_BUILD: plain,
    DATABASE_FILE: join(folder, `${disk} store.db`),
    ...env,
  });
  const commits = await startScript('single-commits.ts', {
    DATABASE_FILE: join(folder, `${disk} commits.db`),
    ...env,
  });
  const bare = await startScript('bare.ts', {
    DATABASE_FILE: join(folder, `${disk} bare.db`),
    GATEWAY_API_SECRET: secrets.apiSecret,
  });
  try {
    const orderIds = Array.from({ length: (WARM_UP_ROUNDS + ROUNDS) * PER_ROUND }, newOrderId);
    await loadEach(orderIds, CONNECTIONS, async (orderId) => {
      await pay(companion.url, secrets.orderSecret, orderId, 'pending');
    });
    const forms = orderIds.map((orderId) => paidWebhook(orderId, secrets));
    const rates: number[] = [];
    const bareRates: number[] = [];
    const storeRates: number[] = [];
    const commitRates: number[] = [];
    let usedMs = 0;
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      const before = processorMs(companion.pid);
      const some = forms.slice(round * PER_ROUND, (round + 1) * PER_ROUND);
      const rate = await rateOf(companion.url, some);
      const used = processorMs(companion.pid) - before;
      const bareRate = await rateOf(bare.url, some);
      const storeRate = Number(await (await fetch(stored.url)).text());
      const commitRate = Number(await (await fetch(commits.url)).text());
      if (round < WARM_UP_ROUNDS) continue;
      usedMs += used;
      rates.push(rate);
      bareRates.push(bareRate);
      storeRates.push(storeRate);
      commitRates.push(commitRate);
    }
    return [
      { name: `webhooks, ${disk}, ${CONNECTIONS} connections`, unit: 'webhooks/s', value: median(rates) },
      {
        name: `webhooks, ${disk}, processor time`,
        unit: 'ms a webhook',
        value: usedMs / (ROUNDS * PER_ROUND),
      },
      {
        name: `webhooks, ${disk}, bare handler that keeps nothing`,
        unit: 'webhooks/s',
        value: median(bareRates),
      },
      { name: `single commits of the store, ${disk}`, unit: 'commits/s', value: median(storeRates) },
      { name: `least single commits, ${disk}`, unit: 'commits/s', value: median(commitRates) },
      {
        name: `webhooks to single commits of the store, ${disk}`,
        unit: 'times',
        value: ratio(rates, storeRates),
        goal: { least: LEAST_RATIO },
      },
      { name: `webhooks to least single commits, ${disk}`, unit: 'times', value: ratio(rates, commitRates) },
    ];
  } finally {
    await Promise.all([companion, bare, stored, commits, stub].map((one) => one.close()));
  }
}

/** Compares adjacent rounds, because the machine's speed varies over time. */
const ratio = (rates: readonly number[], others: readonly number[]): number =>
  median(rates.map((rate, round) => rate / (others[round] ?? Number.NaN)));

/** @returns webhooks per second */
async function rateOf(url: string, forms: readonly string[]): Promise<number> {
  const { each, totalMs } = await loadEach(forms, CONNECTIONS, (form) => sendWebhook(url, form));
  return (each.length * 1000) / totalMs;
}

await printWhenStarted(import.meta.url, measureWebhooks);
