import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BenchCompanion, inFolder, newSecrets, startCompanion } from './companion.ts';
import { type Figure, median, ratio } from './figure.ts';
import { loadEach, send } from './load.ts';
import { newOrderId, newPendingOrderId, orderToken, paidWebhook, pay, sendWebhook } from './payments.ts';
import { processorMs, startScript } from './process.ts';

/**
 * Signed webhooks and reads on a store with many payments and on one with few, in turns. Each webhook ends a pending
 * payment and causes a message to the merchant. The stores are filled through the companion itself: a million
 * (`BIG_STORE_PAYMENTS=1000000`) takes a quarter of an hour or more.
 */

const FEW = 1000;
const MANY = Number(process.env['BIG_STORE_PAYMENTS'] ?? 20_000);
const AT_ONCE = 50;
const WARM_UP_ROUNDS = 4;
const ROUNDS = 4;
const WEBHOOKS = 500;
const WARM_UP_READS = 20;
const READS = 50;
const IDLE_MS = 5000;
const MOST_RATIO = 1.5;
/** Below this share only the machine's own noise would be compared. */
const LEAST_IDLE_SHARE = 0.01;

/** A companion over a filled store, with the pending orders of each round. */
interface Side {
  companion: BenchCompanion;
  rounds: string[][];
}

/** The merchant's server; it counts the messages. */
interface Receiver {
  server: Server;
  received: number;
}

export function measureStore(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const stub = await startScript('stub-gateway.ts');
    const receiver = startReceiver();
    const sides: Side[] = [];
    try {
      for (const count of [FEW, MANY])
        sides.push(await startSide(stub.url, join(folder, `${count}.db`), count, receiver));
      const [few, many] = sides as [Side, Side];
      return [
        ...(await compareWebhooks(few, many, receiver)),
        ...(await compareReads(few.companion, many.companion)),
        await compareIdleWork(few.companion, many.companion),
      ];
    } finally {
      await Promise.all([stub, ...sides.map(({ companion }) => companion)].map((one) => one.end()));
      receiver.server.close();
      receiver.server.closeAllConnections();
    }
  });
}

function startReceiver(): Receiver {
  const server = createServer((request, answer) => {
    request.resume().on('end', () => {
      receiver.received += 1;
      answer.writeHead(204).end();
    });
  });
  const receiver = { server: server.listen(0, '127.0.0.1'), received: 0 };
  return receiver;
}

/** Pays the orders, then starts the companion again with the merchant's receiver. */
async function startSide(gateway: string, file: string, count: number, { server }: Receiver): Promise<Side> {
  const secrets = newSecrets();
  const filling = await startCompanion(gateway, secrets, file);
  const payAll = (orderIds: Iterable<string>) =>
    loadEach(orderIds, AT_ONCE, (id) => pay(filling.url, secrets.orderSecret, id));
  const rounds = Array.from({ length: WARM_UP_ROUNDS + ROUNDS }, () =>
    Array.from({ length: WEBHOOKS }, newPendingOrderId),
  );
  try {
    await payAll(newOrderIds(count));
    await payAll(rounds.flat());
  } finally {
    await filling.end();
  }
  const companion = await startCompanion(gateway, secrets, file, {
    MERCHANT_WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    MERCHANT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
  });
  return { companion, rounds };
}

function* newOrderIds(count: number): Generator<string> {
  for (let made = 0; made < count; made += 1) yield newOrderId();
}

async function compareWebhooks(few: Side, many: Side, receiver: Receiver): Promise<Figure[]> {
  const littles: number[] = [];
  const rates: number[] = [];
  let usedMs = 0;
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const little = await webhookRate(few, round, receiver);
    const before = processorMs(many.companion.pid);
    const rate = await webhookRate(many, round, receiver);
    if (round < WARM_UP_ROUNDS) continue;
    usedMs += processorMs(many.companion.pid) - before;
    littles.push(little);
    rates.push(rate);
  }
  const name = `webhooks and their messages, ${MANY} payments`;
  return [
    { name: `${name}, ${AT_ONCE} at once`, unit: 'webhooks/s', value: median(rates) },
    { name: `${name}, processor time`, unit: 'ms a webhook', value: usedMs / (ROUNDS * WEBHOOKS) },
    {
      name: `${name}, rate with ${FEW} to it`,
      unit: 'times',
      value: ratio(littles, rates),
      goal: { most: MOST_RATIO },
    },
  ];
}

