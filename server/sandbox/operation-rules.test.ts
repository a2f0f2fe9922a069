import { expect, test } from 'vitest';
import { OPERATION_ENDPOINTS as ENDPOINTS, type OperationEndpoint } from '../contract/gateway-parameters.ts';
import { type Harness, openSandbox } from './testing/sandbox.ts';
import { A, B, DIRECT, type Fields as Body, POS, SPLIT } from './testing/tables.ts';

/** What a strict sandbox refuses besides what `gateway-parameters.test.ts` has of single parameters. */

/** For an order of 100 UAH that is split 70 to 30. */
const SHARES = [
  { amount: 30, sub_merchant_id: A },
  { amount: 10, sub_merchant_id: B },
];
const PLAIN = { pos_id: POS, order_id: 'order-1', order_currency: 'UAH' };
/** What is required and nothing else. */
const SMALLEST: Readonly<Record<OperationEndpoint, Body>> = {
  capture: PLAIN,
  'split/capture': { ...PLAIN, charge_amount: 40, split: SHARES },
  void: PLAIN,
  refund: PLAIN,
  'split/refund': { pos_id: POS, order_id: 'order-1', currency: 'UAH', refund_amount: 40, split: SHARES },
};

/** A sandbox with the payment that such an operation needs. */
async function opened(endpoint: OperationEndpoint): Promise<Harness> {
  const sandbox = openSandbox();
  const isSplit = endpoint === 'split/refund';
  const method = endpoint.endsWith('refund') ? 'purchase' : 'auth';
  const body = { ...DIRECT, method, ...(isSplit ? { split: SPLIT } : {}) };
  const paid = await sandbox.post(isSplit ? '/api/v1/split/purchase' : '/api/v1/payment', body);
  expect(await paid.json()).toMatchObject({ status: 'success' });
  sandbox.received.length = 0;
  return sandbox;
}

async function ask(sandbox: Harness, endpoint: OperationEndpoint, body: Body) {
  const response = await sandbox.post(`/api/v1/${endpoint}`, body);
  const told = (await response.json()) as Body & { args?: { field_name: string }[] };
  const refused = response.status === 400 ? (told.args ?? []).map(({ field_name }) => field_name) : [];
  return { http: response.status, refused, told };
}

test.each(ENDPOINTS)('%s with what is required and nothing else succeeds', async (endpoint) => {
  const { http, told } = await ask(await opened(endpoint), endpoint, SMALLEST[endpoint]);
  expect(http).toBe(200);
  expect(told).toMatchObject({ method: endpoint.replace('split/', ''), status: 'success' });
});

test.each<[OperationEndpoint, Body, string]>([
  ['capture', { order_id: 'x'.repeat(33) }, 'order_id'],
  ['capture', { charge_amount: 0 }, 'charge_amount'],
  ['capture', { refund_amount: 40 }, 'refund_amount'],
  ['void', { comment: null }, 'comment'],
  ['void', { unknown: 1 }, 'unknown'],
  ['refund', { order_currency: 'EUR' }, 'order_currency'],
  ['split/refund', { currency: 'EUR' }, 'currency'],
  ['split/refund', { order_currency: 'UAH' }, 'order_currency'],
  ['split/capture', { split: [{ amount: 40, sub_merchant_id: crypto.randomUUID() }] }, 'split'],
  ['split/refund', { split: [{ amount: 39.99, sub_merchant_id: A }] }, 'split'],
  ['split/refund', { split: [{ amount: 40.01, sub_merchant_id: A }] }, 'split'],
])('%s with %j is refused for it, and reports nothing', async (endpoint, more, parameter) => {
  const sandbox = await opened(endpoint);
  const told = await ask(sandbox, endpoint, { ...SMALLEST[endpoint], ...more });
  expect(told).toMatchObject({ http: 400, refused: [parameter] });
  expect(sandbox.received).toEqual([]);
});

/** What each operation may act on (interface 14.3, 14.4). */
const FORBIDDEN: [OperationEndpoint, Body][] = [
  ['capture', { method: 'purchase' }],
  ['split/capture', { method: 'purchase' }],
  ['void', { method: 'purchase' }],
  ['refund', { method: 'auth' }],
  ['split/refund', { method: 'auth' }],
  ...ENDPOINTS.map((endpoint): [OperationEndpoint, Body] => [endpoint, { method: 'lookup' }]),
];

test.each(FORBIDDEN)('%s is refused on a payment with %j', async (endpoint, more) => {
  const sandbox = openSandbox();
  expect((await sandbox.post('/api/v1/payment', { ...DIRECT, ...more })).status).toBe(200);
  expect(await ask(sandbox, endpoint, SMALLEST[endpoint])).toMatchObject({
    http: 400,
    refused: ['order_id'],
  });
});

test.each(
  ENDPOINTS.flatMap((endpoint) =>
    ['4000000000000002', '5454545454545454', '4000000000000119'].map((card) => ({ endpoint, card })),
  ),
)('$endpoint is refused on a payment of card $card, which did not succeed', async ({ endpoint, card }) => {
  const sandbox = openSandbox();
  const method = endpoint.endsWith('refund') ? 'purchase' : 'auth';
  await sandbox.post('/api/v1/payment', { ...DIRECT, method, cc_number: card });
  expect(await ask(sandbox, endpoint, SMALLEST[endpoint])).toMatchObject({
    http: 400,
    refused: ['order_id'],
  });
});

test.each(ENDPOINTS)('%s of an unknown order is 404, of an unknown pos_id 401', async (endpoint) => {
  const sandbox = await opened(endpoint);
  const unknown = { ...SMALLEST[endpoint], order_id: 'other' };
  expect(await ask(sandbox, endpoint, unknown)).toMatchObject({
    http: 404,
    told: { args: { code: 'S-404' } },
  });
  const ofAnother = { ...SMALLEST[endpoint], pos_id: crypto.randomUUID() };
  expect(await ask(sandbox, endpoint, ofAnother)).toMatchObject({
    http: 401,
    told: { args: { code: 'S-404' } },
  });
});
