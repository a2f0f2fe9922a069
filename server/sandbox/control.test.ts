import { expect, test } from 'vitest';
import { CARD, hosted, openSandbox } from './testing/sandbox.ts';

const GOOD = CARD.cc_number;

test('requests are listed in order, with masked card numbers and without CVVs and tokens', async () => {
  const sandbox = openSandbox();
  const description = 'paid with 4242 4242 4242 4242, order 1795228217906';
  await sandbox.pay(GOOD, { card_cvv: '987', description });
  const location =
    (await sandbox.post('/api/v1/payment', hosted({ order_id: 'o2' }))).headers.get('location') ?? '';
  await sandbox.submit(location, { cc_number: '5454 5454 5454 5454', cvv: '654', exp: '12/30' });
  await sandbox.post('/api/v1/payment', 'not JSON 4242424242424242');
  const requests = await sandbox.records('requests');
  expect(requests.map(({ status }) => status)).toEqual([200, 303, 200, 406]);
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/v1/payment',
    body: {
      cc_number: '424242******4242',
      exp_month: 12,
      description: 'paid with 424242******4242, order 1795228217906',
    },
  });
  expect(requests[2]).toMatchObject({ body: { cc_number: '545454******5454', exp: '12/30' } });
  const text = JSON.stringify([
    requests,
    await sandbox.records('webhooks'),
    await sandbox.records('payments'),
  ]);
  for (const secret of ['4242424242424242', '5454 5454', '"987"', '"654"', 'cvv', 'CPAY']) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toContain(sandbox.received[0]?.event['cc_token']);
});

test('a request says which order and which card it is about, in the words of the control', async () => {
  const sandbox = openSandbox();
  await sandbox.pay(GOOD, { order_id: 'o1' });
  await sandbox.get('/api/v1/pos/any/orders/o%202');
  await sandbox.post('/api/v1/payment', 'not JSON 4242424242424242');
  const about = (await sandbox.records('requests')).map(({ orderId, cardMask }) => [orderId, cardMask]);
  expect(about).toEqual([
    ['o1', '424242******4242'],
    ['o 2', null],
    [null, null],
  ]);
});

test('a reset forgets payments, requests, webhooks, faults, settings and what the clock waits for', async () => {
  const sandbox = openSandbox();
  await sandbox.pay('4000000000000119');
  await sandbox.control('POST', 'settings', { processingSeconds: 99 });
  await sandbox.fault('create', 'garbage');
  await sandbox.control('POST', 'reset');
  for (const list of ['payments', 'requests', 'webhooks', 'faults'])
    expect(await sandbox.records(list)).toEqual([]);
  expect(await sandbox.control('GET', 'settings')).toMatchObject({ processingSeconds: 2 });
  sandbox.received.length = 0;
  await sandbox.pass(60);
  expect(sandbox.received).toEqual([]);
  expect((await sandbox.pay()).status).toBe(200);
});

test('a state can be forced, even back from a final one, and its webhook is sent unless not wanted', async () => {
  const sandbox = openSandbox();
  await sandbox.pay();
  await sandbox.control('POST', 'orders/order-1/state', { status: 'pending', statusCode: '2001' });
  const silent = { status: 'failure', statusCode: '4005', webhook: false };
  await sandbox.control('POST', 'orders/order-1/state', silent);
  expect(sandbox.received.map(({ event }) => event['status_code'])).toEqual(['1000', '2001']);
  const shown = { orderId: 'order-1', amount: '10.50', cardMask: '424242******4242' };
  expect(await sandbox.records('payments')).toMatchObject([
    { ...shown, status: 'failure', statusCode: '4005' },
  ]);
});

test('a final state that was forced stays, whatever the clock had in store', async () => {
  const sandbox = openSandbox();
  await sandbox.pay('4000000000000119');
  await sandbox.control('POST', 'orders/order-1/state', { status: 'failure', statusCode: '4153' });
  await sandbox.pass(60);
  expect(sandbox.received.map(({ event }) => event['status'])).toEqual(['pending', 'failure']);
});

test.each([
  ['faults', { on: 'webhook', kind: 'reset-before' }],
  ['faults', { on: 'create', kind: 'lost' }],
  ['faults', { on: 'create', kind: 'late', delay: 5 }],
  ['clock', { advanceSeconds: -1 }],
  ['settings', { processing: 1 }],
  ['orders/order-1/state', { status: 'paid' }],
  ['orders/order-1/state', { status: 'failure', limit: 'soon' }],
  ['orders/order-1/operations', { method: 'refund', amount: '1,5' }],
  ['orders/order-1/operations', { method: 'refund', split: [{ subMerchantId: 'shop', amount: '1' }] }],
  ['orders/order-1/recurring/transactions', {}],
  ['orders/order-1/events', {}],
  ['orders/order-1/events', { method: 'credit', amount: '1,5' }],
  ['orders/order-1/events', { method: 'credit', fields: 'more' }],
])('%s refuses %j', async (path, body) => {
  const sandbox = openSandbox();
  await sandbox.pay();
  const response = await sandbox.app.request(`/_sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  expect(sandbox.received).toHaveLength(1);
});

test('names of other hosts and pages of other sites get nothing', async () => {
  const { app } = openSandbox();
  expect((await app.request('http://rebound.example/_sandbox/requests')).status).toBe(404);
  const headers = { origin: 'https://elsewhere.example' };
  expect((await app.request('/_sandbox/reset', { method: 'POST', headers })).status).toBe(404);
  expect(
    (await app.request('/_sandbox/requests', { headers: { origin: 'http://localhost:3000' } })).status,
  ).toBe(200);
});
