import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type Body, type Client, connect } from './testing/client.ts';
import { A, B, CARD, MINIMAL } from './testing/sandbox.ts';
import type { SandboxSettings } from './settings.ts';

/**
 * Speaks as public clients of the gateway do (plugins of shops, SDKs), with the fields that they really send: over a
 * socket, to a sandbox as it is by default.
 */

async function started(settings: Partial<SandboxSettings> = {}): Promise<Client> {
  const client = await connect(settings);
  onTestFinished(client.close);
  return client;
}

const without = (body: object, ...names: string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
const SERVER_URL = 'http://127.0.0.1:9/webhook';
const HOSTED = without({ ...MINIMAL.hosted, amount: 100, server_url: SERVER_URL }, 'pos_id');
const DIRECT = without({ ...MINIMAL.direct, amount: 100, server_url: SERVER_URL }, 'pos_id');

const HOSTED_CREATES: [client: string, body: Body, violations: string[]][] = [
  [
    'a shop that knows no phone and no e-mail',
    without(HOSTED, 'customer_email', 'customer_phone'),
    ['customer_email', 'customer_phone'],
  ],
  ['a billing system with an empty e-mail', { ...HOSTED, customer_email: '' }, ['customer_email']],
  ['a guest without a phone', { ...HOSTED, customer_phone: '' }, ['customer_phone']],
  ['a guest who is "unregistered"', { ...HOSTED, customer_email: 'unregistered' }, ['customer_email']],
  [
    'an SDK that writes null',
    { ...HOSTED, payload: null, result_url: null, customer_id: null },
    ['customer_id', 'result_url', 'payload'],
  ],
  ['an SDK with decimal text', { ...HOSTED, amount: '100.00' }, ['amount']],
  [
    'a referrer, which hosted does not know',
    { ...HOSTED, customer_referrer: 'https://shop.example/' },
    ['customer_referrer'],
  ],
  [
    'a fingerprint of its own',
    { ...HOSTED, customer_pc_fingerprint: 'x', init_recurring: true },
    ['customer_pc_fingerprint', 'init_recurring'],
  ],
  ['card fields, which hosted does not know', { ...HOSTED, ...CARD }, Object.keys(CARD)],
];

test.each(HOSTED_CREATES)(
  'a hosted payment of %s is opened, and listed',
  async (_client, body, violations) => {
    const sandbox = await started();
    expect(await sandbox.post('payment', body)).toMatchObject({
      status: 303,
      location: expect.stringMatching(/\/form$/) as string,
    });
    expect(await sandbox.violations()).toEqual(violations);
    expect(sandbox.lines).toHaveLength(1);
  },
);

const DIRECT_CREATES: [client: string, body: Body, violations: string[]][] = [
  [
    'a contract in Java, without names',
    without({ ...DIRECT, amount: '100' }, 'customer_fname', 'customer_lname'),
    ['amount', 'customer_fname', 'customer_lname'],
  ],
  [
    'the camelCase fingerprint',
    without({ ...DIRECT, browserFingerprint: DIRECT['browser_fingerprint'] }, 'browser_fingerprint'),
    ['browserFingerprint', 'browser_fingerprint'],
  ],
  [
    'a fingerprint with more fields',
    { ...DIRECT, browser_fingerprint: { ...MINIMAL.direct.browser_fingerprint, browserPlugins: '0' } },
    ['browser_fingerprint'],
  ],
  [
    'the older set of customer fields',
    without(DIRECT, 'customer_ip', 'customer_phone', 'customer_email'),
    ['customer_email', 'customer_phone', 'customer_ip'],
  ],
  ['a language, which direct does not know', { ...DIRECT, customer_lang: 'UK' }, ['customer_lang']],
];

test.each(DIRECT_CREATES)(
  'a direct payment with %s is charged, and listed',
  async (_client, body, violations) => {
    const sandbox = await started();
    const answer = await sandbox.post('payment', body);
    expect(answer).toMatchObject({ status: 200, told: { status: 'success', amount: 100 } });
    expect(await sandbox.violations()).toEqual(violations);
  },
);

const IDS = { order_id: 'order-1', order_currency: 'UAH' };
/** `capture`, `void` and `refund` as the vendor's plugins and an SDK send them. */
const OPERATIONS: [
  client: string,
  method: 'auth' | 'purchase',
  endpoint: string,
  body: Body,
  amount: number,
][] = [
  ['a shop plugin', 'auth', 'capture', { ...IDS, charge_amount: '40.50', order_amount: '100' }, 40.5],
  ['a blog plugin', 'auth', 'capture', { ...IDS, change_amount: '100', order_amount: '100' }, 100],
  ['an SDK', 'auth', 'capture', { ...IDS, charge_amount: 40, comment: null, server_url: null }, 40],
  [
    'a shop plugin',
    'auth',
    'void',
    { ...IDS, refund_amount: '100', refund_date: '2026-01-02 03:04:05' },
    100,
  ],
  ['an SDK', 'auth', 'void', { ...IDS, comment: null, server_url: null }, 100],
  [
    'a shop plugin',
    'purchase',
    'refund',
    { ...IDS, refund_amount: '12.50', refund_date: '2026-01-02 03:04:05', order_amount: '100' },
    12.5,
  ],
  ['a blog plugin', 'purchase', 'refund', { ...IDS, order_amount: '100', comment: '' }, 100],
];

test.each(OPERATIONS)('%s (%s): its %s of %j moves %d', async (_client, method, endpoint, body, amount) => {
  const sandbox = await started();
  await sandbox.post('payment', { ...DIRECT, method });
  const answer = await sandbox.post(endpoint, { server_url: SERVER_URL, ...body });
  expect(answer).toMatchObject({ status: 200, told: { method: endpoint, status: 'success', amount } });
  expect((await sandbox.violations()).length).toBeGreaterThan(0);
  await expect
    .poll(() => sandbox.received.map(({ genuine, event }) => [genuine, event['method']]))
    .toEqual([
      [true, method],
      [true, endpoint],
    ]);
});

test('the id that plugins keep is billing_order_id: what follows finds the order by it', async () => {
  const sandbox = await started();
  const paid = await sandbox.post('payment', { ...DIRECT, method: 'auth' });
  await expect.poll(() => sandbox.received).toHaveLength(1);
  const kept = sandbox.received[0]?.event['billing_order_id'];
  expect([paid.told['billing_order_id'], kept]).toEqual(['order-1', 'order-1']);
  const captured = await sandbox.post('capture', { ...IDS, order_id: kept, charge_amount: '30' });
  expect(captured).toMatchObject({ status: 200, told: { amount: 30 } });
});

test('an SDK captures a split with amounts in text and its currency named currency', async () => {
  const sandbox = await started();
  await sandbox.post('payment', { ...DIRECT, method: 'auth' });
  const shares = [
    { amount: '70', sub_merchant_id: A },
    { amount: '30.00', sub_merchant_id: B, name: 'Shop' },
  ];
  const body = { order_id: 'order-1', currency: 'UAH', charge_amount: '100', split: shares };
  expect(await sandbox.post('split/capture', body)).toMatchObject({ status: 200, told: { amount: 100 } });
  expect(await sandbox.violations()).toEqual(['currency', 'charge_amount', 'split', 'order_currency']);
});

test('an SDK reads every transaction of an order with its currency, a full capture too', async () => {
  const sandbox = await started();
  await sandbox.post('payment', { ...DIRECT, method: 'auth' });
  await sandbox.post('capture', IDS);
  const { told } = await sandbox.get('order-1');
  expect(told).toMatchObject([
    { method: 'auth', currency: 'UAH' },
    { method: 'capture', currency: 'UAH' },
  ]);
});

test.each([
  ['auth?callback=1', 1],
  ['auth', 0],
])('%s is answered, and %d webhooks are sent again', async (path, again) => {
  const sandbox = await started();
  await sandbox.post('payment', { ...DIRECT, method: 'auth' });
  await expect.poll(() => sandbox.received).toHaveLength(1);
  expect(await sandbox.get(`order-1/${path}`)).toMatchObject({ status: 200, told: { method: 'auth' } });
  expect(await sandbox.violations()).toEqual(['callback']);
  await expect.poll(() => sandbox.received).toHaveLength(1 + again);
});

test('a plugin that adds its header again with every call is answered', async () => {
  const sandbox = await started();
  const auth = sandbox.auth['X-API-AUTH'];
  const headers = { ...sandbox.auth, 'X-API-AUTH': [auth, auth, auth] };
  const path = `${sandbox.url}/api/v1/pos/${sandbox.credentials.posId}/orders/0`;
  const statusOf = (sent: typeof headers) =>
    new Promise((resolve, reject) => {
      request(path, { headers: sent }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
  expect(await statusOf(headers)).toBe(404);
  expect(await sandbox.violations()).toEqual(['X-API-AUTH']);
  expect(await statusOf({ ...headers, 'X-API-AUTH': [auth, `${auth}x`] })).toBe(401);
});

test.each([
  [{}, { processed_amount: 100, processed_currency: 'UAH' }],
  [{ processedAmount: false }, {}],
])(
  'with the settings %j the webhooks of a purchase by card have %j, and no others',
  async (settings, processed) => {
    const sandbox = await started(settings);
    const names = ['processed_amount', 'processed_currency'];
    expect(Object.keys((await sandbox.post('payment', DIRECT)).told)).not.toEqual(
      expect.arrayContaining(names),
    );
    await sandbox.post('payment', { ...DIRECT, method: 'auth', order_id: 'order-2' });
    await sandbox.post('payment', { ...DIRECT, cc_number: '4000000000000002', order_id: 'order-3' });
    await expect.poll(() => sandbox.received).toHaveLength(3);
    const told = sandbox.received.map(({ event }) =>
      Object.fromEntries(Object.entries(event).filter(([name]) => names.includes(name))),
    );
    expect(told).toEqual([processed, {}, {}]);
  },
);

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test("JSON that is sent as a form, which is curl's default, is accepted, listed, and shows no secret", async () => {
  const sandbox = await started();
  await sandbox.post(
    'payment',
    { ...DIRECT, method: 'auth', card_cvv: '987', cc_number: '4242424242424242' },
    FORM,
  );
  expect(await sandbox.violations()).toEqual(['Content-Type']);
  expect(await sandbox.post('capture', IDS, FORM)).toMatchObject({ status: 200, told: { amount: 100 } });
  expect(await sandbox.violations()).toEqual(['Content-Type']);
  const shown = await (await fetch(`${sandbox.url}/_sandbox/requests`)).text();
  expect(shown).toContain('424242******4242');
  for (const secret of ['4242424242424242', '"987"', 'card_cvv']) expect(shown).not.toContain(secret);
});

test('a form that holds no JSON is 406, and so is JSON of any other type', async () => {
  const sandbox = await started();
  expect((await sandbox.post('payment', DIRECT, { 'content-type': 'text/plain' })).status).toBe(406);
  const form = { method: 'POST', headers: { ...sandbox.auth, ...FORM }, body: 'mode=direct' };
  expect((await fetch(`${sandbox.url}/api/v1/payment`, form)).status).toBe(406);
});

const TOKEN = 'a'.repeat(68);
const HIDDEN: [type: string, body: string][] = [
  [
    'application/x-www-form-urlencoded',
    `card[cvv]=987&card[cc_token]=${TOKEN}&card[number]=4111111111111111`,
  ],
  ['application/x-www-form-urlencoded', `data={"cvv":"987","cc_token":"${TOKEN}"`],
  ['application/json', JSON.stringify({ cvv_code: '987', 'cc-cvv ': '987', description: `gpay:${TOKEN}` })],
  ['application/json', JSON.stringify({ payload: JSON.stringify(JSON.stringify({ cvv: '987' })) })],
  ['application/json', JSON.stringify({ payload: `{"cvv":"987","cc_token":"${TOKEN}` })],
  ['text/plain', JSON.stringify({ card_cvv: '987', cc_number: '4111 1111 1111 1111', cc_token: TOKEN })],
  ['multipart/form-data; boundary=x', `--x\r\n\r\ncvv=987&number=4111111111111111&cc_token=${TOKEN}`],
  [
    'application/x-www-form-urlencoded',
    `{"card_cvv": "987", "cc_token": "${TOKEN}", "cc_number": 4111111111111111`,
  ],
  ['Application/X-WWW-Form-urlencoded', `cvv=987&cc_token=${TOKEN}&cc_number=4111111111111111`],
  [
    'application/x-www-form-urlencoded',
    `data=${encodeURIComponent(JSON.stringify({ cvv: '987', cc_token: TOKEN, pan: '4111111111111111' }))}`,
  ],
];

test.each(HIDDEN)('a body of the type %s keeps no card number, CVV or token: %s', async (type, body) => {
  const sandbox = await started();
  const headers = { ...sandbox.auth, 'content-type': type };
  await fetch(`${sandbox.url}/api/v1/payment`, { method: 'POST', headers, body });
  const kept = await (await fetch(`${sandbox.url}/_sandbox/requests`)).text();
  const shown = await (await fetch(`${sandbox.url}/_sandbox`)).text();
  for (const secret of ['4111111111111111', '1111 1111', TOKEN]) expect(kept + shown).not.toContain(secret);
  expect(kept + shown).not.toMatch(/(?<![\w.:-])987(?![\w.:-])/);
});

/** What nothing shows the live gateway to accept. */
const REFUSED: [what: string, body: Body, field: string][] = [
  ['no order_id', without(HOSTED, 'order_id'), 'order_id'],
  ['a comma in an amount', { ...HOSTED, amount: '100,00' }, 'amount'],
  ['an amount that floated', { ...HOSTED, amount: 10.1000001 }, 'amount'],
  ['a number for an e-mail', { ...HOSTED, customer_email: 1 }, 'customer_email'],
  ['neither card nor token', without(DIRECT, ...Object.keys(CARD)), 'cc_number'],
  [
    'half a fingerprint',
    { ...DIRECT, browser_fingerprint: { browserLanguage: 'uk' } },
    'browser_fingerprint',
  ],
];

test.each(REFUSED)('%s is refused all the same', async (_what, body, field) => {
  const sandbox = await started();
  const { status, told } = await sandbox.post('payment', { ...body, more: 1 });
  expect(status).toBe(400);
  const fields = told.args?.map(({ field_name }) => field_name);
  expect(fields).toContain(field);
  expect(fields).not.toContain('more');
  expect(sandbox.lines).toEqual([]);
});

test('strict refuses every one of these requests, for every violation', async () => {
  const sandbox = await started({ strict: true });
  for (const [, body, violations] of [...HOSTED_CREATES, ...DIRECT_CREATES]) {
    const { status, told } = await sandbox.post('payment', body);
    expect(status).toBe(400);
    expect(told.args?.map(({ field_name }) => field_name)).toEqual(violations);
  }
  for (const [, method, endpoint, body] of OPERATIONS) {
    const order = { order_id: `${method}-${endpoint}` };
    await sandbox.post('payment', { ...DIRECT, method, ...order });
    expect((await sandbox.post(endpoint, { ...body, ...order })).status).toBe(400);
  }
  expect(sandbox.lines).toEqual([]);
});
