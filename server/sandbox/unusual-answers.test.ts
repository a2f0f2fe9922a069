import { expect, test } from 'vitest';
import { type Harness, MINIMAL, direct, openSandbox } from './testing/sandbox.ts';

const POS = MINIMAL.direct.pos_id;
const ORDER = `/api/v1/pos/${POS}/orders/order-1`;
const NOON = '2026-06-15T12:00:00.000';

type Told = Record<string, unknown>;

async function paid(settings: object = {}, more: object = {}): Promise<Harness> {
  const sandbox = openSandbox({ settings });
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { amount: 100, ...more }));
  return sandbox;
}

const fault = (sandbox: Harness, on: string, kind: string, more: object = {}) =>
  sandbox.control('POST', 'faults', { on, kind, ...more });

async function ask(sandbox: Harness, operation: string, more: object = {}): Promise<Told> {
  const body = { pos_id: POS, order_id: 'order-1', order_currency: 'UAH', ...more };
  return (await sandbox.post(`/api/v1/${operation}`, body)).json() as Promise<Told>;
}

async function listed(sandbox: Harness): Promise<Told[]> {
  return (await sandbox.get(ORDER)).json() as Promise<Told[]>;
}

async function inBooks(sandbox: Harness): Promise<Told> {
  const { data } = (await sandbox.control('GET', 'payments')) as { data: Told[] };
  return data[0] ?? {};
}

test('a clock that is off dates answers, lists and webhooks alike', async () => {
  const sandbox = await paid({ clockOffsetSeconds: -90 });
  const early = '2026-06-15T11:58:30.000';
  const refund = await ask(sandbox, 'refund', { refund_amount: 1 });
  expect(refund).toMatchObject({ created_at: early, processed_at: early });
  expect(await listed(sandbox)).toMatchObject([{ created_at: early }, { created_at: early }]);
  expect(sandbox.received.map(({ event }) => event['created_at'])).toEqual([early, early]);
  await sandbox.control('POST', 'settings', { clockOffsetSeconds: 0 });
  expect(await listed(sandbox)).toMatchObject([{ created_at: NOON }, { created_at: NOON }]);
});

test('what was done just now is missing from lists and from endpoint 12, and its webhook is not', async () => {
  const sandbox = await paid({ readLagSeconds: 3 });
  expect((await sandbox.get(ORDER)).status).toBe(404);
  await sandbox.pass(3);
  await ask(sandbox, 'refund', { refund_amount: 1 });
  expect(sandbox.received.map(({ event }) => event['method'])).toEqual(['purchase', 'refund']);
  const refund = () => sandbox.get(`${ORDER}/refund?callback=true`);
  expect(await listed(sandbox)).toHaveLength(1);
  expect((await refund()).status).toBe(404);
  await sandbox.pass(3);
  expect(await listed(sandbox)).toHaveLength(2);
  expect((await refund()).status).toBe(200);
});

test('a commission on top of the order is charged, and returned by a refund of everything', async () => {
  const sandbox = await paid({ payerFeePercent: 2.5 });
  expect(sandbox.received).toMatchObject([{ event: { amount: 102.5 } }]);
  expect(await inBooks(sandbox)).toMatchObject({ amount: '102.50', ordered: '100.00' });
  expect(await ask(sandbox, 'refund')).toMatchObject({ status: 'success', amount: 102.5 });
});

test.each([
  ['less-done', 10, 9],
  ['less-done', 0.01, 0.01],
  ['more-done', 10, 11],
  ['more-done', 95, 100],
  ['more-done', 100, 100],
])('%s: of %d requested, %d are refunded, and the sandbox lists that amount', async (kind, asked, done) => {
  const sandbox = await paid();
  await fault(sandbox, 'refund', kind);
  const comment = 'the lamp';
  const told = await ask(sandbox, 'refund', { refund_amount: asked, comment });
  expect(told).toMatchObject({ status: 'success', amount: done });
  expect(sandbox.received.at(-1)?.event).toMatchObject({ amount: done });
  expect(await inBooks(sandbox)).toMatchObject({ operations: [{ amount: done.toFixed(2), comment }] });
});

test.each([
  ['without-operation-id', ['operation_id']],
  ['without-times', ['created_at', 'processed_at', 'processing_time']],
])('%s leaves %j out of an answer, a list and a webhook, and the rest in', async (kind, names) => {
  const sandbox = await paid();
  for (const on of ['refund', 'read', 'webhook']) await fault(sandbox, on, kind);
  const told = [
    await ask(sandbox, 'refund'),
    ...(await listed(sandbox)),
    sandbox.received.at(-1)?.event ?? {},
  ];
  expect(told).toHaveLength(4);
  for (const one of told) {
    for (const name of names) expect(one).not.toHaveProperty(name);
    expect(one).toMatchObject({ order_id: 'order-1', status: 'success', amount: 100 });
  }
});

test('upper-case-ids writes the same ids in capitals', async () => {
  const sandbox = await paid();
  await fault(sandbox, 'webhook', 'upper-case-ids');
  const told = await ask(sandbox, 'refund');
  const event = sandbox.received.at(-1)?.event ?? {};
  for (const name of ['payment_id', 'operation_id', 'transaction_id', 'pos_id']) {
    expect(event[name]).toBe(String(told[name]).toUpperCase());
  }
  expect(event).toMatchObject({ order_id: 'order-1', method: 'refund' });
});

test('webhooks that are sent newest first come together, and later ones after them', async () => {
  const sandbox = openSandbox();
  await fault(sandbox, 'webhook', 'newest-first', { delayMs: 5000, times: 3 });
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { amount: 100 }));
  for (const amount of [1, 2, 3]) await ask(sandbox, 'refund', { refund_amount: amount });
  const amounts = () => sandbox.received.map(({ event }) => event['amount']);
  expect(amounts()).toEqual([3]);
  await sandbox.pass(5);
  expect(amounts()).toEqual([3, 2, 1, 100]);
});
