import { copyFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { makeFolder, newSecrets, removeFolder, type Secrets, startCompanion } from './companion.ts';
import { type Figure, printWhenStarted } from './figure.ts';
import { loadEach } from './load.ts';
import { newOrderId, pay } from './payments.ts';
import { startScript } from './process.ts';

/**
 * How fast the merchant is notified: waiting messages are delivered to a receiver that answers after 5 ms, once normally
 * and once with an order whose messages are never answered.
 */

const MESSAGES = 5000;
const AT_ONCE = 32;
const ANSWER_MS = 5;
/** The longest duration of a run, whatever is left then. */
const MOST_MS = 40_000;
/** Late enough to be sent for the first time in the middle of the run. */
const HANGING = 200;
/** The last ones come late: the killed companion had leased them, and its leases must expire first. */
const COUNTED = 0.95;
const LEAST_RATE = 500;
const LONGEST_PAUSE_S = 1;

/** The arrival times of messages in milliseconds, without those that are never answered. */
interface Receiver {
  url: string;
  arrivals: number[];
  close(): void;
}

export async function measureOutbox(): Promise<Figure[]> {
  const folder = makeFolder();
  const secrets = newSecrets();
  const stub = await startScript('stub-gateway.ts', {});
  try {
    const filled = join(folder, 'filled.db');
    const orderIds = Array.from({ length: MESSAGES }, newOrderId);
    await fillOutbox(stub.url, secrets, filled, orderIds);
    const all = await deliver(stub.url, secrets, copyOf(filled, join(folder, 'all.db')), () => true);
    const hanging = orderIds[HANGING];
    const rest = await deliver(
      stub.url,
      secrets,
      copyOf(filled, join(folder, 'hanging.db')),
      (orderId) => orderId !== hanging,
    );
    return [
      rate(`messages, receiver answers after ${ANSWER_MS} ms`, all),
      rate("messages, one order's receiver hangs", rest),
      {
        name: "messages, one order's receiver hangs: longest pause of the others",
        unit: 's',
        value: longestPause(rest) / 1000,
        goal: { most: LONGEST_PAUSE_S },
      },
    ];
  } finally {
    await stub.close();
    removeFolder(folder);
  }
}

/** Pays the orders while no message is answered, and kills the companion in the middle of it. */
async function fillOutbox(
  gatewayUrl: string,
  secrets: Secrets,
  file: string,
  orderIds: readonly string[],
): Promise<void> {
  const receiver = await startReceiver(() => false);
  const companion = await startCompanion(gatewayUrl, secrets, file, merchantSettings(receiver.url));
  try {
    await loadEach(
      orderIds,
      AT_ONCE,
      async (orderId) => void (await pay(companion.url, secrets.orderSecret, orderId)),
    );
  } finally {
    await companion.end('SIGKILL');
    receiver.close();
  }
}

/** Starts the companion over a full outbox and waits until everything is delivered, or for {@link MOST_MS}. */
async function deliver(
  gatewayUrl: string,
  secrets: Secrets,
  file: string,
  isAnswered: (orderId: string) => boolean,
): Promise<Receiver['arrivals']> {
  const receiver = await startReceiver(isAnswered);
  const companion = await startCompanion(gatewayUrl, secrets, file, merchantSettings(receiver.url));
  const until = performance.now() + MOST_MS;
  try {
    const isOver = () => performance.now() > until || receiver.arrivals.length >= MESSAGES - 1;
    while (!isOver()) await setTimeout(100);
    return receiver.arrivals;
  } finally {
    await companion.end('SIGKILL');
    receiver.close();
  }
}

const merchantSettings = (url: string): Record<string, string> => ({
  MERCHANT_WEBHOOK_URL: url,
  MERCHANT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
});

async function startReceiver(isAnswered: (orderId: string) => boolean): Promise<Receiver> {
  const arrivals: number[] = [];
  const server = createServer((request, answer) => void take(request, answer));

  async function take(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { data } = JSON.parse(await text(request)) as { data: { orderId: string } };
    if (!isAnswered(data.orderId)) return;
    arrivals.push(performance.now());
    await setTimeout(ANSWER_MS);
    answer.writeHead(204).end();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    arrivals,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Copies SQLite's log as well: it contains the latest commits. */
function copyOf(file: string, copy: string): string {
  copyFileSync(file, copy);
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  return copy;
}

function rate(name: string, arrivals: readonly number[]): Figure {
  const counted = arrivals.slice(0, Math.ceil(arrivals.length * COUNTED));
  const seconds = ((counted.at(-1) ?? 0) - (counted[0] ?? 0)) / 1000;
  return { name, unit: 'messages/s', value: counted.length / seconds, goal: { least: LEAST_RATE } };
}

function longestPause(arrivals: readonly number[]): number {
  return Math.max(0, ...arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at)));
}

await printWhenStarted(import.meta.url, measureOutbox);
