import { expect, test } from 'vitest';
import { isUuid } from '../contract/uuid.ts';
import { type Harness, openSandbox } from './testing/sandbox.ts';
import { DIRECT, type Fields as Told, POS, SPLIT, STATED } from './testing/tables.ts';

/**
 * The document's Payment response object, written down by hand: field, type, and where it stands. Columns:
 * direct purchase, direct auth, split purchase, direct lookup, cancel.
 */
const PAYMENT = `
payment_id           uuid      + + + + +
order_id             string    + + + + +
gateway_order_id     string    + + + + +
billing_order_id     string    + + + + +
transaction_id       uuid      + + + + +
pos_id               uuid      + + + + +
mode                 string    + + + + +
method               string    + + + + +
amount               number    + + + + +
currency             string    + + + + +
description          string    + + + + +
status               string    + + + + +
status_code          digits    + + + + +
status_description   string    + + + + +
user_action_required boolean   + + + + +
user_action_url      url       + + + + +
eci                  string    + + + + +
mcc                  string    + + + + +
options_3ds          string    + + + + +
cc_mask              mask      + + + + +
cc_token             string    + + + + +
cc_token_expiration  timestamp + + + + +
customer_id          string    + + + + +
customer_ip          string    + + + + +
customer_fname       string    + + + + +
customer_lname       string    + + + + +
customer_email       string    + + + + +
customer_phone       string    + + + + +
customer_patronym    string    + + + + +
customer_birthday    date      + + + + +
customer_city        string    - - - - +
customer_country     string    + + + + +
result_url           url       + + + + +
created_at           timestamp + + + + +
processed_at         timestamp + - - + +
processing_time      timestamp - + + - -
fee                  fee       + + + - -
fixed_fee            fee       + + + - -
percent_fee          fee       + + + - -
payload              string    + + + + +
bank_short_name      string    + + + + -
receipt_url          url       + + + - -`;

/**
 * The Secondary operation response object. Columns: full capture, partial capture, split capture, void, full
 * refund, partial refund, split refund.
 */
const OPERATION = `
operation_id       uuid      + + + + + + +
payment_id         uuid      + + + + + + +
order_id           string    + + + + + + +
transaction_id     uuid      + + + + + + +
pos_id             uuid      + + + + + + +
mode               string    + + + + + + +
method             string    + + + + + + +
amount             number    + + + + + + +
order_currency     string    + - - - - - -
currency           string    - + + + + + +
status             string    + + + + + + +
status_code        digits    + + + + + + +
status_description string    + + + + + + +
created_at         timestamp + + + + + + +
processing_time    timestamp + + + + - - +
processed_at       timestamp - - - - + + -
fee                fee       + + + + + + +
comment            string    + + + + + + +
receipt_url        url       - - - - + + +
split_fee          object    - - - - - - +`;

/** Primary event fields: + where the document says R, o where O. Columns: purchase, auth, lookup, credit, p2p. */
const EVENT = `
payment_id          uuid      + + + + +
order_id            string    + + + + +
gateway_order_id    string    o o o o o
billing_order_id    string    o o o o o
transaction_id      uuid      o o o o o
pos_id              uuid      + + + + +
mode                string    + + + + +
method              string    + + + + +
amount              number    + + + + +
currency            string    + + + + +
payway              string    o o o o o
eci                 string    o o o o o
status              string    + + + + +
status_code         digits    o o o o o
status_description  string    o o o o o
cc_mask             mask      o o o o o
cc_token            string    o o o o o
cc_token_expiration timestamp o o o o o
customer_id         string    o o o o o
customer_phone      string    o o o o o
fee                 fee       o o o o o
fixed_fee           fee       o o o o o
percent_fee         fee       o o o o o
created_at          timestamp + + + + +
processed_at        timestamp o o o o o
payload             string    o o o o o
processed_amount    number    o - - - -
processed_currency  string    o - - - -
receipt_url         url       o o - o -`;

/** Secondary event fields. Columns: capture, void, refund. */
const OPERATION_EVENT = `
operation_id       uuid      + + +
payment_id         uuid      + + +
order_id           string    + + +
transaction_id     uuid      o o o
pos_id             uuid      + + +
mode               string    + + +
method             string    + + +
amount             number    + + +
currency           string    + + +
status             string    + + +
status_code        digits    o o o
status_description string    o o o
fee                fee       o o o
created_at         timestamp + + +
processed_at       timestamp o o o
receipt_url        url       - - o`;

