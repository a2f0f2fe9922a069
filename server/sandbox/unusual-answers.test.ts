import { expect, test } from 'vitest';
import { CARD, type Harness, openSandbox } from './testing/sandbox.ts';
import { inTimeForm } from './time-forms.ts';

const NOON = '2026-06-15T12:00:00.000';

async function paid(settings: object = {}): Promise<Harness> {
  const sandbox = openSandbox({ settings });
  await sandbox.pay(CARD.cc_number, { amount: 100 });
  return sandbox;
}

test('a clock that is off dates answers, lists and webhooks alike', async () => {
  const sandbox = await paid({ clockOffsetSeconds: -90 });
  const early = '2026-06-15T11:58:30.000';
  const refund = await sandbox.ask('refund', { refund_amount: 1 });
  expect(refund).toMatchObject({ created_at: early, processed_at: early });
  expect(await sandbox.listed()).toMatchObject([{ created_at: early }, { created_at: early }]);
  expect(sandbox.received.map(({ event }) => event['created_at'])).toEqual([early, early]);
  await sandbox.control('POST', 'settings', { clockOffsetSeconds: 0 });
  expect(await sandbox.listed()).toMatchObject([{ created_at: NOON }, { created_at: NOON }]);
});

test('what was done just now is missing from lists and from endpoint 12, and its webhook is not', async () => {
  const sandbox = await paid({ readLagSeconds: 3 });
  expect((await sandbox.read()).status).toBe(404);
  await sandbox.pass(3);
  await sandbox.ask('refund', { refund_amount: 1 });
  expect(sandbox.received.map(({ event }) => event['method'])).toEqual(['purchase', 'refund']);
  const refund = () => sandbox.read('/refund?callback=true');
  expect(await sandbox.listed()).toHaveLength(1);
  expect((await refund()).status).toBe(404);
  await sandbox.pass(3);
  expect(await sandbox.listed()).toHaveLength(2);
  expect((await refund()).status).toBe(200);
});

test('a commission on top of the order is charged, and returned by a refund of everything', async () => {
  const sandbox = await paid({ payerFeePercent: 2.5 });
  expect(sandbox.received).toMatchObject([{ event: { amount: 102.5 } }]);
  expect(await sandbox.records('payments')).toMatchObject([{ amount: '102.50', ordered: '100.00' }]);
  expect(await sandbox.ask('refund')).toMatchObject({ status: 'success', amount: 102.5 });
});

test.each([
  ['less-done', 10, 9],
  ['less-done', 0.01, 0.01],
  ['more-done', 10, 11],
  ['more-done', 95, 100],
  ['more-done', 100, 100],
])('%s: of %d requested, %d are refunded, and the sandbox lists that amount', async (kind, asked, done) => {
  const sandbox = await paid();
  await sandbox.fault('refund', kind);
  const comment = 'the lamp';
  const told = await sandbox.ask('refund', { refund_amount: asked, comment });
  expect(told).toMatchObject({ status: 'success', amount: done });
  expect(sandbox.received.at(-1)?.event).toMatchObject({ amount: done });
  const operations = [{ amount: done.toFixed(2), comment }];
  expect(await sandbox.records('payments')).toMatchObject([{ operations }]);
});

test.each([
  ['without-operation-id', ['operation_id']],
  ['without-times', ['created_at', 'processed_at', 'processing_time']],
])('%s leaves %j out of an answer, a list and a webhook, and the rest in', async (kind, names) => {
  const sandbox = await paid();
  for (const on of ['refund', 'read', 'webhook']) await sandbox.fault(on, kind);
  const told = [await sandbox.ask('refund'), ...(await sandbox.listed()), sandbox.received.at(-1)?.event];
  expect(told).toHaveLength(4);
  for (const one of told) {
    for (const name of names) expect(one).not.toHaveProperty(name);
    expect(one).toMatchObject({ order_id: 'order-1', status: 'success', amount: 100 });
  }
});

