import { expect, test } from 'vitest';
import { type Harness, MINIMAL, direct, openSandbox } from './testing/sandbox.ts';

const POS = MINIMAL.direct.pos_id;
const BALANCES = `/api/v1/balances/pos/${POS}`;
/** The one header that balances want. */
const ONLY_AUTH = { 'X-API-AUTH': 'CPAY key:secret' };
const SUB_MERCHANTS = ['5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01', '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02'];

interface Listed {
  id: string;
  name: string;
  currency: string;
  balances: Record<string, number>;
}

async function list(sandbox: Harness, kind: 'accounts' | 'terminals'): Promise<Listed[]> {
  const response = await sandbox.get(`${BALANCES}/${kind}`, ONLY_AUTH);
  expect(response.status).toBe(200);
  return ((await response.json()) as Record<string, Listed[]>)[kind] ?? [];
}

async function hryvnias(sandbox: Harness) {
  const account = (await list(sandbox, 'accounts')).find(({ currency }) => currency === 'UAH');
  const terminal = (await list(sandbox, 'terminals')).find(({ currency }) => currency === 'UAH');
  return [
    account?.balances['available'],
    account?.balances['rollingReserve'],
    terminal?.balances['available'],
  ];
}

const ask = (sandbox: Harness, operation: string, more: object) =>
  sandbox.post(`/api/v1/${operation}`, { pos_id: POS, order_id: 'order-1', ...more });

test('the list has id, name, currency and both balances of every account', async () => {
  const accounts = await list(openSandbox(), 'accounts');
  expect(accounts.map(({ currency }) => currency)).toEqual(['UAH', 'EUR', 'USD']);
  for (const account of accounts) {
    expect(Object.keys(account)).toEqual(['id', 'name', 'currency', 'balances']);
    expect(account.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(account.balances).toEqual({ available: 0, rollingReserve: 0 });
  }
});

test('one account is itself and not a list, and spells its reserve rolling_reserve', async () => {
  const sandbox = openSandbox();
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { amount: 100 }));
  const [account] = await list(sandbox, 'accounts');
  const response = await sandbox.get(`${BALANCES}/accounts/${account?.id.toUpperCase()}`, ONLY_AUTH);
  expect(await response.json()).toEqual({ ...account, balances: { available: 93, rolling_reserve: 5 } });
  expect(account?.balances).toEqual({ available: 93, rollingReserve: 5 });
});

test('a purchase settles, an auth does not, its capture does, and refunds take back', async () => {
  const sandbox = openSandbox();
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { method: 'auth', amount: 100 }));
  expect(await hryvnias(sandbox)).toEqual([0, 0, 0]);
  await ask(sandbox, 'capture', { order_currency: 'UAH', charge_amount: 40 });
  expect(await hryvnias(sandbox)).toEqual([37.2, 2, 40]);
  await ask(sandbox, 'refund', { order_currency: 'UAH', refund_amount: 10.01 });
  expect(await hryvnias(sandbox)).toEqual([27.59, 1.5, 29.99]);
  await sandbox.post('/api/v1/payment', direct('4000000000000002', { order_id: 'declined' }));
  expect(await hryvnias(sandbox)).toEqual([27.59, 1.5, 29.99]);
});

test('a purchase refunded in full leaves its fees on the account', async () => {
  const sandbox = openSandbox();
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { amount: 100 }));
  await ask(sandbox, 'refund', { order_currency: 'UAH' });
  expect(await hryvnias(sandbox)).toEqual([-3, 0, 0]);
});

test.each(['split/refund', 'refund'])(
  'shares of sub-merchants pass the account by, and so does a %s',
  async (path) => {
    const sandbox = openSandbox();
    const split = [70, 30].map((amount, index) => ({ amount, sub_merchant_id: SUB_MERCHANTS[index] }));
    await sandbox.post('/api/v1/split/purchase', direct('4242424242424242', { amount: 100, split }));
    expect(await hryvnias(sandbox)).toEqual([0, 0, 100]);
    const asked =
      path === 'refund' ? { order_currency: 'UAH' } : { currency: 'UAH', refund_amount: 100, split };
    expect(await (await ask(sandbox, path, asked)).json()).toMatchObject({ status: 'success' });
    expect(await hryvnias(sandbox)).toEqual([0, 0, 0]);
  },
);