const TYPES: Record<string, (value: unknown) => boolean> = {
  uuid: isUuid,
  string: (value) => typeof value === 'string' && value !== '',
  digits: (value) => typeof value === 'string' && /^\d{4}$/.test(value),
  number: (value) => typeof value === 'number' && /^\d+(\.\d{1,2})?$/.test(String(value)),
  boolean: (value) => typeof value === 'boolean',
  mask: (value) => typeof value === 'string' && /^\d{6}\*{6}\d{4}$/.test(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  timestamp: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$/.test(value),
  url: (value) => typeof value === 'string' && URL.canParse(value),
  fee: (value) => {
    const { amount, currency, ...rest } = value as Told;
    return typeof amount === 'number' && currency === 'UAH' && Object.keys(rest).length === 0;
  },
  object: (value) => typeof value === 'object',
};

interface Field {
  name: string;
  type: string;
  /** + always, o optional, - never */
  mark: string;
}

function column(table: string, index: number): Field[] {
  const rows = table.trim().split('\n');
  return rows.map((row) => {
    const [name = '', type = '', ...marks] = row.split(/\s+/);
    return { name, type, mark: marks[index] ?? '' };
  });
}

/** Exactly the fields of a column, each null or of its type; those in `filled` not null. */
function expectFields(told: Told, fields: Field[], filled: 'all but' | 'none but', names: string[]): void {
  const wanted = fields.filter(({ mark }) => mark !== '-');
  expect(Object.keys(told).toSorted()).toEqual(wanted.map(({ name }) => name).toSorted());
  for (const { name, type } of wanted) {
    const mayBeNull = filled === 'all but' ? names.includes(name) : !names.includes(name);
    const holds = (mayBeNull && told[name] === null) || TYPES[type]?.(told[name]);
    expect({ name, value: told[name], holds }).toEqual({ name, value: told[name], holds: true });
  }
}

async function ask(sandbox: Harness, endpoint: string, body: Told): Promise<Told> {
  const response = await sandbox.post(`/api/v1/${endpoint}`, body);
  expect(response.status).toBe(200);
  return (await response.json()) as Told;
}

const CREATED: [what: string, index: number, endpoint: string, more: Told][] = [
  ['a direct purchase', 0, 'payment', { method: 'purchase' }],
  ['a direct auth', 1, 'payment', { method: 'auth' }],
  ['a split purchase', 2, 'split/purchase', { method: 'purchase', split: SPLIT }],
  ['a direct lookup', 3, 'payment', { method: 'lookup' }],
];
/** No challenge. */
const EMPTY = ['user_action_url', 'eci'];

test.each(CREATED)('%s is answered with exactly its fields', async (_what, index, endpoint, more) => {
  const told = await ask(openSandbox(), endpoint, { ...DIRECT, ...more });
  expectFields(told, column(PAYMENT, index), 'all but', EMPTY);
  expect(told).toMatchObject({ status: 'success', user_action_required: false, user_action_url: null });
});

test.each(CREATED)('%s that waits or failed has the same fields', async (_what, index, endpoint, more) => {
  const fields = column(PAYMENT, index);
  for (const cc_number of ['5454545454545454', '4000000000000119', '4000000000000002']) {
    const told = await ask(openSandbox(), endpoint, { ...DIRECT, ...more, cc_number });
    expectFields(told, fields, 'none but', ['payment_id', 'order_id', 'status', 'status_code', 'created_at']);
    const waits = told['status_code'] === '2122';
    expect([told['user_action_required'], typeof told['user_action_url'] === 'string']).toEqual([
      waits,
      waits,
    ]);
    expect(told['fee'] ?? null).toBeNull();
  }
});

test.each(CREATED)('%s read again is answered the same', async (_what, _index, endpoint, more) => {
  const sandbox = openSandbox();
  const told = await ask(sandbox, endpoint, { ...DIRECT, ...more });
  const path = `/api/v1/pos/${POS}/orders/order-1`;
  const again = await sandbox.get(`${path}/${String(more['method'])}?callback=true`);
  expect(await again.json()).toEqual(told);
  expect(await (await sandbox.get(path)).json()).toEqual([told]);
});

test.each([
  ['payment', { method: 'purchase' }],
  ['payment', { method: 'auth' }],
  ['split/purchase', { method: 'purchase', split: SPLIT }],
])('a cancelled hosted %s %j is an array of one payment with its fields', async (endpoint, more) => {
  const sandbox = openSandbox();
  await sandbox.post(`/api/v1/${endpoint}`, { ...STATED, ...more, mode: 'hosted' });
  const response = await sandbox.post(`/api/v1/pos/${POS}/order/order-1/cancel`, '');
  expect(response.status).toBe(200);
  const [told = {}, ...rest] = (await response.json()) as Told[];
  expect(rest).toEqual([]);
  const unknown = ['cc_mask', 'cc_token', 'cc_token_expiration', 'customer_ip', 'customer_city'];
  expectFields(told, column(PAYMENT, 4), 'all but', [...EMPTY, ...unknown]);
  expect(told).toMatchObject({ method: more.method, status: 'failure', user_action_required: false });
  expect(sandbox.received.map(({ event }) => [event['method'], event['status_code']])).toEqual([
    [more.method, '6007'],
  ]);
});

test('a hosted payment that was paid is read with the fields that are not of direct answers', async () => {
  const sandbox = openSandbox();
  const created = await sandbox.post('/api/v1/payment', { ...STATED, method: 'purchase', mode: 'hosted' });
  expect([created.status, await created.text()]).toEqual([303, '']);
  const location = created.headers.get('location') ?? '';
  const attempt = /name="attempt" value="([^"]+)"/.exec(await (await sandbox.get(location, {})).text())?.[1];
  await sandbox.submit(location, {
    attempt: attempt ?? '',
    cc_number: '4242424242424242',
    exp: '12/30',
    cvv: '123',
  });
  const response = await sandbox.get(`/api/v1/pos/${POS}/orders/order-1/purchase?callback=true`);
  const ofDirect = ['fee', 'fixed_fee', 'percent_fee', 'bank_short_name', 'receipt_url'];
  const missing = [...ofDirect, 'customer_patronym', 'customer_birthday'];
  const fields = column(PAYMENT, 0).filter(({ name }) => !missing.includes(name));
  const told = (await response.json()) as Told;
  expect(told).toMatchObject({ status: 'success' });
  expectFields(told, fields, 'all but', [...EMPTY, 'customer_ip']);
});

