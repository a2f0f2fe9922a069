import { expect, test } from 'vitest';
import { CARD, type Fields, type Harness, openSandbox, told } from './testing/sandbox.ts';

async function paid(more: Fields = {}) {
  const sandbox = openSandbox();
  await sandbox.pay(CARD.cc_number, { amount: 100, ...more });
  sandbox.received.length = 0;
  return sandbox;
}

const control = (sandbox: Harness, path: string, body: object = {}) =>
  sandbox.control('POST', `orders/order-1/${path}`, body);
const resend = async (sandbox: Harness, path: string) => told(await sandbox.read(`/${path}`));
const event = (sandbox: Harness, index = 0) => sandbox.received[index]?.event ?? {};

test.each(['credit', 'p2p'])('a %s is a transaction and payment of its own on the order', async (method) => {
  const sandbox = await paid();
  const { transactionId } = await control(sandbox, 'events', { method, amount: '25.00' });
  expect(event(sandbox)).toMatchObject({ method, amount: 25, order_id: 'order-1', status: 'success' });
  expect(event(sandbox)['transaction_id']).toBe(transactionId);
  const list = await sandbox.listed();
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
  expect(await sandbox.listed()).toHaveLength(1);
});

test.each([
  ['purchase', 'events', { method: 'purchase' }],
  ['purchase', 'webhook', {}],
  ['refund', 'webhook', { operation: 'refund' }],
])('the webhook of a %s comes again with unknown fields (%s %j)', async (method, path, body) => {
  const sandbox = await paid();
  await control(sandbox, 'operations', { method: 'refund', amount: '40' });
  sandbox.received.length = 0;
  await control(sandbox, path, { ...body, fields: { entity_id: 7 } });
  expect(sandbox.received).toMatchObject([{ genuine: true, event: { method, entity_id: 7 } }]);
  expect(await sandbox.listed()).toHaveLength(2);
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
  await sandbox.fault('capture', 'decline-limit');
  const declined = await sandbox.ask('capture');
  expect(declined).toMatchObject({ status: 'failure', status_code: '6001' });
  expect(declined).not.toHaveProperty('limit_info');
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
  const { transactionId: first } = (await sandbox.records('payments'))[0] ?? {};
  const { recurring } = await control(sandbox, 'recurring');
  expect(recurring).toEqual({ id: expect.any(String) as string, status: 'active' });
  const second = (await control(sandbox, 'recurring/transactions', { amount: '12.50' }))['transactionId'];
  const third = (await control(sandbox, 'recurring/transactions'))['transactionId'];
  expect(sandbox.received.map(({ event: one }) => [one['transaction_id'], one['amount']])).toEqual([
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
  expect(sandbox.received.map(({ event: one }) => one['transaction_id'])).toEqual([third, second, first]);
  for (const { event: one } of sandbox.received) {
    expect(one).toMatchObject({ method: 'purchase', order_id: 'order-1', recurring });
  }
});
