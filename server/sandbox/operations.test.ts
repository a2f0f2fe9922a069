import { expect, test } from 'vitest';
import { CARD, MINIMAL, POS, hosted, openSandbox } from './testing/sandbox.ts';

const CANCEL = `/api/v1/pos/${POS}/order/order-1/cancel`;

async function paid(method: 'auth' | 'purchase', overCapturePercent = 0) {
  const sandbox = openSandbox({ settings: { overCapturePercent } });
  await sandbox.pay(CARD.cc_number, { method, amount: 100 });
  sandbox.received.length = 0;
  return sandbox;
}

test('a full capture takes the authorized amount and names its currency order_currency', async () => {
  const sandbox = await paid('auth');
  const told = await sandbox.ask('capture', { comment: 'shipped' });
  expect(told).toMatchObject({
    http: 200,
    method: 'capture',
    mode: 'direct',
    amount: 100,
    order_currency: 'UAH',
    status: 'success',
    status_code: '1000',
    comment: 'shipped',
  });
  expect(told).toHaveProperty('processing_time');
  expect(told).not.toHaveProperty('currency');
  expect(sandbox.received).toMatchObject([
    { genuine: true, event: { method: 'capture', order_id: 'order-1', amount: 100, currency: 'UAH' } },
  ]);
  expect(sandbox.received[0]?.event['operation_id']).toBe(told['operation_id']);
});

test.each([
  [60.5, 0, 'success', '1000'],
  [100.01, 0, 'failure', '4139'],
  [125, 25, 'success', '1000'],
  [125.01, 25, 'failure', '4139'],
])('a capture of %d out of 100, with %d %% over-capture, is %s %s', async (amount, beyond, status, code) => {
  const told = await (await paid('auth', beyond)).ask('capture', { charge_amount: amount });
  expect(told).toMatchObject({ http: 200, amount, currency: 'UAH', status, status_code: code });
});

test('an authorization is captured once, and not voided afterwards', async () => {
  const sandbox = await paid('auth');
  await sandbox.ask('capture', { charge_amount: 40 });
  expect(await sandbox.ask('capture', { charge_amount: 40 })).toMatchObject({ http: 400 });
  expect(await sandbox.ask('void')).toMatchObject({ http: 400 });
  expect(sandbox.received).toHaveLength(1);
});

test('a void releases the full authorization once, and nothing can be captured afterwards', async () => {
  const sandbox = await paid('auth');
  expect(await sandbox.ask('void')).toMatchObject({ method: 'void', amount: 100, status_code: '1009' });
  expect(await sandbox.ask('void')).toMatchObject({ http: 400 });
  expect(await sandbox.ask('capture')).toMatchObject({ http: 400 });
  expect(sandbox.received.map(({ event }) => event['status_code'])).toEqual(['1009']);
});

test('a full refund returns the purchase and spells its last update processed_at', async () => {
  const sandbox = await paid('purchase');
  const told = await sandbox.ask('refund', { f_receipt_delivery: 'email' });
  expect(told).toMatchObject({ method: 'refund', amount: 100, status: 'success', status_code: '1004' });
  expect(told).toHaveProperty('processed_at');
  expect(told).not.toHaveProperty('processing_time');
  expect(told['receipt_url']).toEqual(expect.stringContaining('http://localhost/receipts/'));
  expect(sandbox.received[0]?.event).toMatchObject({ method: 'refund', status_code: '1004' });
});

test('partial refunds never sum up to more than was paid, and a full one refunds the rest', async () => {
  const sandbox = await paid('purchase');
  expect(await sandbox.ask('refund', { refund_amount: 33.33 })).toMatchObject({ status: 'success' });
  expect(await sandbox.ask('refund', { refund_amount: 66.68 })).toMatchObject({
    http: 200,
    status: 'failure',
    status_code: '4139',
  });
  expect(await sandbox.ask('refund')).toMatchObject({ status: 'success', amount: 66.67 });
  expect(await sandbox.ask('refund')).toMatchObject({ http: 400 });
});

test('of an auth only what was captured can be refunded', async () => {
  const sandbox = await paid('auth');
  expect(await sandbox.ask('refund')).toMatchObject({ http: 400 });
  await sandbox.ask('capture', { charge_amount: 40 });
  expect(await sandbox.ask('refund')).toMatchObject({ status: 'success', amount: 40 });
});

test('the webhook of an operation goes to its own server_url where it names one', async () => {
  const sandbox = await paid('purchase');
  await sandbox.ask('refund', { refund_amount: 1, server_url: 'http://localhost:7/own' });
  await sandbox.ask('refund', { refund_amount: 1 });
  expect(sandbox.received.map(({ url }) => url)).toEqual([
    'http://localhost:7/own',
    'http://127.0.0.1:9/webhook',
  ]);
});

test.each(['purchase', 'auth'])(
  'an unpaid hosted %s is cancelled: failure 6007 and a webhook',
  async (method) => {
    const sandbox = openSandbox();
    const created = await sandbox.post('/api/v1/payment', hosted({ method }));
    const response = await sandbox.post(CANCEL, '');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject([
      { status: 'failure', status_code: '6007', user_action_required: false, customer_city: null },
    ]);
    expect(sandbox.received.map(({ event }) => event['status_code'])).toEqual(['6007']);
    const form = await sandbox.get(created.headers.get('location') ?? '', {});
    expect(form.status).toBe(303);
    expect((await sandbox.post(CANCEL, '')).status).toBe(400);
  },
);

test('a direct payment, a hosted lookup and an unknown order cannot be cancelled', async () => {
  const sandbox = openSandbox();
  expect((await sandbox.post(CANCEL, '')).status).toBe(404);
  await sandbox.pay('5454545454545454');
  expect((await sandbox.post(CANCEL, '')).status).toBe(400);
  await sandbox.post('/api/v1/payment', { ...MINIMAL['hosted-lookup'], order_id: 'lookup' });
  expect((await sandbox.post(CANCEL.replace('order-1', 'lookup'), '')).status).toBe(400);
});

test.each([
  ['capture', { charge_amount: 0 }, 'charge_amount'],
  ['void', { unknown: 1 }, 'unknown'],
  ['refund', { order_currency: 'EUR' }, 'order_currency'],
])('a %s with %j is refused for %s, and reports nothing', async (operation, more, field) => {
  const sandbox = await paid(operation === 'refund' ? 'purchase' : 'auth');
  expect(await sandbox.ask(operation, more)).toMatchObject({ http: 400, args: [{ field_name: field }] });
  expect(sandbox.received).toEqual([]);
});

test.each(['capture', 'void', 'refund'])('a %s needs a payment that allows it', async (operation) => {
  const sandbox = openSandbox();
  expect(await sandbox.ask(operation)).toMatchObject({ http: 404, args: { code: 'S-404' } });
  const method = operation === 'refund' ? 'purchase' : 'auth';
  await sandbox.pay('4000000000000119', { method });
  expect(await sandbox.ask(operation)).toMatchObject({ http: 400, args: [{ field_name: 'order_id' }] });
  const other = method === 'auth' ? 'purchase' : 'auth';
  await sandbox.pay('4242424242424242', { method: other, order_id: 'other' });
  expect(await sandbox.ask(operation, { order_id: 'other' })).toMatchObject({ http: 400 });
});
