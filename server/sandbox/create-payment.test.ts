import { expect, test } from 'vitest';
import { AUTH, CARD, type Harness, MINIMAL, direct, hosted, openSandbox } from './testing/sandbox.ts';

const PATH = '/api/v1/payment';

async function pay(sandbox: Harness, body: unknown) {
  const response = await sandbox.post(PATH, body);
  return (await response.json()) as Record<string, unknown>;
}

/** The order as it stands; unlike the re-send of endpoint 12, it sends no webhook. */
const read = async (sandbox: Harness) => sandbox.get(`/api/v1/pos/${MINIMAL.direct.pos_id}/orders/order-1`);

test.each([
  ['4242424242424242', 'success', '1000'],
  ['378282246310005', 'success', '1000'],
  ['4111111111111111', 'success', '1000'],
  ['5454545454545454', 'pending', '2122'],
  ['4000000000000002', 'failure', '4153'],
  ['4000000000009995', 'failure', '4009'],
  ['4000000000000069', 'failure', '4001'],
  ['4000000000000127', 'failure', '4144'],
  ['4000000000000119', 'pending', '2119'],
])('card %s ends in %s %s, and a webhook reports the same', async (number, status, code) => {
  const sandbox = openSandbox();
  const told = await pay(sandbox, direct(number));
  expect(told).toMatchObject({ status, status_code: code, amount: 10.5, currency: 'UAH', mode: 'direct' });
  expect(told['status_description']).toEqual(expect.any(String));
  expect(told['user_action_required']).toBe(code === '2122');
  expect(told['user_action_url'] === null).toBe(code !== '2122');
  expect(sandbox.received).toHaveLength(1);
  expect(sandbox.received[0]).toMatchObject({ genuine: true, event: { status, status_code: code } });
  expect(sandbox.received[0]?.event['payment_id']).toBe(told['payment_id']);
});

test('the answer shows a mask and never the card number or the CVV', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.post(PATH, direct('4242424242424242', { card_cvv: '987' }));
  const text = (await response.text()) + JSON.stringify(sandbox.received.map(({ event }) => event));
  expect(text).toContain('424242******4242');
  expect(text).not.toContain('4242424242424242');
  expect(text).not.toContain('"987"');
});

test('an auth that succeeds is 1002 and spells its last update processing_time', async () => {
  const told = await pay(openSandbox(), direct('4242424242424242', { method: 'auth' }));
  expect(told).toMatchObject({ method: 'auth', status: 'success', status_code: '1002' });
  expect(told).toHaveProperty('processing_time', '2026-06-15T12:00:00.000');
  expect(told).not.toHaveProperty('processed_at');
});

test('a lookup that succeeds is 1000; one without a card has nothing to verify and fails', async () => {
  const sandbox = openSandbox();
  const lookup = MINIMAL['direct-lookup'];
  expect(await pay(sandbox, { ...lookup, ...CARD })).toMatchObject({ method: 'lookup', status_code: '1000' });
  expect(await pay(sandbox, { ...lookup, order_id: 'bare' })).toMatchObject({ status_code: '4144' });
});

test.each([
  ['4242424242424242', 'always', '2122'],
  ['4111111111111111', 'always', '2122'],
  ['378282246310005', 'always', '1000'],
  ['4000000000000002', 'always', '4153'],
  ['5454545454545454', 'never', '1000'],
])('card %s with order_3ds_bypass %s answers %s', async (number, bypass, code) => {
  expect(await pay(openSandbox(), direct(number, { order_3ds_bypass: bypass }))).toMatchObject({
    status_code: code,
  });
});

test('a number that fails the Luhn check is 4144, and an expired card 4001: outcomes, not refusals', async () => {
  const sandbox = openSandbox();
  expect(await pay(sandbox, direct('4242424242424241'))).toMatchObject({ status_code: '4144' });
  const expired = direct('4242424242424242', { order_id: 'old', exp_month: 5, exp_year: 26 });
  expect(await pay(sandbox, expired)).toMatchObject({ status: 'failure', status_code: '4001' });
  const good = direct('4242424242424242', { order_id: 'new', exp_month: 6, exp_year: 2026 });
  expect(await pay(sandbox, good)).toMatchObject({ status: 'success' });
});

test('4000…0119 succeeds by webhook after a while', async () => {
  const sandbox = openSandbox();
  await pay(sandbox, direct('4000000000000119'));
  await sandbox.pass(1.9);
  expect(await (await read(sandbox)).json()).toMatchObject([{ status: 'pending', status_code: '2119' }]);
  await sandbox.pass(0.1);
  expect(await (await read(sandbox)).json()).toMatchObject([{ status: 'success', status_code: '1000' }]);
  expect(sandbox.received.map(({ event }) => event['status'])).toEqual(['pending', 'success']);
});

