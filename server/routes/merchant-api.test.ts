import { describe, expect, it } from 'vitest';
import {
  jsonOf,
  MERCHANT_API_KEY,
  openCompanion,
  ORIGIN,
  problemOf,
  useCompanion,
} from '../testing/companion.ts';

const companion = useCompanion();

const ID = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const GETS = [
  '/orders/order-1',
  '/payments',
  '/balances/accounts',
  `/balances/accounts/${ID}`,
  '/balances/terminals',
  `/balances/terminals/${ID}`,
  '/orders/order-1/receipt?format=pdf',
  '/receipts/2026-06-15?format=pdf',
  '/review',
  '/messages',
];
const MONEY = ['/orders/order-1/capture', '/orders/order-1/void', '/orders/order-1/refund'];
/** With a body that is valid. */
const BODIES: Readonly<Record<string, object>> = {
  '/orders': { id: 'order-2', amount: '1', currency: 'UAH', description: 'x' },
  ...Object.fromEntries(MONEY.map((path) => [path, {}])),
  '/orders/order-1/cancel': {},
  '/orders/order-1/resend': { operation: 'purchase' },
  [`/payments/${ID}/resolve`]: { status: 'failure', comment: 'x' },
  [`/operations/${ID}/resolve`]: { status: 'failure', comment: 'x' },
  [`/messages/msg_${ID}/send`]: {},
};
const POSTS = Object.keys(BODIES);
const ALL = [...GETS.map((path) => ['GET', path] as const), ...POSTS.map((path) => ['POST', path] as const)];
const JSON_TYPE = 'application/json';

describe('the key of the merchant API', () => {
  it.each(ALL)('is asked for on %s %s, whatever else is wrong with the request', async (method, path) => {
    const answer = await companion.ask(`/api${path}`, { method });
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'api-key-missing' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(companion.deps.gateway.calls).toEqual([]);
  });

  it('is neither another one nor the token of an order, and is not read from the address', async () => {
    const codeOf = async (path: string, token?: string) =>
      (await problemOf(await companion.ask(path, token === undefined ? {} : { token }))).code;
    expect(await codeOf('/api/payments', `${MERCHANT_API_KEY}x`)).toBe('api-key-invalid');
    expect(await codeOf('/api/payments', await companion.token())).toBe('api-key-invalid');
    expect(await codeOf(`/api/payments?key=${MERCHANT_API_KEY}`)).toBe('api-key-missing');
  });

  it('is required for unknown paths too, so that they reveal nothing', async () => {
    expect((await companion.ask('/api/nothing')).status).toBe(401);
    const answer = await companion.merchant('/nothing');
    expect(await problemOf(answer)).toMatchObject({ status: 404, code: 'not-found' });
  });
});

it('without MERCHANT_API_KEY there is no merchant API, and no description of it', async () => {
  const without = await openCompanion({ merchantApiKey: null });
  for (const [method, path] of [...ALL, ['GET', '/openapi.json'], ['GET', '']] as const) {
    const answer = await without.merchant(path, { method });
    expect(await problemOf(answer)).toMatchObject({ status: 404, code: 'not-found' });
  }
  await without.deps.store.close();
});

it.each(ALL)('pages, even those that are allowed elsewhere, are refused at %s %s', async (method, path) => {
  const answer = await companion.merchant(path, { method, headers: { origin: ORIGIN } });
  expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'origin-not-allowed' });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

it('pages get no answer to a preflight', async () => {
  const headers = { origin: ORIGIN, 'access-control-request-method': 'POST', authorization: '' };
  const answer = await companion.merchant('/orders', { method: 'OPTIONS', headers });
  expect(answer.status).toBe(403);
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

describe('a request of the merchant API', () => {
  it.each([
    ...[...GETS, '/openapi.json'].map((path) => [path, 'GET, HEAD', ['POST', 'DELETE']] as const),
    ...POSTS.map((path) => [path, 'POST', ['GET', 'PUT']] as const),
  ])('is refused on %s with another method than %s', async (path, allow, methods) => {
    for (const method of methods) {
      const answer = await companion.merchant(path, { method });
      expect(answer.headers.get('allow')).toBe(allow);
      expect(await problemOf(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' });
    }
  });

  it.each(MONEY)('that moves money says by which key it is known: %s', async (path) => {
    for (const [key, detail] of [
      ['', 'must be 8 to 128 letters, digits and . _ : -'],
      ['short', 'must be 8 to 128 letters, digits and . _ : -'],
      ['refund-4242424242424242', 'contains a possible card number'],
    ] as const) {
      const answer = await companion.merchant(path, { body: {}, headers: { 'idempotency-key': key } });
      const problem = await problemOf(answer);
      expect(problem).toMatchObject({ status: 400, code: 'idempotency-key-invalid' });
      expect(problem.detail).toContain(detail);
    }
    const without = await companion.ask(`/api${path}`, { body: {}, token: MERCHANT_API_KEY });
    expect(await problemOf(without)).toMatchObject({ status: 400, code: 'idempotency-key-missing' });
    expect(companion.deps.gateway.calls).toEqual([]);
  });

  it.each(POSTS)('is refused with a body that is too large, of another type or no JSON: %s', async (path) => {
    for (const [body, type, status, code] of [
      [`{"comment":"${'x'.repeat(65 * 1024)}"}`, JSON_TYPE, 413, 'body-too-large'],
      ['{}', 'text/plain', 415, 'unsupported-media-type'],
      ['{', JSON_TYPE, 400, 'bad-request'],
      [new Uint8Array([0x22, 0xff, 0x22]), JSON_TYPE, 400, 'bad-request'],
      [' ', JSON_TYPE, 400, 'bad-request'],
    ] as const) {
      const answer = await companion.merchant(path, { body, headers: { 'content-type': type } });
      expect(await problemOf(answer)).toMatchObject({ status, code });
    }
  });

  it.each(['capture', 'void', 'refund', 'cancel'])(
    'needs no body, whatever its type is: %s',
    async (name) => {
      for (const type of ['', JSON_TYPE, 'application/x-www-form-urlencoded']) {
        const headers: Record<string, string> = type ? { 'content-type': type } : {};
        const answer = await companion.merchant(`/orders/nobody/${name}`, { method: 'POST', headers });
        expect(await problemOf(answer)).toMatchObject({ status: 404, code: 'order-not-found' });
      }
    },
  );

  it('is told by the same key with and without quotes, and its body may state a charset', async () => {
    await companion.paid();
    const refund = async (key: string, type: string) => {
      const headers = { 'idempotency-key': key, 'content-type': type };
      const body = '{"amount":"1.00"}';
      const answer = companion.merchant('/orders/order-1/refund', { body, headers });
      return (await jsonOf<{ id: string }>(answer)).id;
    };
    const id = await refund('refund-0001', 'application/json; charset=utf-8');
    expect(await refund('"refund-0001"', 'Application/JSON ; charset="utf-8"')).toBe(id);
  });

  it.each(ALL)('is refused with an unknown parameter: %s %s', async (method, path) => {
    const asked = `${path}${path.includes('?') ? '&' : '?'}dryRun=true`;
    const answer = await companion.merchant(asked, { method, body: BODIES[path] });
    expect(await problemOf(answer)).toMatchObject({
      status: 422,
      errors: [{ path: 'dryRun', code: 'unknown-field' }],
    });
  });
});
