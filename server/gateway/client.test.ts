import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { GatewayRequestError } from './request-error.ts';
import { DIRECT, HOSTED, json, PAYMENT, SETTINGS, scriptedFetch } from './test-payments.ts';

const AUTH = 'CPAY public-key:top/secret+value';
const BASE = SETTINGS.baseUrl;
const POS = SETTINGS.posId;
const WHOLE = {
  gatewayOrderId: 'order-0007',
  currency: 'UAH',
  serverUrl: 'https://pay.shop.example/pay/webhook',
};

function clientFor(answer: () => Response, settings = SETTINGS) {
  const { fetch, calls } = scriptedFetch(answer, settings);
  return { client: createGatewayClient(settings, { fetch }), calls };
}

describe('requests', () => {
  it.each([
    ['createDirect', 'POST', '/api/v1/payment', true],
    ['createHosted', 'POST', '/api/v1/payment', true],
    ['voidAuth', 'POST', '/api/v1/void', true],
    ['refund', 'POST', '/api/v1/refund', true],
    ['cancelHosted', 'POST', `/api/v1/pos/${POS}/order/order-0007/cancel`, false],
    ['readOperation', 'GET', `/api/v1/pos/${POS}/orders/order-0007/purchase?callback=true`, false],
  ] as const)('%s is one %s to %s with both credentials', async (name, method, path, hasBody) => {
    const { client, calls } = clientFor(() => json(PAYMENT));
    const run = {
      createDirect: () => client.createDirect(DIRECT),
      createHosted: () => client.createHosted(HOSTED),
      voidAuth: () => client.voidAuth(WHOLE),
      refund: () => client.refund(WHOLE),
      cancelHosted: () => client.cancelHosted('order-0007'),
      readOperation: () => client.readOperation('order-0007', 'purchase'),
    };
    await run[name]();
    expect(calls).toHaveLength(1);
    const [call] = calls;
    expect(call).toMatchObject({ method, url: BASE + path, redirect: 'manual' });
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

  it.each(['voidAuth', 'refund'] as const)(
    '%s states the whole operation, without an amount',
    async (name) => {
      const { client, calls } = clientFor(() => json(PAYMENT));
      await client[name]({ ...WHOLE, comment: 'paid twice' });
      await client[name]({ ...WHOLE, comment: undefined });
      const given = {
        pos_id: POS,
        order_id: 'order-0007',
        order_currency: 'UAH',
        server_url: WHOLE.serverUrl,
      };
      expect(calls.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
        { ...given, comment: 'paid twice' },
        given,
      ]);
    },
  );

  it('keeps an order id in one piece of the path', async () => {
    const { client, calls } = clientFor(() => json([PAYMENT]));
    await client.cancelHosted('a/b?c#d');
    expect(calls[0]?.url).toBe(`${BASE}/api/v1/pos/${POS}/order/a%2Fb%3Fc%23d/cancel`);
    await expect(client.cancelHosted('..')).rejects.toThrow(GatewayRequestError);
    await expect(client.readOperation('.', 'purchase')).rejects.toThrow('order_id (format)');
    await expect(client.readOperation('order-0007', 'purchase/../x')).rejects.toThrow('operation (format)');
    expect(calls).toHaveLength(1);
  });

  it('refuses a secondary operation outside the limits before anything is sent', async () => {
    const { client, calls } = clientFor(() => json(PAYMENT));
    await expect(client.refund({ ...WHOLE, comment: 'x'.repeat(2049) })).rejects.toThrow(
      'comment (too-long)',
    );
    await expect(client.voidAuth({ ...WHOLE, gatewayOrderId: 'x'.repeat(33) })).rejects.toThrow(
      'order_id (format)',
    );
    await expect(client.refund({ ...WHOLE, currency: 'hryvnia' })).rejects.toThrow('order_currency (format)');
    await expect(client.refund({ ...WHOLE, serverUrl: 'webhook' })).rejects.toThrow('server_url (format)');
    expect(calls).toHaveLength(0);
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
  ])('are refused at the start by the name of %s (%#), without the value', (name, change) => {
    expect(() => createGatewayClient({ ...SETTINGS, ...change })).toThrow(
      new TypeError(`Gateway settings that do not hold: ${name}`),
    );
  });
});
