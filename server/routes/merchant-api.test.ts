import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MERCHANT_API_KEY, openCompanion, ORIGIN, problemOf, type TestCompanion } from '../test-companion.ts';

let companion: TestCompanion;
beforeEach(async () => {
  companion = await openCompanion();
});
afterEach(() => companion.world.store.close());

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
    expect(companion.world.gateway.calls).toEqual([]);
  });

  it.each([
    ['another', `Bearer ${MERCHANT_API_KEY.replace('k', 'K')}`],
    ['its beginning', `Bearer ${MERCHANT_API_KEY.slice(0, -1)}`],
    ['it and more', `Bearer ${MERCHANT_API_KEY}x`],
    ['one of great length', `Bearer ${'x'.repeat(100_000)}`],
    ['what is no text of a key', `Bearer \u00e9\u00ff`],
  ])('that is invalid is refused: %s', async (_what, authorization) => {
    const answer = await companion.merchant('/payments', { headers: { authorization } });
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'api-key-invalid' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each([
    ['an empty header', ''],
    ['the scheme alone', 'Bearer '],
    ['another scheme', `Basic ${MERCHANT_API_KEY}`],
    ['no scheme', MERCHANT_API_KEY],
    ['two words', `Bearer ${MERCHANT_API_KEY} ${MERCHANT_API_KEY}`],
  ])('is missing in %s', async (_what, authorization) => {
    const answer = await companion.merchant('/payments', { headers: { authorization } });
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'api-key-missing' });
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
    await without.world.store.close();
  });
});

describe('pages', () => {
  it.each(ALL)('have no business at %s %s, allowed ones neither', async (method, path) => {
    for (const origin of [ORIGIN, 'https://evil.example', 'null']) {
      const answer = await companion.merchant(path, { method, headers: { origin } });
      expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'origin-not-allowed' });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('are told nothing when they ask before', async () => {
    const headers = { origin: ORIGIN, 'access-control-request-method': 'POST', authorization: '' };
    const answer = await companion.merchant('/orders', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(403);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a request of the merchant API', () => {
  it.each(POSTS)('with another method than POST on %s is refused, with Allow', async (path) => {
    for (const method of path === '/orders' ? ['GET', 'PUT', 'DELETE'] : ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await companion.merchant(path, { method });
      expect(answer.headers.get('allow')).toBe('POST');
      expect(await problemOf(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' });
    }
  });

  it.each([...GETS, '/openapi.json'])(
    'with another method than GET on %s is refused, with Allow',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await companion.merchant(path, { method });
        expect(answer.headers.get('allow')).toBe('GET, HEAD');
        expect(await problemOf(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' });
      }
    },
  );

  it.each(MONEY)('that moves money says by which key it is known: %s', async (path) => {
    const send = (key: Record<string, string>) =>
      companion.ask(`/api${path}`, {
        body: {},
        headers: { authorization: `Bearer ${MERCHANT_API_KEY}`, ...key },
      });
    expect(await problemOf(await send({}))).toMatchObject({ status: 400, code: 'idempotency-key-missing' });
    for (const key of ['', 'short', 'x'.repeat(129), 'with blanks in', '4242424242424242', '"']) {
      const answer = await send({ 'idempotency-key': key });
      expect(await problemOf(answer)).toMatchObject({ status: 400, code: 'idempotency-key-invalid' });
    }
    expect(companion.world.gateway.calls).toEqual([]);
  });

  it('says what is wrong with such a key', async () => {
    const detail = async (key: string) => {
      const headers = { 'idempotency-key': key };
      return (await problemOf(await companion.merchant('/orders/order-1/refund', { body: {}, headers })))
        .detail;
    };
    expect(await detail('short')).toBe('The Idempotency-Key must be 8 to 128 letters, digits and . _ : -');
    expect(await detail('refund-4242424242424242')).toContain('contains a possible card number');
  });

  it.each(POSTS)('with a body that is too large is refused: %s', async (path) => {
    const body = `{"comment":"${'x'.repeat(65 * 1024)}"}`;
    const answer = await companion.merchant(path, { body, headers: { 'content-type': 'application/json' } });
    expect(await problemOf(answer)).toMatchObject({ status: 413, code: 'body-too-large' });
  });

  it.each(POSTS)('with a body of another type is refused: %s', async (path) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await companion.merchant(path, { body: '{}', headers: { 'content-type': type } });
      expect(await problemOf(answer)).toMatchObject({ status: 415, code: 'unsupported-media-type' });
    }
  });

  it.each(POSTS)('with a body that is no JSON is refused: %s', async (path) => {
    for (const body of ['{', 'x', '{"a":1}}', new Uint8Array([0x22, 0xff, 0x22]), ' ']) {
      const answer = await companion.merchant(path, {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(await problemOf(answer)).toMatchObject({ status: 400, code: 'bad-request' });
    }
  });

  it.each(ALL)('with a parameter that nobody knows is refused: %s %s', async (method, path) => {
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
