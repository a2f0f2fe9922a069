import { expect, test } from 'vitest';
import { CARD, type Harness, openSandbox } from './testing/sandbox.ts';

const GOOD = CARD.cc_number;
const statuses = (sandbox: Harness) => sandbox.received.map(({ event }) => event['status']);

test('a webhook that is not answered 2xx comes again, after growing pauses, until it is', async () => {
  const sandbox = openSandbox();
  sandbox.answers.push(500, 0, 302);
  await sandbox.pay();
  for (const [seconds, arrived] of [
    [0.9, 1],
    [0.1, 2],
    [1.9, 2],
    [0.1, 3],
    [4, 4],
    [600, 4],
  ] as const) {
    await sandbox.pass(seconds);
    expect(sandbox.received).toHaveLength(arrived);
  }
  const [record] = await sandbox.records('webhooks');
  expect(record).toMatchObject({ state: 'delivered' });
  const results = ['500', 'TypeError', '302', '200'].map((result) => ({ result }));
  expect(record?.['attempts']).toMatchObject(results);
});

test('a webhook that nobody accepts fails after six attempts', async () => {
  const sandbox = openSandbox();
  sandbox.answers.push(...Array<number>(9).fill(503));
  await sandbox.pay();
  for (let tries = 0; tries < 9; tries += 1) await sandbox.pass(600);
  expect(sandbox.received).toHaveLength(6);
  expect((await sandbox.records('webhooks'))[0]).toMatchObject({ state: 'failed' });
});

test('later webhooks of an order wait behind one that is repeated; those of other orders do not', async () => {
  const sandbox = openSandbox();
  sandbox.answers.push(500);
  await sandbox.pay('4000000000000119');
  await sandbox.pay(GOOD, { order_id: 'order-2' });
  expect(sandbox.received.map(({ event }) => event['order_id'])).toEqual(['order-1', 'order-2']);
  await sandbox.control('POST', 'orders/order-1/state', { status: 'success', statusCode: '1000' });
  expect(sandbox.received).toHaveLength(2);
  await sandbox.pass(1);
  expect(statuses(sandbox)).toEqual(['pending', 'success', 'pending', 'success']);
});

test.each(['https://shop.example/webhook', 'http://10.0.0.1/', 'http://127.0.0.1.shop.example/'])(
  'nothing is posted to %s, and is listed as skipped',
  async (url) => {
    const sandbox = openSandbox();
    await sandbox.pay(GOOD, { server_url: url });
    expect(sandbox.received).toEqual([]);
    expect((await sandbox.records('webhooks'))[0]).toMatchObject({ state: 'skipped', url });
  },
);

test('a lost webhook never comes, the next one does', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('webhook', 'lost');
  await sandbox.pay('4000000000000119');
  await sandbox.pass(60);
  expect(statuses(sandbox)).toEqual(['success']);
});

test('a late webhook lets later ones pass', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('webhook', 'late', { delayMs: 10_000 });
  await sandbox.pay('4000000000000119');
  await sandbox.pass(2);
  expect(statuses(sandbox)).toEqual(['success']);
  await sandbox.pass(8);
  expect(statuses(sandbox)).toEqual(['success', 'pending']);
});

test('a duplicated webhook comes twice, word for word', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('webhook', 'duplicate');
  await sandbox.pay();
  expect(sandbox.received).toHaveLength(2);
  expect(sandbox.received[0]).toEqual(sandbox.received[1]);
});

test('a reordered webhook comes after the next of its order, or by itself after a while', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('webhook', 'reordered', { delayMs: 60_000 });
  await sandbox.pay('4000000000000119');
  await sandbox.pass(2);
  expect(statuses(sandbox)).toEqual(['success', 'pending']);
  await sandbox.fault('webhook', 'reordered', { delayMs: 5000 });
  await sandbox.pay(GOOD, { order_id: 'order-2' });
  await sandbox.pass(5);
  expect(sandbox.received.at(-1)?.event).toMatchObject({ order_id: 'order-2', status: 'success' });
  await sandbox.pass(120);
  expect(sandbox.received).toHaveLength(3);
});

test('a forged signature is invalid', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('webhook', 'forged-signature');
  await sandbox.pay();
  expect(sandbox.received).toMatchObject([{ genuine: false, event: { status: 'success' } }]);
});

test('a wrong webhook is signed correctly', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('webhook', 'wrong-amount');
  await sandbox.pay();
  expect(sandbox.received).toMatchObject([{ genuine: true, event: { amount: 5.25 } }]);
});

test('a fault for one order leaves the webhooks of others alone', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('webhook', 'lost', { orderId: 'order-2' });
  await sandbox.pay();
  await sandbox.pay(GOOD, { order_id: 'order-2' });
  expect(sandbox.received.map(({ event }) => event['order_id'])).toEqual(['order-1']);
});