/** Webhooks a second, until the merchant knows all of them. */
async function webhookRate({ companion, rounds }: Side, round: number, receiver: Receiver): Promise<number> {
  const forms = (rounds[round] ?? []).map((orderId) => paidWebhook(orderId, companion));
  const last = receiver.received + forms.length;
  const start = performance.now();
  await loadEach(forms, AT_ONCE, (form) => sendWebhook(companion.url, form));
  while (receiver.received < last) await setTimeout(1);
  return (forms.length * 1000) / (performance.now() - start);
}

/** A read and its authorization. */
interface Read {
  name: string;
  url: string;
  authorization: string;
}

async function compareReads(few: BenchCompanion, many: BenchCompanion): Promise<Figure[]> {
  const [onFew, onMany] = [await readsOf(few), await readsOf(many)];
  const figures: Figure[] = [];
  for (const [index, read] of onMany.entries()) {
    const little: number[] = [];
    const much: number[] = [];
    for (let call = -WARM_UP_READS; call < READS; call += 1) {
      const [one, other] = [await timed(onFew[index] ?? read), await timed(read)];
      if (call < 0) continue;
      little.push(one);
      much.push(other);
    }
    figures.push({
      name: `${read.name}, ${median(much).toFixed(1)} ms with ${MANY} payments, to ${FEW}`,
      unit: 'times',
      value: median(much) / median(little),
      goal: { most: MOST_RATIO },
    });
  }
  return figures;
}

interface Listed {
  data: { id: string; orderId: string; createdAt: string }[];
  nextCursor: string | null;
}

async function readsOf({ url, origin, orderSecret, merchantApiKey }: BenchCompanion): Promise<Read[]> {
  const authorization = `Bearer ${merchantApiKey}`;
  const list = (query: string): Read => ({
    name: `list ${query || 'all'}`,
    url: `${url}/api/payments?${query}`,
    authorization,
  });
  const newest = JSON.parse(await get(list('limit=100'))) as Listed;
  const one = newest.data.at(-1);
  if (!one) throw new Error('the store is empty');
  const token = `Bearer ${orderToken(one.orderId, orderSecret)}`;
  const from = `from=${one.createdAt.slice(0, 10)}`;
  const queries = ['', 'status=success', 'status=failure', from, `status=pending&${from}`];
  return [
    { name: 'payment', url: `${url}/payments/${one.id}`, authorization: token },
    { name: 'session', url: `${url}/session`, authorization: token },
    { name: 'order', url: `${url}/api/orders/${one.orderId}`, authorization },
    ...queries.map(list),
    { ...list(`cursor=${newest.nextCursor}`), name: 'list cursor' },
    { name: 'metrics', url: `${origin}/metrics`, authorization },
  ];
}

async function timed(read: Read): Promise<number> {
  const start = performance.now();
  await get(read);
  return performance.now() - start;
}

async function get({ name, url, authorization }: Read): Promise<string> {
  const { status, body } = await send(url, { method: 'GET', headers: { authorization } });
  if (status !== 200) throw new Error(`${name} was answered ${status} ${body}`);
  return body;
}

/** The lists of due work are read every second in any case: they show in an idle companion's processor time. */
async function compareIdleWork(few: BenchCompanion, many: BenchCompanion): Promise<Figure> {
  const used = () => [few, many].map(({ pid }) => processorMs(pid));
  const before = used();
  await setTimeout(IDLE_MS);
  const [little = 0, much = 0] = used().map((ms, index) => ms - (before[index] ?? 0));
  return {
    name: `processor time while idle, ${((much / IDLE_MS) * 100).toFixed(1)} % with ${MANY} payments, to ${FEW}`,
    unit: 'times',
    value: much / Math.max(little, IDLE_MS * LEAST_IDLE_SHARE),
    goal: { most: MOST_RATIO },
  };
}
