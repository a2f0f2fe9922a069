import { join } from 'node:path';
import { type BenchCompanion, inFolder, startCompanion } from '../support/built-companion.ts';
import { loadEach, send } from '../support/load.ts';
import { newPendingOrderId, orderToken, pay } from '../support/payments.ts';
import { type Figure, median, ratio } from './figure.ts';
import { endPayments, load, payOrders, withCompanion } from './load.ts';

/**
 * Webhooks and reads on a store with many payments and on one with few, in turns. Each webhook ends a pending payment and
 * causes a message to the merchant. The stores are filled through the companion itself: a million
 * (`BIG_STORE_PAYMENTS=1000000`) takes a quarter of an hour or more.
 */

const FEW = 1000;
const MANY = Number(process.env['BIG_STORE_PAYMENTS'] ?? 10_000);
const AT_ONCE = 50;
const ROUNDS = 5;
const WEBHOOKS = 500;
const READS = 60;
const MOST_RATIO = 1.5;

export const measureStore = (): Promise<Figure[]> =>
  inFolder((folder) =>
    onStore(join(folder, 'few.db'), FEW, (few) =>
      onStore(join(folder, 'many.db'), MANY, async (many) => [
        await compareWebhooks(few, many),
        ...(await compareReads(few, many)),
      ]),
    ),
  );

/** Fills a store, then starts another companion on it that posts to the merchant. */
const onStore = (
  file: string,
  payments: number,
  run: (companion: BenchCompanion) => Promise<Figure[]>,
): Promise<Figure[]> =>
  withCompanion(file, async (filling, gateway) => {
    await payOrders(filling.url, filling, { amount: payments, connections: AT_ONCE });
    await filling.end();
    // Only the secrets: the rest of it is about the process that has ended.
    const { orderSecret, merchantApiKey, posId, apiSecret } = filling;
    const secrets = { orderSecret, merchantApiKey, posId, apiSecret };
    const companion = await startCompanion(gateway.url, secrets, file, {
      MERCHANT_WEBHOOK_URL: `${gateway.url}/messages`,
      MERCHANT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    });
    try {
      return await run(companion);
    } finally {
      await companion.end();
    }
  });

async function compareWebhooks(...sides: [few: BenchCompanion, many: BenchCompanion]): Promise<Figure> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, companion] of sides.entries()) {
      const orderIds = Array.from({ length: WEBHOOKS }, newPendingOrderId);
      await loadEach(orderIds, AT_ONCE, (id) => pay(companion.url, companion.orderSecret, id));
      const { rate } = await endPayments(companion.url, companion, orderIds, AT_ONCE);
      // The first round is a warm-up.
      if (round > 0) rates[index]?.push(rate);
    }
  return {
    name: `webhooks, ${median(rates[1]).toFixed(0)} a second with ${MANY} payments, ${FEW} to it`,
    unit: 'times',
    value: ratio(...rates),
    goal: { most: MOST_RATIO },
  };
}

async function compareReads(few: BenchCompanion, many: BenchCompanion): Promise<Figure[]> {
  const [onFew, onMany] = [await readsOf(few), await readsOf(many)];
  const figures: Figure[] = [];
  for (const [name, read] of Object.entries(onMany)) {
    const other = onFew[name] ?? read;
    await load(other);
    await load(read);
    const [little, much] = [median((await load(other)).each), median((await load(read)).each)];
    figures.push({
      name: `${name}, ${much.toFixed(1)} ms with ${MANY} payments, to ${FEW}`,
      unit: 'times',
      value: much / little,
      goal: { most: MOST_RATIO },
    });
  }
  return figures;
}

type Read = Parameters<typeof load>[0];

/** Reads by name. */
async function readsOf({ url, origin, orderSecret, merchantApiKey }: BenchCompanion) {
  const by = (bearer: string) => ({ headers: { authorization: `Bearer ${bearer}` } });
  const read = (address: string, bearer = merchantApiKey): Read => ({
    url: address,
    ...by(bearer),
    connections: 1,
    amount: READS,
  });
  const list = `${url}/api/payments`;
  const page = await send(`${list}?limit=100`, { method: 'GET', ...by(merchantApiKey) });
  const { data, nextCursor } = JSON.parse(page.body) as {
    data: { id: string; orderId: string; createdAt: string }[];
    nextCursor: string;
  };
  const one = data.at(-1);
  if (!one) throw new Error('the store is empty');
  const token = orderToken(one.orderId, orderSecret);
  const from = `from=${one.createdAt.slice(0, 10)}`;
  return {
    payment: read(`${url}/payments/${one.id}`, token),
    session: read(`${url}/session`, token),
    order: read(`${url}/api/orders/${one.orderId}`),
    'list all': read(list),
    'list status=failure': read(`${list}?status=failure`),
    'list status=pending and from': read(`${list}?status=pending&${from}`),
    'list cursor': read(`${list}?cursor=${nextCursor}`),
    metrics: read(`${origin}/metrics`),
  } satisfies Record<string, Read> as Record<string, Read>;
}
