import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { GatewayRequestError } from './request-error.ts';
import { ACCOUNT_ID } from './test-calls.ts';
import { json, SETTINGS, scriptedFetch } from './test-payments.ts';

const OTHER_ID = '22222222-2222-4333-8444-555555555555';
const ACCOUNT = {
  id: ACCOUNT_ID,
  name: 'Main',
  currency: 'UAH',
  balances: { available: 1234.5, rollingReserve: 10 },
};
const TERMINAL = { id: ACCOUNT_ID, name: 'Visa', currency: 'EUR', balances: { available: -0.07 } };

function clientFor(answer: unknown, status = 200, settings = SETTINGS) {
  const { fetch, calls } = scriptedFetch(() => json(answer, status), settings);
  return { client: createGatewayClient(settings, { fetch, sleep: async () => {} }), calls };
}

describe('requests of balances', () => {
  it.each([
    ['accounts', `/accounts`],
    ['account', `/accounts/${ACCOUNT_ID}`],
    ['terminals', `/terminals`],
    ['terminal', `/terminals/${ACCOUNT_ID}`],
  ] as const)('%s reads %s and sends only X-API-AUTH', async (name, path) => {
    const { client, calls } = clientFor({});
    await client[name](ACCOUNT_ID);
    const [call] = calls;
    expect(call?.url).toBe(`${SETTINGS.baseUrl}/api/v1/balances/pos/${SETTINGS.posId}${path}`);
    expect(call).toMatchObject({ method: 'GET', body: null, redirect: 'manual' });
    expect(Object.fromEntries(call?.headers ?? [])).toEqual({
      'x-api-auth': 'CPAY public-key:top/secret+value',
    });
  });

  it('go to an address of their own where the settings name one, and nothing else does', async () => {
    const settings = { ...SETTINGS, balancesUrl: 'https://balances.example/x/' };
    const { client, calls } = clientFor({}, 200, settings);
    await client.accounts();
    await client.readOrder('order-0007');
    expect(calls.map(({ url }) => new URL(url).host)).toEqual(['balances.example', 'gateway.example']);
    expect(calls[0]?.url).toMatch(/^https:\/\/balances\.example\/x\/api\/v1\/balances\/pos\//);
  });

  it.each(['', '..', 'all', `${ACCOUNT_ID}/x`, `${ACCOUNT_ID}\n`])('refuse the id %j', async (id) => {
    const { client, calls } = clientFor({});
    await expect(client.account(id)).rejects.toThrow(
      new GatewayRequestError([{ field: 'account_id', rule: 'format' }]),
    );
    await expect(client.terminal(id)).rejects.toThrow('terminal_id (format)');
    expect(calls).toHaveLength(0);
  });
});

describe('accounts', () => {
  it.each([
    [{ available: 1234.5, rollingReserve: 10 }, 123_450, 1000],
    [{ available: '1234.50', rolling_reserve: '10.00' }, 123_450, 1000],
    [{ available: -1.05, rolling_reserve: 0 }, -105, 0],
    [{ available: '-0.07' }, -7, null],
    [{ available: null, rollingReserve: null }, null, null],
    [{ rollingReserve: null, rolling_reserve: 3 }, null, 300],
    [{ available: '1199.2800', rollingReserve: '10.000' }, 119_928, 1000],
    [null, null, null],
    [undefined, null, null],
  ])('with balances %j have %j available, %j reserved', async (balances, available, reserve) => {
    const { client } = clientFor({ accounts: [{ ...ACCOUNT, balances, more: 1 }] });
    const account = {
      id: ACCOUNT_ID,
      name: 'Main',
      currency: 'UAH',
      availableMinor: available,
      rollingReserveMinor: reserve,
      raw: { more: 1 },
    };
    expect(await client.accounts()).toEqual({ kind: 'answered', value: [account] });
  });

  it('keep as they came the balances that are no amount of two decimals', async () => {
    const balances = { available: 1199.2825, rolling_reserve: '0.0001', hold: 1 };
    const { client } = clientFor({ accounts: [{ ...ACCOUNT, balances }] });
    expect(await client.accounts()).toMatchObject({
      value: [{ availableMinor: null, rollingReserveMinor: null, raw: { balances } }],
    });
    const answer = clientFor({ ...TERMINAL, balances: { available: 1199.2825 } });
    expect(await answer.client.terminal(ACCOUNT_ID)).toMatchObject({
      value: { availableMinor: null, raw: { balances: { available: 1199.2825 } } },
    });
  });

  it('are read one by one, but not for one another', async () => {
    expect(await clientFor(ACCOUNT).client.account(ACCOUNT_ID.toUpperCase())).toMatchObject({
      kind: 'answered',
      value: { id: ACCOUNT_ID, availableMinor: 123_450 },
    });
    expect(await clientFor({ ...ACCOUNT, id: OTHER_ID }).client.account(ACCOUNT_ID)).toEqual({
      kind: 'unknown',
      reason: 'HTTP 200: no-balances',
    });
  });

  it('keep what has no place of its own, without secrets', async () => {
    const more = { status: 'active', api_key: 'k', note: 'card 4242 4242 4242 4242', deep: { iban: null } };
    const balances = {
      available: 1,
      rollingReserve: 2,
      rolling_reserve: 2,
      hold: '3.50',
      limits: [{ day: 4 }],
    };
    const { client } = clientFor({ ...ACCOUNT, ...more, balances });
    expect(await client.account(ACCOUNT_ID)).toMatchObject({
      value: {
        raw: {
          status: 'active',
          note: 'card [removed]',
          deep: { iban: null },
          balances: { hold: '3.50', limits: [{ day: 4 }] },
        },
      },
    });
    const answer = await client.account(ACCOUNT_ID);
    expect(JSON.stringify(answer)).not.toMatch(/api_key|4242|rolling_reserve/);
    expect(await clientFor(ACCOUNT).client.account(ACCOUNT_ID)).toMatchObject({ value: { raw: {} } });
  });

  it('may be none, and need no name', async () => {
    expect(await clientFor({ accounts: [] }).client.accounts()).toEqual({ kind: 'answered', value: [] });
    const nameless = { ...ACCOUNT, name: null };
    expect(await clientFor(nameless).client.account(ACCOUNT_ID)).toMatchObject({ value: { name: '' } });
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['null', { accounts: null }],
    ['a list', [ACCOUNT]],
    ['one that is none', { accounts: [ACCOUNT, null] }],
    ['one without id', { accounts: [{ ...ACCOUNT, id: null }] }],
    ['one without currency', { accounts: [{ ...ACCOUNT, currency: '' }] }],
  ])('are rejected with %s', async (_, answer) => {
    expect(await clientFor(answer).client.accounts()).toMatchObject({ kind: 'unknown' });
  });
});

describe('terminals', () => {
  it('that failed stand beside those that did not', async () => {
    const failed_terminals = [
      { id: OTHER_ID, message: 'bank is away, card 4242424242424242', more: 1 },
      { id: '7' },
    ];
    expect(await clientFor({ terminals: [TERMINAL], failed_terminals }).client.terminals()).toEqual({
      kind: 'answered',
      value: {
        terminals: [{ id: ACCOUNT_ID, name: 'Visa', currency: 'EUR', availableMinor: -7, raw: {} }],
        failed: [
          { id: OTHER_ID, message: 'bank is away, card [removed]', raw: { more: 1 } },
          { id: '7', message: '', raw: {} },
        ],
      },
    });
  });

  it.each([undefined, null, []])('that all work have %j beside', async (failed_terminals) => {
    const answer = { terminals: [TERMINAL], failed_terminals };
    expect(await clientFor(answer).client.terminals()).toMatchObject({ value: { failed: [] } });
  });

  it('are read one by one', async () => {
    const balances = { available: -0.07, rollingReserve: 1 };
    expect(await clientFor({ ...TERMINAL, balances, bank: 'x' }).client.terminal(ACCOUNT_ID)).toEqual({
      kind: 'answered',
      value: {
        id: ACCOUNT_ID,
        name: 'Visa',
        currency: 'EUR',
        availableMinor: -7,
        raw: { bank: 'x', balances: { rollingReserve: 1 } },
      },
    });
  });

  it.each<unknown>([{}, { terminals: [null] }, { terminals: [], failed_terminals: {} }])(
    'are rejected as %j',
    async (answer) => {
      expect(await clientFor(answer).client.terminals()).toMatchObject({ kind: 'unknown' });
    },
  );
});

describe('failing balances', () => {
  it.each([400, 401, 404])('are a refusal with HTTP %i', async (status) => {
    const { client } = clientFor({ message: 'no', args: { code: 'S-403' } }, status);
    expect(await client.accounts()).toMatchObject({ kind: 'refused', refusal: { status, code: 'S-403' } });
  });

  it.each([201, 500])('are unknown with HTTP %i', async (status) => {
    expect(await clientFor({ accounts: [] }, status).client.accounts()).toMatchObject({ kind: 'unknown' });
  });
});
