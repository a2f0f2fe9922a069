import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { withDefaults } from './gateway-settings.ts';
import { GatewayRequestError } from './request-error.ts';
import { CHARGES, READS } from './test-calls.ts';
import { DIRECT, json, PAYMENT, SETTINGS, scriptedFetch } from './test-payments.ts';

const AUTH = 'CPAY public-key:top/secret+value';
const BASE = SETTINGS.baseUrl;
const POS = SETTINGS.posId;

function clientFor(answer: () => Response, settings = SETTINGS) {
  const { fetch, calls } = scriptedFetch(answer, settings);
  return { client: createGatewayClient(settings, { fetch }), calls };
}

const calling = { ...CHARGES, ...READS };

describe('requests', () => {
  it.each([
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
  ] as const)('%s is one %s to %s with both credentials', async (name, method, path, hasBody) => {
    const { client, calls } = clientFor(() => json({}));
    await calling[name](client);
    expect(calls).toHaveLength(1);
    const [call] = calls;
    expect(call).toMatchObject({ method, url: `${BASE}/api/v1${path}`, redirect: 'manual' });
    expect(Object.fromEntries(call?.headers ?? [])).toEqual({
      'x-api-auth': AUTH,
      'x-api-key': 'endpoints-key',
      ...(hasBody && { 'content-type': 'application/json' }),
    });
    expect(call?.body !== null).toBe(hasBody);
  });

  it('takes the scheme word from the settings, and a base address with a path', async () => {
    const settings = { ...SETTINGS, authScheme: 'OTHER', baseUrl: 'https://gateway.example/v//' };
    const { client, calls } = clientFor(() => json(PAYMENT), settings);
    await client.createDirect(DIRECT);
    expect(calls[0]?.url).toBe('https://gateway.example/v/api/v1/payment');
    expect(calls[0]?.headers.get('X-API-AUTH')).toBe('OTHER public-key:top/secret+value');
  });

  it('keeps an order id in one piece of the path', async () => {
    const { client, calls } = clientFor(() => json([PAYMENT]));
    await client.cancelHosted('a/b?c#d');
    expect(calls[0]?.url).toBe(`${BASE}/api/v1/pos/${POS}/order/a%2Fb%3Fc%23d/cancel`);
    await expect(client.cancelHosted('..')).rejects.toThrow(GatewayRequestError);
    await expect(client.readOperation('.', 'purchase')).rejects.toThrow('order_id (format)');
    await expect(client.readOperation('order-0007', 'purchase/../x')).rejects.toThrow('operation (format)');
    expect(calls).toHaveLength(1);
  });
});

