import { expect, test } from 'vitest';
import { FINGERPRINT, MINIMAL, openSandbox } from './sandbox-harness.ts';

/** The table of endpoint 1 as the document prints it, written down once more: direct, hosted, direct lookup, hosted lookup. */
const TABLE = `
pos_id R R R R
mode R R R R
method R R R R
amount R R R R
currency R R R R
description R R R R
order_id R R R R
order_3ds_bypass R R R R
cc_number C - O R
exp_month C - O R
exp_year C - O R
card_cvv C - O R
cc_token C - - -
products O O O O
customer_id O O O O
customer_fname R C O O
customer_lname R C O O
customer_patronym O O O O
customer_email R R O O
customer_phone R R O O
customer_ip R - O -
customer_lang - O - -
customer_country O O O O
customer_birthday O O O O
customer_referrer O - O -
customer_tax_id C C O O
server_url O O O O
result_url O O O O
merchant_mcc O O O O
payload O O O O
validation_url O O O O
browser_fingerprint R - R -
cryptogram O - - -
order_timeout - O - O`;

/** A good value of each parameter that the smallest bodies lack. */
const GOOD: Record<string, unknown> = {
  cc_number: '4242424242424242',
  exp_month: 1,
  exp_year: 2031,
  card_cvv: '123',
  cc_token: 'rcr:abc',
  products: [],
  customer_id: 'c1',
  customer_fname: 'Olha',
  customer_lname: 'Kobylianska',
  customer_patronym: 'Yulianivna',
  customer_email: 'buyer@shop.example',
  customer_phone: '+380501234567',
  customer_ip: '2001:db8::7',
  customer_lang: 'UK',
  customer_country: 'UA',
  customer_birthday: '1990-02-28',
  customer_referrer: 'https://shop.example/',
  customer_tax_id: '1234567890',
  server_url: 'https://shop.example/webhook',
  result_url: 'https://shop.example/return',
  merchant_mcc: '5411',
  payload: '',
  validation_url: 'https://shop.example/check',
  browser_fingerprint: FINGERPRINT,
  cryptogram: { any: 'thing' },
  order_timeout: 900,
};

const VARIANTS = ['direct', 'hosted', 'direct-lookup', 'hosted-lookup'] as const;

const cells = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [parameter = '', ...needs] = line.split(' ');
    return VARIANTS.map((variant, column) => ({ variant, parameter, need: needs[column] ?? '' }));
  });
const needing = (need: string) => cells.filter((cell) => cell.need === need);

async function create(body: unknown) {
  const response = await openSandbox().post('/api/v1/payment', body);
  const told = response.status === 400 ? ((await response.json()) as { args: unknown }) : { args: [] };
  return { status: response.status, args: told.args };
}

const without = (body: object, parameter: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== parameter));
const refusal = (parameter: string) => ({
  status: 400,
  args: [{ field_name: parameter, violation: expect.any(String) as string }],
});

test.each(VARIANTS)('the smallest body of %s is accepted', async (variant) => {
  const { status } = await create(MINIMAL[variant]);
  expect(status).toBe(variant.startsWith('hosted') ? 303 : 200);
});

test.each(needing('R'))('$variant without $parameter is refused', async ({ variant, parameter }) => {
  const told = await create(without(MINIMAL[variant], parameter));
  expect(told.status).toBe(400);
  expect(told.args).toContainEqual(refusal(parameter).args[0]);
});

test.each(needing('-'))('$variant with $parameter, which is not sent, is refused', async (cell) => {
  const told = await create({ ...MINIMAL[cell.variant], [cell.parameter]: GOOD[cell.parameter] });
  expect(told.status).toBe(400);
  expect(told.args).toContainEqual(refusal(cell.parameter).args[0]);
});

test.each(needing('O'))(
  '$variant with the optional $parameter is accepted',
  async ({ variant, parameter }) => {
    const { status } = await create({ ...MINIMAL[variant], [parameter]: GOOD[parameter] });
    expect(status).toBe(variant.startsWith('hosted') ? 303 : 200);
  },
);

test.each(['cc_number', 'exp_month', 'exp_year', 'card_cvv'])(
  'a direct payment needs %s, unless a token comes, and then must not have it',
  async (parameter) => {
    expect(await create(without(MINIMAL.direct, parameter))).toEqual(refusal(parameter));
    const bare = ['cc_number', 'exp_month', 'exp_year', 'card_cvv'].reduce(without, MINIMAL.direct);
    const withToken = { ...bare, cc_token: 'rcr:abc' };
    expect((await create(withToken)).status).toBe(200);
    expect(await create({ ...withToken, [parameter]: GOOD[parameter] })).toEqual(refusal(parameter));
  },
);

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
  ['browser_fingerprint', { ...FINGERPRINT, browserColorDepth: 24 }],
  ['browser_fingerprint', { ...FINGERPRINT, browserPlugins: '0' }],
  ['browser_fingerprint', without(FINGERPRINT, 'browserAcceptHeader')],
  ['browserFingerprint', FINGERPRINT],
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

test('merchants of iGaming and microfinance have to send the names of a hosted payment', async () => {
  const gaming = openSandbox({ settings: { sector: 'igaming' } });
  expect((await gaming.post('/api/v1/payment', MINIMAL.hosted)).status).toBe(400);
  const named = { ...MINIMAL.hosted, customer_fname: 'Olha', customer_lname: 'Kobylianska' };
  expect((await gaming.post('/api/v1/payment', named)).status).toBe(303);
});

test('merchants of microfinance have to send a birthday or tax id, and the tax id above 30 000 UAH', async () => {
  const lender = openSandbox({ settings: { sector: 'microfinance' } });
  const send = async (orderId: string, more: object) =>
    (await lender.post('/api/v1/payment', { ...MINIMAL.direct, order_id: orderId, ...more })).status;
  expect(await send('a', {})).toBe(400);
  expect(await send('b', { customer_birthday: '1990-01-01' })).toBe(200);
  expect(await send('c', { customer_tax_id: '1234567890' })).toBe(200);
  expect(await send('d', { customer_birthday: '1990-01-01', amount: 30_000 })).toBe(200);
  expect(await send('e', { customer_birthday: '1990-01-01', amount: 30_000.01 })).toBe(400);
  expect(await send('f', { customer_birthday: '1990-01-01', amount: 30_001, currency: 'EUR' })).toBe(200);
});
