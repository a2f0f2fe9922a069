import { expect, test } from 'vitest';
import { openSandbox } from './testing/sandbox.ts';

/** Which header goes with which request (interface 13.1, 13.2). */
const POS = '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';
const ORDER = `/api/v1/pos/${POS}/orders/order-1`;
const BOTH: [string, string][] = [
  ['POST', '/api/v1/payment'],
  ['POST', '/api/v1/split/purchase'],
  ['POST', '/api/v1/capture'],
  ['POST', '/api/v1/split/capture'],
  ['POST', '/api/v1/void'],
  ['POST', '/api/v1/refund'],
  ['POST', '/api/v1/split/refund'],
  ['POST', `/api/v1/pos/${POS}/order/order-1/cancel`],
  ['GET', `${ORDER}/purchase?callback=true`],
  ['GET', `${ORDER}/report/receipt?format=html`],
  ['GET', `/api/v1/pos/${POS}/date/2026-06-15/report/receipt?format=html`],
];
const BALANCES = [`/api/v1/balances/pos/${POS}/accounts`, `/api/v1/balances/pos/${POS}/terminals`];
const auth = 'CPAY key:secret';
const key = 'endpoints';

async function statusOf(method: string, path: string, headers: Record<string, string>) {
  const { app } = openSandbox();
  const type = { 'content-type': 'application/json' };
  const body = method === 'POST' ? '{}' : null;
  const response = await app.request(path, { method, body, headers: { ...type, ...headers } });
  const told = response.status === 401 ? ((await response.json()) as object) : {};
  return { status: response.status, ...told };
}
const refused = { status: 401, args: { code: 'S-404' } };

test.each(BOTH)('%s %s wants both headers, exactly, names in any case', async (method, path) => {
  const good = await statusOf(method, path, { 'x-api-auth': auth, 'X-Api-Key': key });
  expect(good.status).not.toBe(401);
  for (const headers of [
    {},
    { 'X-API-KEY': key },
    { 'X-API-AUTH': auth },
    { 'X-API-AUTH': auth, 'X-API-KEY': 'Endpoints' },
    { 'X-API-AUTH': auth, 'X-API-KEY': '' },
    { 'X-API-AUTH': 'key:secret', 'X-API-KEY': key },
    { 'X-API-AUTH': 'cpay key:secret', 'X-API-KEY': key },
    { 'X-API-AUTH': 'Bearer key:secret', 'X-API-KEY': key },
    { 'X-API-AUTH': 'CPAY  key:secret', 'X-API-KEY': key },
    { 'X-API-AUTH': 'CPAY key:Secret', 'X-API-KEY': key },
    { 'X-API-AUTH': 'CPAY key', 'X-API-KEY': key },
    { 'X-API-AUTH': 'CPAY secret:key', 'X-API-KEY': key },
  ]) {
    expect(await statusOf(method, path, headers)).toMatchObject(refused);
  }
});

test.each(BALANCES)('GET %s wants X-API-AUTH alone', async (path) => {
  expect((await statusOf('GET', path, { 'X-API-AUTH': auth })).status).toBe(200);
  expect(await statusOf('GET', path, { 'X-API-KEY': key })).toMatchObject(refused);
  expect(await statusOf('GET', path, { 'X-API-AUTH': 'Bearer key:secret' })).toMatchObject(refused);
});

test.each(BOTH.filter(([method, path]) => method === 'POST' && !path.endsWith('cancel')))(
  '%s %s wants Content-Type: application/json',
  async (method, path) => {
    const headers = { 'X-API-AUTH': auth, 'X-API-KEY': key };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonish']) {
      const told = await statusOf(method, path, { ...headers, 'content-type': type });
      expect(told.status).toBe(406);
    }
    const told = await statusOf(method, path, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
    });
    expect(told.status).toBe(400);
  },
);
