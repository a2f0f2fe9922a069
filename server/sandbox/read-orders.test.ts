import { expect, test } from 'vitest';
import { AUTH, MINIMAL, direct, openSandbox } from './testing/sandbox.ts';

const POS = MINIMAL.direct.pos_id;
const ORDER = `/api/v1/pos/${POS}/orders/order-1`;

async function refundedTwice() {
  const sandbox = openSandbox();
  await sandbox.post('/api/v1/payment', direct('4242424242424242'));
  const ids: unknown[] = [];
  for (const amount of [1, 2]) {
    const body = { pos_id: POS, order_id: 'order-1', order_currency: 'UAH', refund_amount: amount };
    ids.push(
      ((await (await sandbox.post('/api/v1/refund', body)).json()) as Record<string, unknown>)[
        'transaction_id'
      ],
    );
  }
  sandbox.received.length = 0;
  return { sandbox, ids };
}

test('an order is answered as an array of all its transactions', async () => {
  const { sandbox } = await refundedTwice();
  expect(await (await sandbox.get(ORDER)).json()).toMatchObject([
    { method: 'purchase', amount: 10.5, status: 'success' },
    { method: 'refund', amount: 1 },
    { method: 'refund', amount: 2 },
  ]);
});

test('with callback=true the webhook comes again, as the payment is now', async () => {
  const { sandbox } = await refundedTwice();
  const response = await sandbox.get(`${ORDER}/purchase?callback=true`);
  expect(await response.json()).toMatchObject({ method: 'purchase', status: 'success' });
  expect(sandbox.received).toMatchObject([
    { genuine: true, event: { method: 'purchase', status: 'success' } },
  ]);
});

test('of several operations the latest is meant; transactionId goes with purchase only', async () => {
  const { sandbox, ids } = await refundedTwice();
  expect(await (await sandbox.get(`${ORDER}/refund?callback=true`)).json()).toMatchObject({ amount: 2 });
  const first = await sandbox.get(`${ORDER}/refund?callback=true&transactionId=${String(ids[0])}`);
  expect(first.status).toBe(400);
  expect(await first.json()).toMatchObject({ args: [{ field_name: 'transactionId' }] });
  expect(sandbox.received.map(({ event }) => event['amount'])).toEqual([2]);
});

test.each([
  '/void?callback=true',
  '/auth?callback=true',
  '/payment?callback=true',
  '/purchase?callback=true&transactionId=other',
])('%s that never was is answered 404', async (path) => {
  const { sandbox } = await refundedTwice();
  const response = await sandbox.get(ORDER + path);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ args: { code: 'S-404' } });
});

test('an unknown order is answered 404, so credentials can be checked with order 0', async () => {
  const sandbox = openSandbox();
  const path = `/api/v1/pos/${POS}/orders/0`;
  expect((await sandbox.get(path)).status).toBe(404);
  expect((await sandbox.get(path, { ...AUTH, 'X-API-KEY': 'wrong' })).status).toBe(401);
  expect((await sandbox.get(path.replace(POS, crypto.randomUUID()))).status).toBe(401);
});

test('order ids are returned exactly as they were sent', async () => {
  const sandbox = openSandbox();
  const orderId = '007/А b';
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { order_id: orderId }));
  const response = await sandbox.get(`/api/v1/pos/${POS}/orders/${encodeURIComponent(orderId)}`);
  expect(await response.json()).toMatchObject([{ order_id: orderId }]);
});

test('the payment of an auth order is answered as auth and as purchase', async () => {
  const sandbox = openSandbox({ settings: { strict: false }, log: () => {} });
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { method: 'auth' }));
  const id = sandbox.received[0]?.event['transaction_id'];
  for (const path of ['auth', 'purchase', 'purchase?callback=true', `purchase?transactionId=${String(id)}`]) {
    expect(await (await sandbox.get(`${ORDER}/${path}`)).json()).toMatchObject({
      method: 'auth',
      status: 'success',
      transaction_id: id,
    });
  }
  expect(sandbox.received.map(({ event }) => event['method'])).toEqual(['auth', 'auth']);
  expect((await sandbox.get(`${ORDER}/purchase?transactionId=other`)).status).toBe(404);
});

test('path-unknown waits for a path that names an operation, and answers 404 to it once', async () => {
  const { sandbox } = await refundedTwice();
  await sandbox.control('POST', 'faults', { on: 'read', kind: 'path-unknown' });
  expect(await (await sandbox.get(ORDER)).json()).toHaveLength(3);
  const unknown = await sandbox.get(`${ORDER}/purchase?callback=true`);
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toEqual({ message: 'Not found', args: { code: 'S-404' } });
  expect((await sandbox.get(`${ORDER}/purchase?callback=true`)).status).toBe(200);
});
