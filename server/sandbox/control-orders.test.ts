import { expect, test } from 'vitest';
import { type Harness, MINIMAL, direct, openSandbox } from './testing/sandbox.ts';

const ORDER = `/api/v1/pos/${MINIMAL.direct.pos_id}/orders/order-1`;

async function paid(more: Record<string, unknown> = {}) {
  const sandbox = openSandbox();
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { amount: 100, ...more }));
  sandbox.received.length = 0;
  return sandbox;
}

const control = (sandbox: Harness, path: string, body: object = {}) =>
  sandbox.control('POST', `orders/order-1/${path}`, body) as Promise<Record<string, unknown>>;
const resend = async (sandbox: Harness, path: string) =>
  (await (await sandbox.get(`${ORDER}/${path}`)).json()) as Record<string, unknown>;
const event = (sandbox: Harness, index = 0) => sandbox.received[index]?.event ?? {};

test.each(['credit', 'p2p'])('a %s is a transaction and payment of its own on the order', async (method) => {
  const sandbox = await paid();
  const { transactionId } = await control(sandbox, 'events', { method, amount: '25.00' });
  expect(event(sandbox)).toMatchObject({ method, amount: 25, order_id: 'order-1', status: 'success' });
  expect(event(sandbox)['transaction_id']).toBe(transactionId);
  const list = (await (await sandbox.get(ORDER)).json()) as Record<string, unknown>[];
  expect(list.map((one) => [one['method'], one['amount']])).toEqual([
    ['purchase', 100],
    [method, 25],
  ]);
  expect(list[0]?.['payment_id']).not.toBe(list[1]?.['payment_id']);
  expect(await resend(sandbox, `${method}?callback=true`)).toMatchObject({ method, amount: 25 });
  expect(event(sandbox, 1)).toEqual(event(sandbox));
});

test('an event of an unknown kind carries what it was given and leaves nothing behind', async () => {
  const sandbox = await paid();
  await control(sandbox, 'events', { method: 'chargeback', fields: { reason: 'fraud', rrn: null } });
  expect(event(sandbox)).toMatchObject({ method: 'chargeback', reason: 'fraud', rrn: null, amount: 100 });
  expect(sandbox.received[0]?.genuine).toBe(true);
  expect(await (await sandbox.get(ORDER)).json()).toHaveLength(1);
});

test.each([
  ['purchase', 'events', { method: 'purchase' }],
  ['refund', 'events', { method: 'refund' }],
  ['purchase', 'webhook', {}],
  ['refund', 'webhook', { operation: 'refund' }],
])('the webhook of a %s comes again with unknown fields (%s %j)', async (method, path, body) => {
  const sandbox = await paid();
  await control(sandbox, 'operations', { method: 'refund', amount: '40' });
  sandbox.received.length = 0;
  await control(sandbox, path, { ...body, fields: { entity_id: 7 } });
  expect(sandbox.received).toMatchObject([{ genuine: true, event: { method, entity_id: 7 } }]);
  const list = (await (await sandbox.get(ORDER)).json()) as unknown[];
  expect(list).toHaveLength(2);
});

test('an event of an operation that the order does not have is 404', async () => {
  const sandbox = await paid();
  expect(await control(sandbox, 'events', { method: 'capture' })).toMatchObject({ args: { code: 'S-404' } });
  expect(sandbox.received).toEqual([]);
});

test('a failure at a limit has limit_info in its webhook, as an object, and not in answers', async () => {
  const sandbox = await paid();
  const limit = { retryAfterSeconds: 3600, description: 'Daily limit of the card' };
  await control(sandbox, 'state', { status: 'failure', statusCode: '4010', limit });
  expect(event(sandbox)).toMatchObject({
    status_code: '4010',
    limit_info: { retry_after: '2026-06-15T13:00:00.000', description: 'Daily limit of the card' },
  });
  expect(await resend(sandbox, 'purchase?callback=true')).not.toHaveProperty('limit_info');
  await control(sandbox, 'state', { status: 'success', statusCode: '1000' });
  expect(event(sandbox, 2)).not.toHaveProperty('limit_info');
});

test('a capture declined at a limit is 6001, and only its webhook has limit_info', async () => {
  const sandbox = await paid({ method: 'auth' });
  await sandbox.control('POST', 'faults', { on: 'capture', kind: 'decline-limit' });
  const body = { pos_id: MINIMAL.direct.pos_id, order_id: 'order-1', order_currency: 'UAH' };
  const response = await sandbox.post('/api/v1/capture', body);
  const told = (await response.json()) as object;
  expect(told).toMatchObject({ status: 'failure', status_code: '6001' });
  expect(told).not.toHaveProperty('limit_info');
  expect(event(sandbox)['limit_info']).toEqual({
    retry_after: '2026-06-16T12:00:00.000',
    description: 'Daily limit exceeded',
  });
  await control(sandbox, 'operations', { method: 'void', declinedBy: 'limit' });
  expect(event(sandbox, 1)).toMatchObject({ method: 'void', status_code: '6001' });
  expect(event(sandbox, 1)).not.toHaveProperty('limit_info');
});

test('of a recurring payment the latest transaction is sent again, or the one that is named', async () => {
  const sandbox = await paid();
  const { transactionId: first } =
    ((await sandbox.control('GET', 'payments')) as { data: Record<string, unknown>[] }).data[0] ?? {};
  const { recurring } = await control(sandbox, 'recurring');
  expect(recurring).toEqual({ id: expect.any(String) as string, status: 'active' });
  const second = (await control(sandbox, 'recurring/transactions', { amount: '12.50' }))['transactionId'];
  const third = (await control(sandbox, 'recurring/transactions'))['transactionId'];
  expect(sandbox.received.map(({ event: told }) => [told['transaction_id'], told['amount']])).toEqual([
    [second, 12.5],
    [third, 100],
  ]);
  expect(event(sandbox)).not.toHaveProperty('recurring');
  sandbox.received.length = 0;
  const latest = await resend(sandbox, 'purchase?callback=true');
  expect(latest).toMatchObject({ method: 'auth', transaction_id: third, recurring });
  for (const [id, amount] of [
    [second, 12.5],
    [first, 100],
  ]) {
    const named = await resend(sandbox, `purchase?callback=true&transactionId=${String(id)}`);
    expect(named).toMatchObject({ method: 'auth', transaction_id: id, amount, recurring });
  }
  expect(sandbox.received.map(({ event: told }) => told['transaction_id'])).toEqual([third, second, first]);
  for (const { event: told } of sandbox.received) {
    expect(told).toMatchObject({ method: 'purchase', order_id: 'order-1', recurring });
  }
});

test.each([
  ['recurring/transactions', {}],
  ['events', {}],
  ['events', { method: 'credit', amount: '1,5' }],
  ['events', { method: 'credit', fields: 'more' }],
  ['state', { status: 'failure', limit: 'soon' }],
  ['operations', { method: 'refund', split: [{ subMerchantId: 'shop', amount: '1' }] }],
])('%s refuses %j', async (path, body) => {
  const sandbox = await paid();
  const response = await sandbox.app.request(`/_sandbox/orders/order-1/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  expect(sandbox.received).toEqual([]);
});
