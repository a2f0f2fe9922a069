import { expect, test } from 'vitest';
import { AUTH, CARD, MINIMAL, direct, hosted, openSandbox, told } from './testing/sandbox.ts';

const PATH = '/api/v1/payment';
const GOOD = '4242424242424242';
const { cc_number: _, exp_month: _m, exp_year: _y, card_cvv: _c, ...CARDLESS } = direct('');

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
  const paid = await told(await sandbox.pay(number));
  expect(paid).toMatchObject({ status, status_code: code, amount: 10.5, currency: 'UAH', mode: 'direct' });
  expect(paid['status_description']).toEqual(expect.any(String));
  expect(paid['user_action_required']).toBe(code === '2122');
  expect(paid['user_action_url'] === null).toBe(code !== '2122');
  const { payment_id } = paid;
  expect(sandbox.received).toMatchObject([
    { genuine: true, event: { status, status_code: code, payment_id } },
  ]);
});

test('the answer shows a mask and never the card number or the CVV', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.pay(GOOD, { card_cvv: '987' });
  const text = (await response.text()) + JSON.stringify(sandbox.received.map(({ event }) => event));
  expect(text).toContain('424242******4242');
  expect(text).not.toContain('4242424242424242');
  expect(text).not.toContain('"987"');
});

test('an auth that succeeds is 1002 and spells its last update processing_time', async () => {
  const paid = await told(await openSandbox().pay(GOOD, { method: 'auth' }));
  expect(paid).toMatchObject({ method: 'auth', status: 'success', status_code: '1002' });
  expect(paid).toHaveProperty('processing_time', '2026-06-15T12:00:00.000');
  expect(paid).not.toHaveProperty('processed_at');
});

test('a lookup that succeeds is 1000; one without a card has nothing to verify and fails', async () => {
  const lookup = async (more: object) =>
    told(await openSandbox().post(PATH, { ...MINIMAL['direct-lookup'], ...more }));
  expect(await lookup(CARD)).toMatchObject({ method: 'lookup', status_code: '1000' });
  expect(await lookup({})).toMatchObject({ status_code: '4144' });
});

test.each([
  ['4242424242424242', 'always', '2122'],
  ['4111111111111111', 'always', '2122'],
  ['378282246310005', 'always', '1000'],
  ['4000000000000002', 'always', '4153'],
  ['5454545454545454', 'never', '1000'],
])('card %s with order_3ds_bypass %s answers %s', async (number, bypass, code) => {
  const response = await openSandbox().pay(number, { order_3ds_bypass: bypass });
  expect(await response.json()).toMatchObject({ status_code: code });
});

test.each([
  ['4242424242424241', {}, '4144'],
  [GOOD, { exp_month: 5, exp_year: 26 }, '4001'],
  [GOOD, { exp_month: 6, exp_year: 2026 }, '1000'],
])('a wrong or expired card is an outcome, not a refusal: %s %j is %s', async (number, more, code) => {
  expect(await (await openSandbox().pay(number, more)).json()).toMatchObject({ status_code: code });
});

test('4000…0119 succeeds by webhook after a while', async () => {
  const sandbox = openSandbox();
  await sandbox.pay('4000000000000119');
  await sandbox.pass(1.9);
  expect(await sandbox.listed()).toMatchObject([{ status: 'pending', status_code: '2119' }]);
  await sandbox.pass(0.1);
  expect(await sandbox.listed()).toMatchObject([{ status: 'success', status_code: '1000' }]);
  expect(sandbox.states()).toEqual(['pending 2119', 'success 1000']);
});

test('4000…0341 is charged, answers HTTP 500, and its webhook comes late', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.pay('4000000000000341');
  expect(response.status).toBe(500);
  expect(await sandbox.listed()).toMatchObject([{ status: 'success' }]);
  await sandbox.pass(4.9);
  expect(sandbox.received).toEqual([]);
  await sandbox.pass(0.1);
  expect(sandbox.received).toMatchObject([{ genuine: true, event: { status: 'success' } }]);
});

test('4000…0259 is charged, but the connection is reset and no webhook ever comes', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.pay('4000000000000259');
  expect(response.headers.has('x-sandbox-fault')).toBe(true);
  await sandbox.pass(3600);
  expect(sandbox.received).toEqual([]);
  expect(await sandbox.listed()).toMatchObject([{ status: 'success', status_code: '1000' }]);
});

test('4000…0101 is reset and not charged: the order is unknown and its order_id still free', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.pay('4000000000000101');
  expect(response.headers.has('x-sandbox-fault')).toBe(true);
  expect((await sandbox.read()).status).toBe(404);
  expect(await (await sandbox.pay()).json()).toMatchObject({ status: 'success' });
});

test('a successful card payment gives a token of 68 characters that pays again without a challenge', async () => {
  const sandbox = openSandbox();
  const { cc_token: token } = await told(await sandbox.pay());
  expect(token).toMatch(/^[A-Za-z0-9+/]{68}$/);
  const again = { ...CARDLESS, order_id: 'order-2', cc_token: token, order_3ds_bypass: 'always' };
  expect(await (await sandbox.post(PATH, again)).json()).toMatchObject({
    status: 'success',
    cc_mask: '424242******4242',
    cc_token: token,
    cc_token_expiration: '2030-12-31T23:59:59.000',
  });
});

test('a failed payment gives no token, and a token that was never issued fails', async () => {
  const sandbox = openSandbox();
  expect(await (await sandbox.pay('4000000000000002')).json()).toMatchObject({ cc_token: null });
  const unknown = { ...CARDLESS, order_id: 'order-2', cc_token: 'A'.repeat(68) };
  expect(await (await sandbox.post(PATH, unknown)).json()).toMatchObject({ status_code: '4144' });
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
  expect(await sandbox.listed()).toMatchObject([{ status: 'init', status_code: null, mode: 'hosted' }]);
});

test('another scheme word can be agreed', async () => {
  const sandbox = openSandbox({ authScheme: 'WORD' });
  const headers = { ...AUTH, 'X-API-AUTH': 'WORD key:secret', 'content-type': 'application/json' };
  expect((await sandbox.post(PATH, direct(GOOD), headers)).status).toBe(200);
});

test('a body that is not JSON is answered 406, JSON that is no object 400', async () => {
  const sandbox = openSandbox();
  expect((await sandbox.post(PATH, '{"mode":')).status).toBe(406);
  expect((await sandbox.post(PATH, '[]')).status).toBe(400);
});

test.each([
  ['direct', direct(GOOD), 200],
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
