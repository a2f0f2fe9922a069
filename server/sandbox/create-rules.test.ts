import { expect, test } from 'vitest';
import { WHOLE_FINGERPRINT } from '../contract/testing/fixtures.ts';
import type { SandboxOptions } from './world.ts';
import { MINIMAL, openSandbox } from './testing/sandbox.ts';

async function create(body: unknown, options?: SandboxOptions) {
  const response = await openSandbox(options).post('/api/v1/payment', body);
  const told = response.status === 400 ? ((await response.json()) as { args: unknown }) : { args: [] };
  return { status: response.status, args: told.args };
}

const without = (body: object, parameter: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== parameter));
const refusal = (parameter: string) => ({
  status: 400,
  args: [{ field_name: parameter, violation: expect.any(String) as string }],
});

test.each([
  ['pos_id', 'not-a-uuid'],
  ['mode', 'DIRECT'],
  ['method', 'credit'],
  ['amount', '10.50'],
  ['amount', 10.505],
  ['amount', 0],
  ['amount', -1],
  ['amount', 1e15],
  ['currency', 'uah'],
  ['currency', 'ZZZ'],
  ['description', ''],
  ['description', 'x'.repeat(2049)],
  ['order_id', 42],
  ['order_id', 'x'.repeat(257)],
  ['order_3ds_bypass', 'sometimes'],
  ['cc_number', 4242424242424242],
  ['cc_number', '4242 4242 4242 4242'],
  ['exp_month', '12'],
  ['exp_month', 13],
  ['exp_year', '30'],
  ['exp_year', 130],
  ['card_cvv', 123],
  ['card_cvv', '12'],
  ['products', {}],
  ['customer_email', 'buyer@'],
  ['customer_ip', '203.0.113.700'],
  ['customer_ip', 'localhost'],
  ['customer_country', 'UKR'],
  ['customer_birthday', '1990-02-30'],
  ['customer_referrer', 'shop.example'],
  ['server_url', 'ftp://shop.example/'],
  ['merchant_mcc', 5411],
  ['payload', 'x'.repeat(4001)],
  ['payload', null],
  ['browser_fingerprint', { ...WHOLE_FINGERPRINT, browserColorDepth: 24 }],
  ['browser_fingerprint', { ...WHOLE_FINGERPRINT, browserPlugins: '0' }],
  ['browser_fingerprint', without(WHOLE_FINGERPRINT, 'browserAcceptHeader')],
  ['browserFingerprint', WHOLE_FINGERPRINT],
  ['split', []],
])('a direct payment with %s = %j is refused', async (parameter, value) => {
  const told = await create({ ...MINIMAL.direct, [parameter]: value });
  expect(told.status).toBe(400);
  expect(told.args).toContainEqual(refusal(parameter).args[0]);
});

test('an amount in a currency without decimals must be whole', async () => {
  expect((await create({ ...MINIMAL.direct, currency: 'JPY', amount: 1050 })).status).toBe(200);
  expect(await create({ ...MINIMAL.direct, currency: 'JPY', amount: 10.5 })).toEqual(refusal('amount'));
});

test('a lookup may be over nothing', async () => {
  expect((await create({ ...MINIMAL['direct-lookup'], amount: 0 })).status).toBe(200);
});

test.each([
  ['customer_lang', 'uk'],
  ['order_timeout', '900'],
  ['order_timeout', 0],
])('a hosted payment with %s = %j is refused', async (parameter, value) => {
  expect(await create({ ...MINIMAL.hosted, [parameter]: value })).toEqual(refusal(parameter));
});

const microfinance = { settings: { sector: 'microfinance' } } as const;
const byToken = without(
  without(without(without(MINIMAL.direct, 'cc_number'), 'exp_month'), 'exp_year'),
  'card_cvv',
);

test.each<[string, object, SandboxOptions?]>([
  ['exp_month', { ...MINIMAL.direct, exp_month: '12' }],
  ['cc_token', { ...byToken, cc_token: 5 }],
  ['customer_tax_id', { ...MINIMAL.direct, customer_tax_id: 12_345 }, microfinance],
  ['customer_tax_id', { ...MINIMAL.direct, amount: 30_001, customer_tax_id: 12_345 }, microfinance],
  ['customer_birthday', { ...MINIMAL.direct, customer_birthday: '1990-02-30' }, microfinance],
])('a wrong %s is told as wrong, and nothing as missing', async (parameter, body, options) => {
  expect(await create(body, options)).toEqual(refusal(parameter));
});
