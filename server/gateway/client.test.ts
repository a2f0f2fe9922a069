import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { ACCOUNT_ID, CHARGES, READS } from './testing/calls.ts';
import { clientFor, DIRECT, json, PAYMENT, SETTINGS, scriptedFetch, seeOther } from './testing/payments.ts';

const AUTH = 'CPAY public-key:top/secret+value';
const POS = SETTINGS.posId;
const calling = { ...CHARGES, ...READS };
const ENDPOINTS = [
  ['createDirect', 'POST', '/payment', true],
  ['createHosted', 'POST', '/payment', true],
  ['createHosted lookup', 'POST', '/payment', true],
  ['createSplitDirect', 'POST', '/split/purchase', true],
  ['createSplitHosted', 'POST', '/split/purchase', true],
  ['capture', 'POST', '/capture', true],
  ['splitCapture', 'POST', '/split/capture', true],
  ['voidAuth', 'POST', '/void', true],
  ['refund', 'POST', '/refund', true],
  ['splitRefund', 'POST', '/split/refund', true],
  ['cancelHosted', 'POST', `/pos/${POS}/order/order-0007/cancel`, false],
  ['receipt', 'GET', `/pos/${POS}/orders/order-0007/report/receipt?format=pdf`, false],
  ['receiptsOfDay', 'GET', `/pos/${POS}/date/2026-02-28/report/receipt?format=html`, false],
  ['readOperation', 'GET', `/pos/${POS}/orders/order-0007/purchase?callback=true`, false],
  ['readOrder', 'GET', `/pos/${POS}/orders/order-0007`, false],
  ['accounts', 'GET', `/balances/pos/${POS}/accounts`, false],
  ['account', 'GET', `/balances/pos/${POS}/accounts/${ACCOUNT_ID}`, false],
  ['terminals', 'GET', `/balances/pos/${POS}/terminals`, false],
  ['terminal', 'GET', `/balances/pos/${POS}/terminals/${ACCOUNT_ID}`, false],
] as const;

describe('requests', () => {
  it.each(ENDPOINTS)('%s is one %s to %s with its credentials', async (name, method, path, hasBody) => {
    const { client, calls } = clientFor(() => json({}));
    await calling[name](client);
    expect(calls).toHaveLength(1);
    const [call] = calls;
    expect(call).toMatchObject({ method, url: `${SETTINGS.baseUrl}/api/v1${path}`, redirect: 'manual' });
    expect(Object.fromEntries(call?.headers ?? [])).toEqual({
      'x-api-auth': AUTH,
      ...(!path.startsWith('/balances') && { 'x-api-key': 'endpoints-key' }),
      ...(hasBody && { 'content-type': 'application/json' }),
    });
    expect(call?.body !== null).toBe(hasBody);
  });

  it('take the scheme word from the settings, and a base address with a path', async () => {
    const settings = { ...SETTINGS, authScheme: 'OTHER', baseUrl: 'https://gateway.example/v//' };
    const { client, calls } = clientFor(() => json(PAYMENT), settings);
    await client.createDirect(DIRECT);
    expect(calls[0]?.url).toBe('https://gateway.example/v/api/v1/payment');
    expect(calls[0]?.headers.get('X-API-AUTH')).toBe('OTHER public-key:top/secret+value');
  });
});

describe('answers', () => {
  it.each([
    'createDirect',
    'createSplitDirect',
    'capture',
    'splitCapture',
    'voidAuth',
    'refund',
    'splitRefund',
  ] as const)('of %s are a payment or a failed one, and nothing else', async (name) => {
    const failed = { ...PAYMENT, operation_id: 'o', status: 'failure' };
    expect(await CHARGES[name](clientFor(() => json(failed)).client)).toMatchObject({
      kind: 'answered',
      value: { status: 'failure', operationId: 'o', currency: 'UAH', amountMinor: 1010 },
    });
    const others = [
      () => new Response('OK'),
      () => json([PAYMENT]),
      () => json({ ...PAYMENT, pos_id: '0f3d1c6a-5b7e-4c1d-9a2b-000000000000' }),
      () => json(PAYMENT, 500),
      () => seeOther('https://gateway.example/form'),
      () => new Response('<h1>Not Found</h1>', { status: 404 }),
    ];
    for (const other of others)
      expect(await CHARGES[name](clientFor(other).client)).toMatchObject({ kind: 'unknown' });
    const refused = clientFor(() => json({ message: 'No' }, 400)).client;
    expect(await CHARGES[name](refused)).toMatchObject({ kind: 'refused', refusal: { status: 400 } });
  });

  it.each(['createHosted', 'createHosted lookup', 'createSplitHosted'] as const)(
    'of %s lead to a page, and nowhere without it',
    async (name) => {
      const location = 'https://gateway.example/form';
      const page = clientFor(() => seeOther('/form')).client;
      expect(await CHARGES[name](page)).toEqual({ kind: 'answered', value: { location } });
      for (const other of [() => json(PAYMENT), () => seeOther(), () => json({}, 500)])
        expect(await CHARGES[name](clientFor(other).client)).toMatchObject({ kind: 'unknown' });
    },
  );
});

it.each([
  ['baseUrl', '127.0.0.1'],
  ['balancesUrl', 'https://gateway.example?x'],
  ['apiKey', 'a\nb'],
  ['endpointsKey', ''],
  ['timeoutMs', NaN],
  ['fileIdleMs', 2 ** 31],
])('a client that could only fail is not made: %s %j', (name, value) => {
  expect(() => createGatewayClient({ ...SETTINGS, [name]: value })).toThrow(
    `Invalid gateway settings: ${name}`,
  );
});

it('settings may lack what has a default', async () => {
  const { baseUrl, posId, apiKey, apiSecret, endpointsKey } = SETTINGS;
  const { fetch, calls } = scriptedFetch(() => json(PAYMENT));
  const client = createGatewayClient({ baseUrl, posId, apiKey, apiSecret, endpointsKey }, { fetch });
  await client.createDirect(DIRECT);
  await client.accounts();
  expect(calls[0]?.headers.get('X-API-AUTH')).toBe(AUTH);
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ exp_year: 31 });
  expect(calls[1]?.url).toMatch(/^https:\/\/gateway\.example\/api\/v1\/balances/);
});