const CURRENCY = { pos_id: POS, order_id: 'order-1', order_currency: 'UAH', comment: 'why' };
const OPERATED: [what: string, index: number, endpoint: string, body: Told, event: number][] = [
  ['a full capture', 0, 'capture', CURRENCY, 0],
  ['a partial capture', 1, 'capture', { ...CURRENCY, charge_amount: 40 }, 0],
  ['a split capture', 2, 'split/capture', { ...CURRENCY, charge_amount: 100, split: SPLIT }, 0],
  ['a void', 3, 'void', CURRENCY, 1],
  ['a full refund', 4, 'refund', CURRENCY, 2],
  ['a partial refund', 5, 'refund', { ...CURRENCY, refund_amount: 40 }, 2],
  [
    'a split refund',
    6,
    'split/refund',
    { pos_id: POS, order_id: 'order-1', currency: 'UAH', comment: 'why', refund_amount: 100, split: SPLIT },
    2,
  ],
];

async function paidFor(endpoint: string): Promise<Harness> {
  const sandbox = openSandbox();
  const isSplit = endpoint === 'split/refund';
  const method = endpoint.endsWith('refund') ? 'purchase' : 'auth';
  const body = { ...DIRECT, method, ...(isSplit ? { split: SPLIT } : {}) };
  await ask(sandbox, isSplit ? 'split/purchase' : 'payment', body);
  sandbox.received.length = 0;
  return sandbox;
}

test.each(OPERATED)(
  '%s is answered with exactly its fields, and so is its webhook',
  async (_what, index, endpoint, body, event) => {
    const sandbox = await paidFor(endpoint);
    const told = await ask(sandbox, endpoint, body);
    const free = endpoint === 'void' ? ['fee'] : [];
    expectFields(told, column(OPERATION, index), 'all but', free);
    expect(told).toMatchObject({ mode: 'direct', status: 'success', comment: 'why' });
    const [webhook] = sandbox.received;
    expectFields(webhook?.event ?? {}, column(OPERATION_EVENT, event), 'all but', free);
    for (const name of ['operation_id', 'payment_id', 'transaction_id', 'amount', 'status_code']) {
      expect(webhook?.event[name]).toBe(told[name]);
    }
    const path = `/api/v1/pos/${POS}/orders/order-1/${String(told['method'])}?callback=true`;
    expect(await (await sandbox.get(path)).json()).toEqual(told);
    expect(sandbox.received[1]).toEqual(webhook);
  },
);

test.each(OPERATED)(
  '%s that was declined has the same fields',
  async (_what, index, endpoint, body, event) => {
    const sandbox = await paidFor(endpoint);
    await sandbox.control('POST', 'faults', { on: endpoint.replace('split/', ''), kind: 'decline' });
    const told = await ask(sandbox, endpoint, body);
    const empty = ['fee', 'receipt_url', 'split_fee'];
    expectFields(told, column(OPERATION, index), 'all but', empty);
    expect(told).toMatchObject({ status: 'failure', status_code: '4150', fee: null });
    expectFields(sandbox.received[0]?.event ?? {}, column(OPERATION_EVENT, event), 'all but', empty);
  },
);

test.each(['purchase', 'auth', 'lookup', 'credit', 'p2p'])(
  'a webhook of kind %s has exactly the fields of the table, the required ones filled',
  async (kind) => {
    const sandbox = openSandbox();
    const first = kind === 'auth' || kind === 'lookup' ? kind : 'purchase';
    await ask(sandbox, 'payment', { ...DIRECT, method: first });
    if (kind !== first) await sandbox.control('POST', 'orders/order-1/events', { method: kind });
    const fields = column(EVENT, ['purchase', 'auth', 'lookup', 'credit', 'p2p'].indexOf(kind));
    const required = fields.filter(({ mark }) => mark === '+').map(({ name }) => name);
    const { event, genuine, contentType } = sandbox.received.at(-1) ?? { event: {} };
    expect(event).toMatchObject({ method: kind, status: 'success', amount: 100 });
    expectFields(event, fields, 'none but', required);
    expect([genuine, contentType]).toEqual([true, 'application/x-www-form-urlencoded']);
  },
);
