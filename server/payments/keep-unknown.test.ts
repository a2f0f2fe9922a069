import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { keepUnknown } from './keep-unknown.ts';
import type { UnknownEvent } from './ports.ts';
import type { NewsRecord } from './store-port.ts';
import { pay } from './test-operations.ts';
import { createWorld, STORE_SECRETS, type World } from './test-world.ts';

let world: World;
let written: NewsRecord[];
beforeEach(async () => {
  const store = await openSqliteStore(':memory:', STORE_SECRETS);
  written = [];
  const transaction: typeof store.transaction = (run) =>
    store.transaction((tx) =>
      run({
        ...tx,
        async insertNews(news) {
          const fresh = await tx.insertNews(news);
          if (fresh) written.push(news);
          return fresh;
        },
      }),
    );
  world = createWorld({ ...store, transaction }, { notify: true });
});
afterEach(() => world.store.close());

const EVENT: UnknownEvent = {
  gatewayOrderId: 'order-1',
  transactionId: 't-1',
  method: 'chargeback',
  status: 'opened',
  statusCode: '7001',
  amountMinor: 500,
  currency: 'UAH',
  raw: { order_id: 'order-1', reason: 'not mine' },
};
const hear = (over: Partial<UnknownEvent> = {}, text = 'text') =>
  keepUnknown(world, { ...EVENT, ...over }, text);
const kept = async () => (await world.store.newsOfPayment((await world.payment()).id)).slice(1);

it('what names a payment is kept beside it, once, and moves nothing', async () => {
  await pay(world);
  const before = [await world.payment(), (await world.store.messagesToSend('9999', 9)).length];
  expect(await hear()).toBe('kept');
  expect(await hear()).toBe('copy');
  expect([await world.payment(), (await world.store.messagesToSend('9999', 9)).length]).toEqual(before);
  const { gatewayOrderId: _, currency: __, raw, ...told } = EVENT;
  expect(await kept()).toMatchObject([
    { source: 'webhook', verdict: 'kept', operationId: null, ...told, body: JSON.stringify(raw) },
  ]);
});

it('what names no payment that is known is kept, and again once it is known', async () => {
  for (const verdict of ['unknown-payment', 'unknown-payment']) expect(await hear()).toBe(verdict);
  await pay(world);
  expect(await hear()).toBe('kept');
  const news = written.filter((one) => one.method === 'chargeback');
  expect(news.map((one) => one.paymentId)).toEqual([null, null, (await world.payment()).id]);
  expect(news[0]).toMatchObject({
    verdict: 'unknown-payment',
    amountMinor: null,
    body: JSON.stringify(EVENT.raw),
  });
});

it('what names no order at all is kept once', async () => {
  expect(await hear({ gatewayOrderId: null })).toBe('unknown-payment');
  expect(await hear({ gatewayOrderId: null })).toBe('copy');
  expect(written).toHaveLength(1);
});

it('an amount in another currency is not taken for one in the payment’s', async () => {
  await pay(world);
  await hear({ currency: 'EUR' });
  expect(await kept()).toMatchObject([{ amountMinor: null }]);
});

it('what may be a card number stands neither in the store nor in the log', async () => {
  await pay(world);
  const card = '4242424242424242';
  const places = { transactionId: card, method: `x${card}`, status: card, statusCode: card };
  await hear(places, 'one');
  await hear({ ...places, gatewayOrderId: card }, 'other');
  expect(await kept()).toMatchObject([
    { transactionId: null, method: null, status: null, statusCode: null, verdict: 'kept' },
  ]);
  expect(written).toHaveLength(3);
  expect(JSON.stringify([written, world.lines])).not.toContain(card);
});