test('4000…0341 is charged, answers HTTP 500, and its webhook comes late', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.post(PATH, direct('4000000000000341'));
  expect(response.status).toBe(500);
  expect(await (await read(sandbox)).json()).toMatchObject([{ status: 'success' }]);
  await sandbox.pass(4.9);
  expect(sandbox.received).toEqual([]);
  await sandbox.pass(0.1);
  expect(sandbox.received).toMatchObject([{ genuine: true, event: { status: 'success' } }]);
});

test('4000…0259 is charged, but the connection is reset and no webhook ever comes', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.post(PATH, direct('4000000000000259'));
  expect(response.headers.has('x-sandbox-fault')).toBe(true);
  await sandbox.pass(3600);
  expect(sandbox.received).toEqual([]);
  expect(await (await read(sandbox)).json()).toMatchObject([{ status: 'success', status_code: '1000' }]);
});

test('4000…0101 is reset and not charged: the order is unknown and its order_id still free', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.post(PATH, direct('4000000000000101'));
  expect(response.headers.has('x-sandbox-fault')).toBe(true);
  expect((await read(sandbox)).status).toBe(404);
  expect(await pay(sandbox, direct('4242424242424242'))).toMatchObject({ status: 'success' });
});

test('a successful card payment gives a token of 68 characters that pays again without a challenge', async () => {
  const sandbox = openSandbox();
  const first = await pay(sandbox, direct('4242424242424242'));
  const token = first['cc_token'];
  expect(token).toMatch(/^[A-Za-z0-9+/]{68}$/);
  const { cc_number: _, exp_month: _m, exp_year: _y, card_cvv: _c, ...bare } = direct('');
  const again = { ...bare, order_id: 'order-2', cc_token: token, order_3ds_bypass: 'always' };
  expect(await pay(sandbox, again)).toMatchObject({
    status: 'success',
    cc_mask: '424242******4242',
    cc_token: token,
    cc_token_expiration: '2030-12-31T23:59:59.000',
  });
});

test('a failed payment gives no token, and a token that was never issued fails', async () => {
  const sandbox = openSandbox();
  expect(await pay(sandbox, direct('4000000000000002'))).toMatchObject({ cc_token: null });
  const { cc_number: _, exp_month: _m, exp_year: _y, card_cvv: _c, ...bare } = direct('');
  const unknown = { ...bare, order_id: 'order-2', cc_token: 'A'.repeat(68) };
  expect(await pay(sandbox, unknown)).toMatchObject({ status: 'failure', status_code: '4144' });
});

test('a hosted payment answers 303 with the address of its form and an empty body, and stays init', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.post(PATH, hosted());
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(
    /^http:\/\/localhost\/api\/v1\/checkout\/[0-9a-f-]{36}\/form$/,
  );
  expect(await response.text()).toBe('');
  expect(sandbox.received).toEqual([]);
  expect(await (await read(sandbox)).json()).toMatchObject([
    {
      status: 'init',
      status_code: null,
      mode: 'hosted',
    },
  ]);
});

const json = { 'content-type': 'application/json' };

test('header names may have any case, and another scheme word can be agreed', async () => {
  const sandbox = openSandbox({ authScheme: 'WORD' });
  const headers = { ...json, 'x-Api-aUTH': 'WORD key:secret', 'X-API-Key': 'endpoints' };
  expect((await sandbox.post(PATH, direct('4242424242424242'), headers)).status).toBe(200);
});

test('a body that is not JSON is answered 406, JSON that is no object 400', async () => {
  const sandbox = openSandbox();
  const form = { ...AUTH, 'content-type': 'application/x-www-form-urlencoded' };
  expect((await sandbox.post(PATH, 'mode=direct', form)).status).toBe(406);
  expect((await sandbox.post(PATH, '{"mode":')).status).toBe(406);
  expect((await sandbox.post(PATH, '[]')).status).toBe(400);
});

test.each([
  ['direct', direct('4242424242424242'), 200],
  ['hosted', hosted(), 303],
])(
  'of simultaneous equal %s requests one is accepted, the others find the order_id used',
  async (_, body, taken) => {
    const sandbox = openSandbox();
    const answers = await Promise.all([1, 2, 3].map(() => sandbox.post(PATH, body)));
    expect(answers.map(({ status }) => status)).toEqual([taken, 400, 400]);
    const refused = await answers.find(({ status }) => status === 400)?.json();
    expect(refused).toMatchObject({ args: { code: 'P-409' } });
  },
);
