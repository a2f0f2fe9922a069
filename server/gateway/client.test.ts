import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { GatewayRequestError } from './request-rules.ts';
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
    const settings = { ...SETTINGS, authScheme: 'OTHER', baseUrl: 'https://gateway.example/v/' };
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
    ['baseUrl', { baseUrl: 'https://user:word@gateway.example' }],
    ['baseUrl', { baseUrl: 'https://gateway.example/?a=1' }],
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

  const REQUIRED = ['baseUrl', 'posId', 'apiKey', 'apiSecret', 'endpointsKey', 'authScheme', 'timeoutMs'];
  const OPTIONAL = ['balancesUrl', 'maxReceiptBytes', 'maxArchiveBytes', 'fileIdleMs'];
  const create = (change: Record<string, unknown>) => () => createGatewayClient({ ...SETTINGS, ...change });

  it.each([...REQUIRED, 'yearDigits', ...OPTIONAL])('are refused where %s is of another type', (name) => {
    const refusal = new TypeError(`Invalid gateway settings: ${name}`);
    for (const value of [null, true, {}, [], ['text'], '', Number.NaN, Symbol('key'), () => 'text'])
      expect(create({ [name]: value })).toThrow(refusal);
    const isText = /Url|posId|Key|Secret|Scheme/.test(name);
    expect(create({ [name]: isText ? 7 : '7' })).toThrow(refusal);
  });

  it('may lack what has a default, and nothing else', () => {
    for (const name of OPTIONAL) expect(create({ [name]: undefined })).not.toThrow();
    for (const name of [...REQUIRED, 'yearDigits'])
      expect(create({ [name]: undefined })).toThrow(new TypeError(`Invalid gateway settings: ${name}`));
    expect(() => createGatewayClient({} as unknown as typeof SETTINGS)).toThrow(
      `Invalid gateway settings: ${REQUIRED.join(', ')}, yearDigits`,
    );
  });
});