test('money in another currency opens an account and a terminal of it', async () => {
  const sandbox = openSandbox();
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { amount: 1000, currency: 'JPY' }));
  const accounts = await list(sandbox, 'accounts');
  expect(accounts.at(-1)).toMatchObject({
    currency: 'JPY',
    balances: { available: 930, rollingReserve: 50 },
  });
  expect((await list(sandbox, 'terminals')).at(-1)).toMatchObject({ currency: 'JPY' });
});

test('ids stay through a reset, and differ between accounts, terminals and projects', async () => {
  const sandbox = openSandbox();
  const before = [await list(sandbox, 'accounts'), await list(sandbox, 'terminals')];
  await sandbox.control('POST', 'reset');
  expect([await list(sandbox, 'accounts'), await list(sandbox, 'terminals')]).toEqual(before);
  const ids = before.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a failing terminal stands among the failed ones of a good list, and is 500 by itself', async () => {
  const sandbox = openSandbox();
  const [, failing] = await list(sandbox, 'terminals');
  await sandbox.control('POST', 'settings', { failedTerminals: ['EUR'] });
  const response = await sandbox.get(`${BALANCES}/terminals`, ONLY_AUTH);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    terminals: [{ currency: 'UAH' }, { currency: 'USD' }],
    failed_terminals: [{ id: failing?.id, message: expect.any(String) as string }],
  });
  expect((await sandbox.get(`${BALANCES}/terminals/${failing?.id}`, ONLY_AUTH)).status).toBe(500);
  await sandbox.control('POST', 'settings', { failedTerminals: [] });
  expect(await (await sandbox.get(`${BALANCES}/terminals`, ONLY_AUTH)).json()).not.toHaveProperty(
    'failed_terminals',
  );
});

const ID = '6f0b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';

test.each(['endpoints', 'anything', ''])('X-API-KEY %j with balances is a violation', async (key) => {
  const withKey = { ...ONLY_AUTH, 'X-API-KEY': key };
  const strict = openSandbox();
  const refused = await strict.get(`${BALANCES}/accounts`, withKey);
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
    400,
    expect.stringContaining('X-API-KEY'),
  ]);
  const tolerant = openSandbox({ settings: { strict: false } });
  expect((await tolerant.get(`${BALANCES}/accounts`, withKey)).status).toBe(200);
  const { data } = (await tolerant.control('GET', 'requests')) as { data: { violations: unknown[] }[] };
  expect(data.at(-1)?.violations).toEqual([
    { field: 'X-API-KEY', violation: 'must not be sent', accepted: true },
  ]);
  expect((await strict.get(`${BALANCES}/accounts`, { 'X-API-KEY': key })).status).toBe(401);
});

test.each([
  [`/api/v1/balances/pos/no-uuid/accounts`, 400, 'pos_id'],
  [`/api/v1/balances/pos/no-uuid/terminals/${ID}`, 400, 'pos_id'],
  [`${BALANCES}/accounts/1`, 400, 'account_id'],
  [`${BALANCES}/terminals/${ID}0`, 400, 'terminal_id'],
  [`${BALANCES}/accounts?currency=UAH`, 400, 'currency'],
])('%s is invalid: %d', async (path, status, field) => {
  const response = await openSandbox().get(path, ONLY_AUTH);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ args: [{ field_name: field }] });
});

test.each([
  [`/api/v1/balances/pos/${ID}/accounts`, 401],
  [`${BALANCES}/accounts/${ID}`, 404],
  [`${BALANCES}/terminals/${ID}`, 404],
  [`${BALANCES}/cards`, 404],
  [BALANCES, 404],
])('%s is answered %d with the error body', async (path, status) => {
  const response = await openSandbox().get(path, ONLY_AUTH);
  expect(response.status).toBe(status);
  expect(await response.json()).toHaveProperty('message');
});

test('balances are only read', async () => {
  const sandbox = openSandbox();
  expect((await sandbox.post(`${BALANCES}/accounts`, {})).status).toBe(405);
  expect((await sandbox.post(`${BALANCES}/terminals/${ID}`, {})).status).toBe(405);
});

test('what is withheld of a payment becomes available after 180 days, and a refund frees its part', async () => {
  const sandbox = openSandbox();
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { amount: 100 }));
  await ask(sandbox, 'refund', { order_currency: 'UAH', refund_amount: 40 });
  expect(await hryvnias(sandbox)).toEqual([54.6, 3, 60]);
  await sandbox.pass(180 * 86_400);
  expect(await hryvnias(sandbox)).toEqual([57.6, 0, 60]);
});
