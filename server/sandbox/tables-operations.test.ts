import { expect, test } from 'vitest';
import { type Harness, openSandbox } from './testing/sandbox.ts';
import { A, B, DIRECT, type Fields as Body, POS, SPLIT, column } from './testing/tables.ts';

/**
 * The request tables of endpoints 3 to 7 as the document prints them, written down by hand: R required,
 * O optional, - not there. Columns: capture, split capture, void, refund, split refund. What a split capture
 * requires is not shown in the document; known from beyond it: both `charge_amount` and `split`.
 */
const TABLE = `
pos_id             R R R R R
order_id           R R R R R
order_currency     R R R R -
currency           - - - - R
charge_amount      O R - - -
refund_amount      - - - O R
split              - R - - R
comment            O O O O O
server_url         O O O O O
f_receipt_delivery - - - O -`;

const ENDPOINTS = ['capture', 'split/capture', 'void', 'refund', 'split/refund'] as const;
type Endpoint = (typeof ENDPOINTS)[number];

/** A good value of every parameter, for an order of 100 UAH that is split 70 to 30. */
const GOOD: Body = {
  pos_id: POS,
  order_id: 'order-1',
  order_currency: 'UAH',
  currency: 'UAH',
  charge_amount: 40,
  refund_amount: 40,
  split: [
    { amount: 30, sub_merchant_id: A },
    { amount: 10, sub_merchant_id: B },
  ],
  comment: 'why',
  server_url: 'http://127.0.0.1:9/own',
  f_receipt_delivery: 'none',
};

/** A sandbox with the payment that such an operation needs. */
async function opened(endpoint: Endpoint, more: Body = {}): Promise<Harness> {
  const sandbox = openSandbox();
  const isSplit = endpoint === 'split/refund';
  const method = endpoint.endsWith('refund') ? 'purchase' : 'auth';
  const body = { ...DIRECT, method, ...(isSplit ? { split: SPLIT } : {}), ...more };
  const paid = await sandbox.post(isSplit ? '/api/v1/split/purchase' : '/api/v1/payment', body);
  expect(await paid.json()).toMatchObject({ status: 'success' });
  sandbox.received.length = 0;
  return sandbox;
}

const CELLS = ENDPOINTS.flatMap((endpoint, index) =>
  column(TABLE, index).map(({ name, mark }) => ({ endpoint, parameter: name, need: mark })),
);
const needing = (...needs: string[]) => CELLS.filter(({ need }) => needs.includes(need));

function minimal(endpoint: Endpoint): Body {
  const required = needing('R').filter((cell) => cell.endpoint === endpoint);
  return Object.fromEntries(required.map(({ parameter }) => [parameter, GOOD[parameter]]));
}

async function ask(sandbox: Harness, endpoint: Endpoint, body: Body) {
  const response = await sandbox.post(`/api/v1/${endpoint}`, body);
  const told = (await response.json()) as Body & { args?: { field_name: string }[] };
  const refused = response.status === 400 ? (told.args ?? []).map(({ field_name }) => field_name) : [];
  return { http: response.status, refused, told };
}

const without = (body: Body, parameter: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== parameter));

test.each(ENDPOINTS)('%s with what is required and nothing else succeeds', async (endpoint) => {
  const { http, told } = await ask(await opened(endpoint), endpoint, minimal(endpoint));
  expect(http).toBe(200);
  expect(told).toMatchObject({ method: endpoint.replace('split/', ''), status: 'success' });
});

test.each(needing('R'))('$endpoint without the required $parameter is refused for it', async (cell) => {
  const sandbox = await opened(cell.endpoint);
  const told = await ask(sandbox, cell.endpoint, without(minimal(cell.endpoint), cell.parameter));
  expect(told).toMatchObject({ http: 400, refused: [cell.parameter] });
  expect(sandbox.received).toEqual([]);
});

test.each(needing('O'))('$endpoint with the optional $parameter succeeds', async (cell) => {
  const body = { ...minimal(cell.endpoint), [cell.parameter]: GOOD[cell.parameter] };
  const { http, told } = await ask(await opened(cell.endpoint), cell.endpoint, body);
  expect(http).toBe(200);
  expect(told).toMatchObject({ status: 'success' });
});

test.each(needing('-'))(
  '$endpoint with $parameter, which it does not know, is refused for it',
  async (cell) => {
    const sandbox = await opened(cell.endpoint);
    const body = { ...minimal(cell.endpoint), [cell.parameter]: GOOD[cell.parameter] };
    expect(await ask(sandbox, cell.endpoint, body)).toMatchObject({ http: 400, refused: [cell.parameter] });
    expect(sandbox.received).toEqual([]);
  },
);

test.each(needing('R', 'O'))('$endpoint with $parameter null is refused for it', async (cell) => {
  const sandbox = await opened(cell.endpoint);
  const body = { ...minimal(cell.endpoint), [cell.parameter]: null };
  const { http, refused } = await ask(sandbox, cell.endpoint, body);
  expect(http).toBe(400);
  expect(refused).toContain(cell.parameter);
  expect(sandbox.received).toEqual([]);
});