test('upper-case-ids writes the same ids in capitals', async () => {
  const sandbox = await paid();
  await sandbox.fault('webhook', 'upper-case-ids');
  const told = await sandbox.ask('refund');
  const event = sandbox.received.at(-1)?.event ?? {};
  for (const name of ['payment_id', 'operation_id', 'transaction_id', 'pos_id']) {
    expect(event[name]).toBe(String(told[name]).toUpperCase());
  }
  expect(event).toMatchObject({ order_id: 'order-1', method: 'refund' });
});

test('webhooks that are sent newest first come together, and later ones after them', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('webhook', 'newest-first', { delayMs: 5000, times: 3 });
  await sandbox.pay(CARD.cc_number, { amount: 100 });
  for (const amount of [1, 2, 3]) await sandbox.ask('refund', { refund_amount: amount });
  const amounts = () => sandbox.received.map(({ event }) => event['amount']);
  expect(amounts()).toEqual([3]);
  await sandbox.pass(5);
  expect(amounts()).toEqual([3, 2, 1, 100]);
});

const NOON_MS = Date.UTC(2026, 5, 15, 12);

const FORMS = [
  ['plain', NOON],
  ['zone', '2026-06-15T15:00:00.000+03:00'],
  ['no-seconds', '2026-06-15T12:00'],
  ['blank', '2026-06-15 12:00:00.000'],
  ['epoch-seconds', NOON_MS / 1000],
  ['epoch-milliseconds', NOON_MS],
] as const;

test.each(FORMS)('%s: every answer, list and webhook writes noon as %j', async (timeForm, noon) => {
  const sandbox = openSandbox({ settings: { timeForm } });
  const times = { created_at: noon, processed_at: noon };
  expect(await (await sandbox.pay()).json()).toMatchObject(times);
  expect(await sandbox.ask('refund')).toMatchObject(times);
  expect(await sandbox.listed()).toMatchObject([times, times]);
  expect(sandbox.received).toMatchObject([{ event: times }, { event: times }]);
  const auth = await sandbox.pay(CARD.cc_number, { method: 'auth', order_id: 'order-2' });
  expect(await auth.json()).toMatchObject({ processing_time: noon });
});

test.each([
  ['times-zone', '2026-06-15T15:00:00.000+03:00'],
  ['times-no-seconds', '2026-06-15T12:00'],
  ['times-blank', '2026-06-15 12:00:00.000'],
  ['times-epoch', NOON_MS / 1000],
])('%s does it once, to an answer, a list or a webhook', async (kind, noon) => {
  const sandbox = openSandbox();
  await sandbox.pay();
  for (const on of ['refund', 'read', 'webhook']) await sandbox.fault(on, kind);
  const times = { created_at: noon, processed_at: noon };
  expect(await sandbox.ask('refund')).toMatchObject(times);
  expect(await sandbox.listed()).toMatchObject([times, times]);
  expect(await sandbox.listed()).toMatchObject([{ created_at: NOON }, { created_at: NOON }]);
  expect(sandbox.received).toMatchObject([{ event: { created_at: NOON } }, { event: times }]);
});

test('a fault replaces the form of the setting', async () => {
  const sandbox = openSandbox({ settings: { timeForm: 'epoch-milliseconds' } });
  await sandbox.fault('create', 'times-blank');
  expect(await (await sandbox.pay()).json()).toMatchObject({ created_at: '2026-06-15 12:00:00.000' });
});

test('a value that is no plain time stays as it is', async () => {
  for (const value of [null, 7, '', '2026-06-15', '2026-06-15T12:00:00Z']) {
    expect(inTimeForm(value, 'epoch-seconds')).toBe(value);
  }
  const sandbox = openSandbox();
  await sandbox.pay();
  await sandbox.control('POST', 'orders/order-1/webhook', { fields: { created_at: 'noon' } });
  expect(sandbox.received.at(-1)?.event).toMatchObject({ created_at: 'noon' });
});
