import { expect, test } from 'vitest';
import { CARD, type Fields, type Harness, POS, SPLIT, direct, openSandbox } from './testing/sandbox.ts';

const BALANCES = `/api/v1/balances/pos/${POS}`;
/** The one header that balances want. */
const ONLY_AUTH = { 'X-API-AUTH': 'CPAY key:secret' };

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
  const account = (await list(sandbox, 'accounts')).find(({ currency }) => currency === 'UAH')?.balances;
  const terminal = (await list(sandbox, 'terminals')).find(({ currency }) => currency === 'UAH')?.balances;
  return [account?.['available'], account?.['rollingReserve'], terminal?.['available']];
}

async function paid(more: Fields = {}): Promise<Harness> {
  const sandbox = openSandbox();
  await sandbox.pay(CARD.cc_number, { amount: 100, ...more });
  return sandbox;
}

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
  const sandbox = await paid();
  const [account] = await list(sandbox, 'accounts');
  const response = await sandbox.get(`${BALANCES}/accounts/${account?.id.toUpperCase()}`, ONLY_AUTH);
  expect(await response.json()).toEqual({ ...account, balances: { available: 93, rolling_reserve: 5 } });
  expect(account?.balances).toEqual({ available: 93, rollingReserve: 5 });
});

test('a purchase settles, an auth does not, its capture does, and refunds take back', async () => {
  const sandbox = await paid({ method: 'auth' });
  expect(await hryvnias(sandbox)).toEqual([0, 0, 0]);
  await sandbox.ask('capture', { charge_amount: 40 });
  expect(await hryvnias(sandbox)).toEqual([37.2, 2, 40]);
  await sandbox.ask('refund', { refund_amount: 10.01 });
  expect(await hryvnias(sandbox)).toEqual([27.59, 1.5, 29.99]);
  await sandbox.pay('4000000000000002', { order_id: 'declined' });
  expect(await hryvnias(sandbox)).toEqual([27.59, 1.5, 29.99]);
});

test('a purchase refunded in full leaves its fees on the account', async () => {
  const sandbox = await paid();
  await sandbox.ask('refund');
  expect(await hryvnias(sandbox)).toEqual([-3, 0, 0]);
});

test.each(['split/refund', 'refund'])(
  'shares of sub-merchants pass the account by, and so does a %s',
  async (path) => {
    const sandbox = openSandbox();
    await sandbox.post('/api/v1/split/purchase', direct(CARD.cc_number, { amount: 100, split: SPLIT }));
    expect(await hryvnias(sandbox)).toEqual([0, 0, 100]);
    const asked = path === 'refund' ? {} : { refund_amount: 100, split: SPLIT };
    expect(await sandbox.ask(path, asked)).toMatchObject({ status: 'success' });
    expect(await hryvnias(sandbox)).toEqual([0, 0, 0]);
  },
);

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

test.each(['endpoints', ''])('X-API-KEY %j with balances is a violation', async (key) => {
  const withKey = { ...ONLY_AUTH, 'X-API-KEY': key };
  const strict = openSandbox();
  const refused = await strict.get(`${BALANCES}/accounts`, withKey);
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
    400,
    expect.stringContaining('X-API-KEY'),
  ]);
  const tolerant = openSandbox({ settings: { strict: false }, log: () => {} });
  expect((await tolerant.get(`${BALANCES}/accounts`, withKey)).status).toBe(200);
  expect((await tolerant.records('requests')).at(-1)?.['violations']).toEqual([
    { field: 'X-API-KEY', violation: 'must not be sent', accepted: true },
  ]);
  expect((await strict.get(`${BALANCES}/accounts`, { 'X-API-KEY': key })).status).toBe(401);
});

test('what is withheld of a payment becomes available after 180 days, and a refund frees its part', async () => {
  const sandbox = await paid();
  await sandbox.ask('refund', { refund_amount: 40 });
  expect(await hryvnias(sandbox)).toEqual([54.6, 3, 60]);
  await sandbox.pass(180 * 86_400);
  expect(await hryvnias(sandbox)).toEqual([57.6, 0, 60]);
});
