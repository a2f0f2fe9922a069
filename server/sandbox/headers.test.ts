import { expect, test } from 'vitest';
import { ORDER, POS, openSandbox } from './testing/sandbox.ts';

/** Which header goes with which request (interface 13.1, 13.2). */
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
const refused = {
  status: 401,
  message: 'Invalid pos_id field or credentials',
  args: { code: 'S-404' },
};

test.each(BOTH)('%s %s wants both headers, with names in any case', async (method, path) => {
  const good = await statusOf(method, path, { 'x-api-auth': auth, 'X-Api-Key': key });
  expect(good.status).not.toBe(401);
  expect(await statusOf(method, path, { 'X-API-KEY': key })).toMatchObject(refused);
  expect(await statusOf(method, path, { 'X-API-AUTH': auth })).toMatchObject(refused);
});

test('both are compared exactly', async () => {
  const path = '/api/v1/payment';
  for (const wrong of ['Endpoints', ''])
    expect(await statusOf('POST', path, { 'X-API-AUTH': auth, 'X-API-KEY': wrong })).toMatchObject(refused);
  const credentials = ['key:secret', 'cpay key:secret', 'Bearer key:secret', 'CPAY  key:secret'];
  for (const wrong of [...credentials, 'CPAY key:Secret', 'CPAY key', 'CPAY secret:key'])
    expect(await statusOf('POST', path, { 'X-API-AUTH': wrong, 'X-API-KEY': key })).toMatchObject(refused);
});

test.each(BALANCES)('GET %s wants X-API-AUTH alone', async (path) => {
  expect((await statusOf('GET', path, { 'X-API-AUTH': auth })).status).toBe(200);
  expect(await statusOf('GET', path, { 'X-API-KEY': key })).toMatchObject(refused);
  expect(await statusOf('GET', path, { 'X-API-AUTH': 'Bearer key:secret' })).toMatchObject(refused);
});

test.each(BOTH.filter(([method, path]) => method === 'POST' && !path.endsWith('cancel')))(
  '%s %s wants Content-Type: application/json',
  async (method, path) => {
    const typed = (type: string) =>
      statusOf(method, path, { 'X-API-AUTH': auth, 'X-API-KEY': key, 'content-type': type });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonish'])
      expect((await typed(type)).status).toBe(406);
    expect((await typed('application/json; charset=utf-8')).status).toBe(400);
  },
);