describe('settings', () => {
  it.each([
    ['baseUrl', { baseUrl: 'gateway.example' }],
    ['baseUrl', { baseUrl: 'xhttp://gateway.example' }],
    ['baseUrl', { baseUrl: 'https://user:word@gateway.example' }],
    ['baseUrl', { baseUrl: 'https://gateway.example/?a=1' }],
    ['baseUrl', { baseUrl: 'https://gateway.example/?' }],
    ['balancesUrl', { balancesUrl: 'https://gateway.example/#' }],
    ['posId', { posId: '../x' }],
    ['apiKey', { apiKey: '' }],
    ['apiSecret', { apiSecret: 'hidden\nvalue' }],
    ['endpointsKey', { endpointsKey: 'ключ' }],
    ['authScheme', { authScheme: 'two words' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: 2 ** 31 }],
    ['yearDigits', { yearDigits: 3 as 2 }],
    ['balancesUrl', { balancesUrl: '' }],
    ['balancesUrl', { balancesUrl: 'ftp://balances.example' }],
    ['maxReceiptBytes', { maxReceiptBytes: 0 }],
    ['maxArchiveBytes', { maxArchiveBytes: 1.5 }],
    ['fileIdleMs', { fileIdleMs: Number.POSITIVE_INFINITY }],
  ])('are refused at the start by the name of %s (%#), without the value', (name, change) => {
    expect(() => createGatewayClient({ ...SETTINGS, ...change })).toThrow(
      new TypeError(`Invalid gateway settings: ${name}`),
    );
  });

  const REQUIRED = ['baseUrl', 'posId', 'apiKey', 'apiSecret', 'endpointsKey'];
  const TUNING = ['authScheme', 'timeoutMs', 'yearDigits'];
  const OPTIONAL = [...TUNING, 'balancesUrl', 'maxReceiptBytes', 'maxArchiveBytes', 'fileIdleMs'];
  const create = (change: Record<string, unknown>) => () => createGatewayClient({ ...SETTINGS, ...change });

  it.each([...REQUIRED, ...OPTIONAL])('are refused where %s is of another type', (name) => {
    const refusal = new TypeError(`Invalid gateway settings: ${name}`);
    for (const value of [null, true, {}, [], ['text'], '', Number.NaN, Symbol('key'), () => 'text'])
      expect(create({ [name]: value })).toThrow(refusal);
    const isText = /Url|posId|Key|Secret|Scheme/.test(name);
    expect(create({ [name]: isText ? 7 : '7' })).toThrow(refusal);
  });

  it('may lack what has a default, and nothing else', () => {
    for (const name of OPTIONAL) expect(create({ [name]: undefined })).not.toThrow();
    for (const name of REQUIRED)
      expect(create({ [name]: undefined })).toThrow(new TypeError(`Invalid gateway settings: ${name}`));
    for (const nothing of [{}, undefined, null])
      expect(() => createGatewayClient(nothing as typeof SETTINGS)).toThrow(
        new TypeError(`Invalid gateway settings: ${REQUIRED.join(', ')}`),
      );
  });

  it('have defaults: the scheme word CPAY, 30 seconds, two digits of the year', async () => {
    const { baseUrl, posId, apiKey, apiSecret, endpointsKey } = SETTINGS;
    const settings = { baseUrl, posId, apiKey, apiSecret, endpointsKey };
    expect(withDefaults(settings)).toEqual({
      ...settings,
      authScheme: 'CPAY',
      timeoutMs: 30_000,
      yearDigits: 2,
      balancesUrl: baseUrl,
      maxReceiptBytes: 10_000_000,
      maxArchiveBytes: 1_000_000_000,
      fileIdleMs: 15_000,
    });
    const { fetch, calls } = scriptedFetch(() => json(PAYMENT));
    await createGatewayClient(settings, { fetch }).createDirect(DIRECT);
    expect(calls[0]?.headers.get('X-API-AUTH')).toBe(AUTH);
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ exp_year: 31 });
  });
});

describe('a call without what it needs, as a program without types makes it', () => {
  type Untyped = Record<string, (...given: unknown[]) => Promise<unknown>>;
  const { client, calls } = clientFor(() => json({}));
  const call = (name: string, ...given: unknown[]) => (client as unknown as Untyped)[name]?.(...given);

  it.each([
    ['createDirect', 'payment (required)'],
    ['createHosted', 'payment (required)'],
    ['createSplitDirect', 'payment (required)'],
    ['createSplitHosted', 'payment (required)'],
    ['capture', 'request (required)'],
    ['splitCapture', 'request (required)'],
    ['voidAuth', 'request (required)'],
    ['refund', 'request (required)'],
    ['splitRefund', 'request (required)'],
    ['cancelHosted', 'gatewayOrderId → order_id (required)'],
    ['account', 'id → account_id (required)'],
    ['terminal', 'id → terminal_id (required)'],
    ['receipt', 'request (required)'],
    ['receiptsOfDay', 'request (required)'],
    ['readOperation', 'gatewayOrderId → order_id (required), operation (required)'],
    ['readOrder', 'gatewayOrderId → order_id (required)'],
  ])('%s names it: %s', async (name, missing) => {
    const refusal = new GatewayRequestError([]).message + missing;
    await expect(call(name)).rejects.toThrow(refusal);
    await expect(call(name)).rejects.toBeInstanceOf(GatewayRequestError);
    expect(calls).toEqual([]);
  });

  it.each([
    ['createDirect', {}, 'customer (required)'],
    ['createHosted', { customer: null }, 'customer (required)'],
    ['refund', {}, 'gatewayOrderId → order_id (required), currency → order_currency (required)'],
    ['splitRefund', { ...DIRECT, split: undefined }, 'split (required)'],
    ['receipt', { gatewayOrderId: 'order-0007' }, 'format (required)'],
    ['createDirect', { ...DIRECT, fingerprint: null }, 'fingerprint → browser_fingerprint (required)'],
    ['createDirect', { ...DIRECT, gatewayOrderId: undefined }, 'gatewayOrderId → order_id (required)'],
  ])('%s names the field that is missing (%#)', async (name, given, missing) => {
    await expect(call(name, given)).rejects.toThrow(new GatewayRequestError([]).message + missing);
    expect(calls).toEqual([]);
  });
});
