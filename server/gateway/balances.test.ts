import { describe, expect, it } from 'vitest';
import { ACCOUNT_ID } from './testing/calls.ts';
import { clientFor, json, SETTINGS, violationsOf } from './testing/payments.ts';

const OTHER_ID = '22222222-2222-4333-8444-555555555555';
const ACCOUNT = {
  id: ACCOUNT_ID,
  name: 'Main',
  currency: 'UAH',
  balances: { available: 1234.5, rollingReserve: 10 },
};
const TERMINAL = { id: ACCOUNT_ID, name: 'Visa', currency: 'EUR', balances: { available: -0.07 } };
const READ = {
  id: ACCOUNT_ID,
  name: 'Main',
  currency: 'UAH',
  availableMinor: 123_450,
  rollingReserveMinor: 1000,
};

const answering = (answer: unknown, status = 200) => clientFor(() => json(answer, status)).client;
const REJECTED = { kind: 'unknown', reason: 'HTTP 200: no-balances' };

describe('requests of balances', () => {
  it('go to an address of their own if the settings name one, and nothing else does', async () => {
    const settings = { ...SETTINGS, balancesUrl: 'https://balances.example/x/' };
    const { client, calls } = clientFor(() => json({}), settings);
    await client.accounts();
    await client.readOrder('order-0007');
    expect(calls.map(({ url }) => new URL(url).host)).toEqual(['balances.example', 'gateway.example']);
    expect(calls[0]?.url).toMatch(/^https:\/\/balances\.example\/x\/api\/v1\/balances\/pos\//);
  });

  it.each(['..', `${ACCOUNT_ID}/x`])('refuse the id %j', async (id) => {
    const { client, calls } = clientFor(() => json({}));
    expect(await violationsOf(client.account(id), calls)).toEqual(['account_id format']);
    expect(await violationsOf(client.terminal(id), calls)).toEqual(['terminal_id format']);
  });
});

describe('accounts', () => {
  it.each([
    [{ available: 1234.5, rollingReserve: 10 }, 123_450, 1000],
    [{ available: -1.05, rolling_reserve: 0 }, -105, 0],
    [{ rollingReserve: null, rolling_reserve: 3 }, null, 300],
    [{ available: 1199.2825, rolling_reserve: '10.000', hold: 1 }, null, 1000],
    [null, null, null],
  ])('with balances %j have %j available, %j reserved', async (balances, available, reserve) => {
    const account = { ...ACCOUNT, balances, more: 1 };
    const amounts = { availableMinor: available, rollingReserveMinor: reserve };
    expect(await answering({ accounts: [account] }).accounts()).toEqual({
      kind: 'answered',
      value: [{ ...READ, ...amounts, raw: JSON.parse(JSON.stringify(account)) as object }],
    });
  });

  it('are read one by one, but not for one another', async () => {
    expect(await answering(ACCOUNT).account(ACCOUNT_ID.toUpperCase())).toMatchObject({ value: READ });
    expect(await answering({ ...ACCOUNT, id: OTHER_ID }).account(ACCOUNT_ID)).toEqual(REJECTED);
  });

  it('keep every field as it came, without secrets', async () => {
    const more = { status: 'active', api_key: 'k', note: 'card 4242 4242 4242 4242', deep: { iban: null } };
    const { api_key: _, ...kept } = { ...ACCOUNT, ...more, note: 'card [removed]' };
    expect(await answering({ ...ACCOUNT, ...more }).account(ACCOUNT_ID)).toEqual({
      kind: 'answered',
      value: { ...READ, raw: kept },
    });
  });

  it('may be none, and need no name', async () => {
    expect(await answering({ accounts: [] }).accounts()).toEqual({ kind: 'answered', value: [] });
    expect(await answering({ ...ACCOUNT, name: null }).account(ACCOUNT_ID)).toMatchObject({
      value: { name: '' },
    });
  });

  it.each<unknown>([
    {},
    { accounts: null },
    [ACCOUNT],
    { accounts: [ACCOUNT, null] },
    { accounts: [{ ...ACCOUNT, id: null }] },
    { accounts: [{ ...ACCOUNT, currency: '' }] },
  ])('are rejected as %j', async (answer) => {
    expect(await answering(answer).accounts()).toEqual(REJECTED);
  });
});

describe('terminals', () => {
  const read = { id: ACCOUNT_ID, name: 'Visa', currency: 'EUR', availableMinor: -7, raw: TERMINAL };

  it('that failed stand beside those that did not', async () => {
    const failed_terminals = [
      { id: OTHER_ID, message: 'bank is away, card 4242424242424242', more: 1 },
      { id: '7' },
    ];
    const message = 'bank is away, card [removed]';
    expect(await answering({ terminals: [TERMINAL], failed_terminals }).terminals()).toEqual({
      kind: 'answered',
      value: {
        terminals: [read],
        failed: [
          { id: OTHER_ID, message, raw: { id: OTHER_ID, message, more: 1 } },
          { id: '7', message: '', raw: { id: '7' } },
        ],
      },
    });
  });

  it('that all work have nothing beside', async () => {
    for (const failed_terminals of [undefined, null, []])
      expect(await answering({ terminals: [TERMINAL], failed_terminals }).terminals()).toMatchObject({
        value: { terminals: [read], failed: [] },
      });
  });

  it('are read one by one', async () => {
    expect(await answering(TERMINAL).terminal(ACCOUNT_ID)).toEqual({ kind: 'answered', value: read });
    expect(await answering({ ...TERMINAL, id: OTHER_ID }).terminal(ACCOUNT_ID)).toEqual(REJECTED);
  });

  it.each<unknown>([{}, { terminals: [null] }, { terminals: [], failed_terminals: {} }])(
    'are rejected as %j',
    async (answer) => {
      expect(await answering(answer).terminals()).toEqual(REJECTED);
    },
  );
});

it('balances come with HTTP 200 only', async () => {
  expect(await answering({ accounts: [] }, 201).accounts()).toMatchObject({ kind: 'unknown' });
  expect(await answering({ message: 'no' }, 400).accounts()).toMatchObject({ kind: 'refused' });
});
