import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SandboxControl } from '../sandbox-control.ts';
import { type BenchCompanion, makeFolder, newSecrets, removeFolder, startCompanion } from './companion.ts';
import { type Figure, printWhenStarted } from './figure.ts';
import { send } from './load.ts';
import { newOrderId, pay } from './payments.ts';
import { plainBuild } from './plain-build.ts';
import { freePort } from './process.ts';
import { startSandbox } from './sandbox.ts';

/**
 * The number of the companion's files that a request enters, counted by V8: a direct payment, its webhook, a partial
 * refund and the refund's webhook, with the real client, the sandbox and SQLite. Modules are loaded before that.
 */

/** Background work runs every second: the minimum of several rounds is the request itself. */
const ROUNDS = 5;
/** Delays webhooks by this many seconds of the sandbox's clock, to separate them from the requests that cause them. */
const LATE_S = 5;
const MOST_FILES = 25;

type Entered = Map<string, string[]>;

export async function measureFilesEntered(): Promise<Figure[]> {
  const entered = await enteredFiles();
  printFiles(entered);
  return [...entered].map(([name, files]) => ({
    name: `files entered by a ${name}`,
    unit: 'files',
    value: files.length,
    ...(name === 'direct payment' && { goal: { most: MOST_FILES } }),
  }));
}

async function enteredFiles(): Promise<Entered> {
  const folder = realpathSync(makeFolder());
  const built = plainBuild(folder);
  const secrets = newSecrets();
  const sandbox = await startSandbox(secrets);
  const coveragePort = await freePort();
  const companion = await startCompanion(
    sandbox.url,
    secrets,
    join(folder, 'pay.db'),
    { COVERAGE_PORT: String(coveragePort) },
    [process.execPath, '--import', 'tsx', '--import', './e2e/bench/coverage.ts'],
    built,
  );
  const take = async () => filesOf(built, await takeCoverage(coveragePort));
  try {
    const control = new SandboxControl(sandbox.url);
    // The first payment is a warm-up.
    let least = await enteredOnce(companion, control, take);
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = await enteredOnce(companion, control, take);
      least = round === 0 ? next : leastOf(least, next);
    }
    return least;
  } finally {
    await companion.close();
    await sandbox.close();
    removeFolder(folder);
  }
}

async function enteredOnce(
  companion: BenchCompanion,
  control: SandboxControl,
  take: () => Promise<string[]>,
): Promise<Entered> {
  const orderId = newOrderId();
  const during = async (run: () => Promise<unknown>): Promise<string[]> => {
    await take();
    await run();
    return take();
  };
  const late = { on: 'webhook', kind: 'late', delayMs: LATE_S * 1000, times: 1 } as const;
  const webhook = async (): Promise<void> => {
    const before = await delivered(control, orderId);
    await control.advanceClock(LATE_S);
    while ((await delivered(control, orderId)) === before) await setTimeout(2);
  };

  await control.order(late);
  const payment = await during(() => pay(companion.url, companion.orderSecret, orderId));
  const paymentWebhook = await during(webhook);
  await control.order(late);
  const refund = await during(() => refundPart(companion, orderId));
  const refundWebhook = await during(webhook);
  return new Map([
    ['direct payment', payment],
    ["payment's webhook", paymentWebhook],
    ['partial refund', refund],
    ["refund's webhook", refundWebhook],
  ]);
}

/** Selects the companion's own files, relative to the build folder. */
function filesOf(built: string, files: readonly string[]): string[] {
  return files
    .filter((file) => file.startsWith(`${built}/`))
    .map((file) => relative(built, file))
    .sort();
}

async function takeCoverage(port: number): Promise<string[]> {
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as string[];
}

async function delivered(control: SandboxControl, orderId: string): Promise<number> {
  return (await control.webhooks(orderId)).filter(({ state }) => state === 'delivered').length;
}

async function refundPart({ url, merchantApiKey }: BenchCompanion, orderId: string): Promise<void> {
  const { status, body } = await send(`${url}/api/orders/${orderId}/refund`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${merchantApiKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ amount: '10.00' }),
  });
  if (status >= 300) throw new Error(`a refund was answered ${status} ${body}`);
}

function leastOf(one: Entered, other: Entered): Entered {
  return new Map(
    [...one].map(([name, files]) => {
      const others = other.get(name) ?? files;
      return [name, others.length < files.length ? others : files];
    }),
  );
}

/** Prints the lists by folder. */
function printFiles(entered: Entered): void {
  for (const [name, files] of entered) {
    console.log(`\n${name}: ${files.length}`);
    for (const folder of new Set(files.map(dirname))) {
      const inside = files.filter((file) => dirname(file) === folder);
      console.log(
        `  ${folder} (${inside.length}): ${inside.map((file) => file.split('/').at(-1)).join(' ')}`,
      );
    }
  }
}

await printWhenStarted(import.meta.url, measureFilesEntered);
