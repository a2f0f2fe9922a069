import { describe, expect, it } from 'vitest';
import { MERCHANT_API_KEY, openCompanion, ORIGIN, problemOf, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

const GETS = [
  '/orders/order-1',
  '/payments',
  '/balances/accounts',
  '/balances/accounts/0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b',
  '/balances/terminals',
  '/balances/terminals/0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b',
  '/orders/order-1/receipt?format=pdf',
  '/receipts/2026-06-15?format=pdf',
  '/review',
  '/messages',
];
const MONEY = ['/orders/order-1/capture', '/orders/order-1/void', '/orders/order-1/refund'];
const POSTS = [
  '/orders',
  ...MONEY,
  '/orders/order-1/cancel',
  '/orders/order-1/resend',
  '/payments/0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b/resolve',
  '/operations/0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b/resolve',
  '/messages/msg_0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b/send',
];
const ALL = [...GETS.map((path) => ['GET', path]), ...POSTS.map((path) => ['POST', path])];

describe('the key of the merchant API', () => {
  it.each(ALL)('is asked for on %s %s, whatever else is wrong with the request', async (method, path) => {
    const answer = await companion.ask(`/api${path}`, { method });
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'api-key-missing' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(companion.deps.gateway.calls).toEqual([]);
  });

  it('that is invalid is refused', async () => {
    const headers = { authorization: `Bearer ${MERCHANT_API_KEY}x` };
    const answer = await companion.merchant('/payments', { headers });
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'api-key-invalid' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is not the token of an order', async () => {
    const answer = await companion.ask('/api/payments', { token: await companion.token() });
    expect(await problemOf(answer)).toMatchObject({ code: 'api-key-invalid' });
  });

  it('is not read from the address', async () => {
    const answer = await companion.ask(`/api/payments?key=${MERCHANT_API_KEY}`);
    expect(await problemOf(answer)).toMatchObject({ code: 'api-key-missing' });
  });

  it('is required for unknown paths too, so that they reveal nothing', async () => {
    expect((await companion.ask('/api/nothing')).status).toBe(401);
    const answer = await companion.merchant('/nothing');
    expect(await problemOf(answer)).toMatchObject({ status: 404, code: 'not-found' });
  });
});

describe('without MERCHANT_API_KEY', () => {
  it('there is no merchant API, and no description of it', async () => {
    const without = await openCompanion({ merchantApiKey: null });
    for (const [method = '', path = ''] of [...ALL, ['GET', '/openapi.json'], ['GET', '']]) {
      const answer = await without.merchant(path, { method });
      expect(await problemOf(answer)).toMatchObject({ status: 404, code: 'not-found' });
    }
    await without.deps.store.close();
  });
});

describe('pages', () => {
  it.each(ALL)('are refused at %s %s, even those that are allowed elsewhere', async (method, path) => {
    const answer = await companion.merchant(path, { method, headers: { origin: ORIGIN } });
    expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'origin-not-allowed' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('get no answer to a preflight', async () => {
    const headers = { origin: ORIGIN, 'access-control-request-method': 'POST', authorization: '' };
    const answer = await companion.merchant('/orders', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(403);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a request of the merchant API', () => {
  it.each([
    ...[...GETS, '/openapi.json'].map((path) => [path, 'GET, HEAD', ['POST', 'PUT', 'DELETE']] as const),
    ...POSTS.map((path) => [path, 'POST', ['GET', 'PUT', 'PATCH', 'DELETE']] as const),
  ])('is refused on %s with another method than %s', async (path, allow, methods) => {
    for (const method of methods) {
      const answer = await companion.merchant(path, { method });
      expect(answer.headers.get('allow')).toBe(allow);
      expect(await problemOf(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' });
    }
  });

  it.each(MONEY)('that moves money says by which key it is known: %s', async (path) => {
    for (const key of ['', 'short', '4242424242424242']) {
      const answer = await companion.merchant(path, { body: {}, headers: { 'idempotency-key': key } });
      expect(await problemOf(answer)).toMatchObject({ status: 400, code: 'idempotency-key-invalid' });
    }
    const headers = { authorization: `Bearer ${MERCHANT_API_KEY}` };
    const without = await companion.ask(`/api${path}`, { body: {}, headers });
    expect(await problemOf(without)).toMatchObject({ status: 400, code: 'idempotency-key-missing' });
    expect(companion.deps.gateway.calls).toEqual([]);
  });

  it.each([
    ['short', 'The Idempotency-Key must be 8 to 128 letters, digits and . _ : -'],
    ['refund-4242424242424242', 'contains a possible card number'],
  ])('says what is wrong with the key %s', async (key, detail) => {
    const headers = { 'idempotency-key': key };
    const answer = await companion.merchant('/orders/order-1/refund', { body: {}, headers });
    expect((await problemOf(answer)).detail).toContain(detail);
  });

  const JSON_TYPE = 'application/json';
  it.each(POSTS)('is refused with a body that is too large, of another type or no JSON: %s', async (path) => {
    for (const [body, type, status, code] of [
      [`{"comment":"${'x'.repeat(65 * 1024)}"}`, JSON_TYPE, 413, 'body-too-large'],
      ['{}', 'text/plain', 415, 'unsupported-media-type'],
      ['{}', 'application/x-www-form-urlencoded', 415, 'unsupported-media-type'],
      ['{', JSON_TYPE, 400, 'bad-request'],
      [new Uint8Array([0x22, 0xff, 0x22]), JSON_TYPE, 400, 'bad-request'],
      [' ', JSON_TYPE, 400, 'bad-request'],
    ] as const) {
      const answer = await companion.merchant(path, { body, headers: { 'content-type': type } });
      expect(await problemOf(answer)).toMatchObject({ status, code });
    }
  });

  it('says that its body is not JSON', async () => {
    const answer = await companion.merchant('/orders', { body: '{', headers: { 'content-type': JSON_TYPE } });
    expect((await problemOf(answer)).detail).toBe('The body is not JSON.');
  });

  it.each(['capture', 'void', 'refund', 'cancel'])(
    'needs no body, whatever its type is: %s',
    async (name) => {
      for (const type of [undefined, JSON_TYPE, 'application/x-www-form-urlencoded']) {
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
        const answer = await companion.merchant(`/orders/nobody/${name}`, { method: 'POST', headers });
        expect(await problemOf(answer)).toMatchObject({ status: 404, code: 'order-not-found' });
      }
    },
  );

  it('is told by the same key with and without quotes, and its body may state a charset', async () => {
    await companion.pay();
    const refund = async (key: string, type: string) => {
      const headers = { 'idempotency-key': key, 'content-type': type };
      const answer = await companion.merchant('/orders/order-1/refund', {
        body: '{"amount":"1.00"}',
        headers,
      });
      return ((await answer.json()) as { id: string }).id;
    };
    const id = await refund('refund-0001', 'application/json; charset=utf-8');
    expect(await refund('"refund-0001"', 'Application/JSON ; charset="utf-8"')).toBe(id);
  });

  it.each(ALL)('is refused with an unknown parameter: %s %s', async (method, path) => {
    const asked = `${path}${path.includes('?') ? '&' : '?'}dryRun=true`;
    const body = BODIES[path.split('/').at(-1) ?? ''];
    const answer = await companion.merchant(asked, {
      method,
      ...(method === 'POST' && { body: body ?? {} }),
    });
    expect(await problemOf(answer)).toMatchObject({
      status: 422,
      errors: [{ path: 'dryRun', code: 'unknown-field' }],
    });
  });
});

const BODIES: Record<string, object> = {
  orders: { id: 'order-2', amount: '1', currency: 'UAH', description: 'x' },
  resend: { operation: 'purchase' },
  resolve: { status: 'failure', comment: 'x' },
};