/** Limits and types that all endpoints with such a parameter share. */
const BAD: [parameter: string, value: unknown][] = [
  ['pos_id', 'shop'],
  ['order_id', 'x'.repeat(33)],
  ['order_id', 1],
  ['order_id', ''],
  ['order_currency', 'EUR'],
  ['order_currency', 'uah'],
  ['currency', 'EUR'],
  ['charge_amount', 0],
  ['charge_amount', -1],
  ['charge_amount', 1.005],
  ['charge_amount', '40'],
  ['charge_amount', 1e15],
  ['refund_amount', 0],
  ['refund_amount', -1],
  ['refund_amount', 1.005],
  ['refund_amount', '40'],
  ['comment', 'x'.repeat(2049)],
  ['comment', 1],
  ['server_url', 'nowhere'],
  ['server_url', 'ftp://shop.example/'],
  ['f_receipt_delivery', 'pigeon'],
  ['split', []],
  ['split', [{ amount: 40 }]],
  ['split', [{ sub_merchant_id: A }]],
  ['split', [{ amount: '40', sub_merchant_id: A }]],
  ['split', [{ amount: 40.001, sub_merchant_id: A }]],
  ['split', [{ amount: 40, sub_merchant_id: 'shop' }]],
  ['split', [{ amount: 40, sub_merchant_id: crypto.randomUUID() }]],
  ['split', [{ amount: 39.99, sub_merchant_id: A }]],
  ['split', [{ amount: 40.01, sub_merchant_id: A }]],
];

test.each(
  BAD.flatMap(([parameter, value]) =>
    needing('R', 'O')
      .filter((cell) => cell.parameter === parameter)
      .map(({ endpoint }) => ({ endpoint, parameter, value })),
  ),
)('$endpoint with $parameter = $value is refused for it', async ({ endpoint, parameter, value }) => {
  const sandbox = await opened(endpoint);
  const { http, refused } = await ask(sandbox, endpoint, { ...minimal(endpoint), [parameter]: value });
  expect(http).toBe(400);
  expect(refused).toContain(parameter);
  expect(sandbox.received).toEqual([]);
});

test.each(ENDPOINTS)('%s takes a comment of 2048 characters and an order_id of 32', async (endpoint) => {
  const order = { order_id: 'o'.repeat(32) };
  const body = { ...minimal(endpoint), ...order, comment: 'x'.repeat(2048) };
  expect(await ask(await opened(endpoint, order), endpoint, body)).toMatchObject({ http: 200 });
});

test.each(['email', 'sms', 'viber', 'none'])('a refund delivers its receipt by %s', async (way) => {
  const body = { ...minimal('refund'), f_receipt_delivery: way };
  expect(await ask(await opened('refund'), 'refund', body)).toMatchObject({ http: 200 });
});

/** What States, rules 2 and 3, let each operation act on. */
const FORBIDDEN: [Endpoint, Body][] = [
  ['capture', { method: 'purchase' }],
  ['split/capture', { method: 'purchase' }],
  ['void', { method: 'purchase' }],
  ['refund', { method: 'auth' }],
  ['split/refund', { method: 'auth' }],
  ...ENDPOINTS.map((endpoint): [Endpoint, Body] => [endpoint, { method: 'lookup' }]),
];

test.each(FORBIDDEN)('%s is refused on a payment with %j', async (endpoint, more) => {
  const sandbox = openSandbox();
  expect((await sandbox.post('/api/v1/payment', { ...DIRECT, ...more })).status).toBe(200);
  expect(await ask(sandbox, endpoint, minimal(endpoint))).toMatchObject({ http: 400, refused: ['order_id'] });
});

test.each(
  ENDPOINTS.flatMap((endpoint) =>
    ['4000000000000002', '5454545454545454', '4000000000000119'].map((card) => ({ endpoint, card })),
  ),
)('$endpoint is refused on a payment of card $card, which did not succeed', async ({ endpoint, card }) => {
  const sandbox = openSandbox();
  const method = endpoint.endsWith('refund') ? 'purchase' : 'auth';
  await sandbox.post('/api/v1/payment', { ...DIRECT, method, cc_number: card });
  expect(await ask(sandbox, endpoint, minimal(endpoint))).toMatchObject({ http: 400, refused: ['order_id'] });
});

test.each(ENDPOINTS)('%s of an unknown order is 404, of an unknown pos_id 401', async (endpoint) => {
  const sandbox = await opened(endpoint);
  const unknown = { ...minimal(endpoint), order_id: 'other' };
  expect(await ask(sandbox, endpoint, unknown)).toMatchObject({
    http: 404,
    told: { args: { code: 'S-404' } },
  });
  const ofAnother = { ...minimal(endpoint), pos_id: crypto.randomUUID() };
  expect(await ask(sandbox, endpoint, ofAnother)).toMatchObject({
    http: 401,
    told: { args: { code: 'S-404' } },
  });
});
