import { expect, test } from 'vitest';
import { AUTH, CARD, POS, direct, openSandbox } from './testing/sandbox.ts';

async function refundedTwice() {
  const sandbox = openSandbox();
  await sandbox.pay();
  const first = await sandbox.ask('refund', { refund_amount: 1 });
  await sandbox.ask('refund', { refund_amount: 2 });
  sandbox.received.length = 0;
  return { sandbox, firstRefund: String(first['transaction_id']) };
}

test('an order is answered as an array of all its transactions', async () => {
  const { sandbox } = await refundedTwice();
  expect(await sandbox.listed()).toMatchObject([
    { method: 'purchase', amount: 10.5, status: 'success' },
    { method: 'refund', amount: 1 },
    { method: 'refund', amount: 2 },
  ]);
});

test('with callback=true the webhook comes again, as the payment is now', async () => {
  const { sandbox } = await refundedTwice();
  const now = { method: 'purchase', status: 'success' };
  expect(await (await sandbox.read('/purchase?callback=true')).json()).toMatchObject(now);
  expect(sandbox.received).toMatchObject([{ genuine: true, event: now }]);
});

test('of several operations the latest is meant; transactionId goes with purchase only', async () => {
  const { sandbox, firstRefund } = await refundedTwice();
  expect(await (await sandbox.read('/refund?callback=true')).json()).toMatchObject({ amount: 2 });
  const first = await sandbox.read(`/refund?callback=true&transactionId=${firstRefund}`);
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
  const response = await sandbox.read(path);
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
  await sandbox.post('/api/v1/payment', direct(CARD.cc_number, { order_id: orderId }));
  const response = await sandbox.get(`/api/v1/pos/${POS}/orders/${encodeURIComponent(orderId)}`);
  expect(await response.json()).toMatchObject([{ order_id: orderId }]);
});

test('the payment of an auth order is answered as auth and as purchase', async () => {
  const sandbox = openSandbox({ settings: { strict: false }, log: () => {} });
  await sandbox.pay(CARD.cc_number, { method: 'auth' });
  const transaction_id = sandbox.received[0]?.event['transaction_id'];
  const named = `/purchase?transactionId=${String(transaction_id)}`;
  for (const path of ['/auth', '/purchase', '/purchase?callback=true', named]) {
    const auth = { method: 'auth', status: 'success', transaction_id };
    expect(await (await sandbox.read(path)).json()).toMatchObject(auth);
  }
  expect(sandbox.received.map(({ event }) => event['method'])).toEqual(['auth', 'auth']);
  expect((await sandbox.read('/purchase?transactionId=other')).status).toBe(404);
});

test('path-unknown waits for a path that names an operation, and answers 404 to it once', async () => {
  const { sandbox } = await refundedTwice();
  await sandbox.fault('read', 'path-unknown');
  expect(await sandbox.listed()).toHaveLength(3);
  const unknown = await sandbox.read('/purchase?callback=true');
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toEqual({ message: 'Not found', args: { code: 'S-404' } });
  expect((await sandbox.read('/purchase?callback=true')).status).toBe(200);
});
