import { expect, test } from 'vitest';
import { AUTH, CARD, type Harness, ORDER, POS, direct, hosted, openSandbox } from './testing/sandbox.ts';

const NUMBER = CARD.cc_number;
const BALANCES = { 'X-API-AUTH': AUTH['X-API-AUTH'] };

/** A sandbox as it is by default, and what it logs. */
function lenient(): Harness & { lines: string[] } {
  const lines: string[] = [];
  const sandbox = openSandbox({ settings: { strict: false }, log: (line) => lines.push(line) });
  return Object.assign(sandbox, { lines });
}

const violations = async (sandbox: Harness) =>
  (await sandbox.records('requests')).map((request) => request['violations']);

test('a request that breaks nothing lists no violation and logs nothing', async () => {
  const sandbox = lenient();
  await sandbox.pay();
  expect(await violations(sandbox)).toEqual([[]]);
  expect(sandbox.lines).toEqual([]);
});

test('an accepted violation is listed at the request, and logged in one line', async () => {
  const sandbox = lenient();
  await sandbox.pay(NUMBER, { amount: '10.50', refund_date: 'today' });
  expect(await violations(sandbox)).toEqual([
    [
      { field: 'refund_date', violation: 'unknown parameter', accepted: true },
      { field: 'amount', violation: 'must be a Number', accepted: true },
    ],
  ]);
  expect(sandbox.lines).toEqual([
    'sandbox: POST /api/v1/payment accepted with violations of the interface document: refund_date unknown parameter; amount must be a Number',
  ]);
});

test('a refused violation is listed too, and not logged', async () => {
  const sandbox = lenient();
  await sandbox.pay(NUMBER, { order_id: '', refund_date: 'today' });
  expect(await violations(sandbox)).toEqual([
    [
      { field: 'refund_date', violation: 'unknown parameter', accepted: false },
      { field: 'order_id', violation: 'must not be empty', accepted: false },
    ],
  ]);
  expect(sandbox.lines).toEqual([]);
});

test('strict is switched on and off while the sandbox runs, and a reset restores the first setting', async () => {
  const sandbox = lenient();
  await sandbox.control('POST', 'settings', { strict: true });
  expect((await sandbox.pay(NUMBER, { more: 1 })).status).toBe(400);
  await sandbox.control('POST', 'settings', { strict: false });
  expect((await sandbox.pay(NUMBER, { more: 1 })).status).toBe(200);
  await sandbox.control('POST', 'settings', { strict: true });
  await sandbox.control('POST', 'reset');
  expect((await sandbox.pay(NUMBER, { more: 1 })).status).toBe(200);
});

test('a field of another gateway, or a path, shows no card number, security code or key, neither in the list nor in the log', async () => {
  const sandbox = lenient();
  const strange = { [NUMBER]: 1, [`a\nb${'x'.repeat(99)}`]: 1, pan: NUMBER, cvv2: '987', apiKey: 'hidden' };
  expect((await sandbox.pay(NUMBER, strange)).status).toBe(200);
  await sandbox.get(`/api/v1/pos/${POS}/orders/${NUMBER}`);
  const seen = JSON.stringify([await sandbox.control('GET', 'requests'), sandbox.lines]);
  for (const secret of [NUMBER, '987', 'hidden']) expect(seen).not.toContain(secret);
  expect(seen).toContain('424242******4242 unknown parameter');
  expect(sandbox.lines.join('')).not.toMatch(/\n|x{64}/);
});

test('card fields that hosted does not know are not kept', async () => {
  const sandbox = lenient();
  const created = await sandbox.post('/api/v1/payment', hosted({ cc_number: NUMBER, card_cvv: '987' }));
  expect(created.status).toBe(303);
  const form = await (await sandbox.get(created.headers.get('location') ?? '', {})).text();
  expect(form).toContain('name="cc_number"');
  expect(await sandbox.records('payments')).toMatchObject([{ cardMask: null }]);
});

test('a cancel with a body is accepted', async () => {
  const sandbox = lenient();
  await sandbox.post('/api/v1/payment', hosted());
  const path = `/api/v1/pos/${POS}/order/order-1/cancel`;
  expect((await sandbox.post(path, {})).status).toBe(200);
  expect((await violations(sandbox)).at(-1)).toEqual([
    { field: 'body', violation: 'must not be sent', accepted: true },
  ]);
});

test.each<[string, (sandbox: Harness, query: string) => Promise<Response>]>([
  [
    'create payment',
    (sandbox, query) => sandbox.post(`/api/v1/payment${query}`, direct(NUMBER, { order_id: '2' })),
  ],
  [
    'refund',
    (sandbox, query) =>
      sandbox.post(`/api/v1/refund${query}`, { pos_id: POS, order_id: 'order-1', order_currency: 'UAH' }),
  ],
  ['reading an order', (sandbox, query) => sandbox.get(`${ORDER}${query}`)],
  ['balances', (sandbox, query) => sandbox.get(`/api/v1/balances/pos/${POS}/accounts${query}`, BALANCES)],
])('a query where none is taken is accepted, listed, and refused by a strict sandbox: %s', async (_, ask) => {
  const sandbox = lenient();
  await sandbox.pay();
  expect((await ask(sandbox, '?x=1')).status).toBe(200);
  expect((await violations(sandbox)).at(-1)).toEqual([
    { field: 'x', violation: 'unknown parameter', accepted: true },
  ]);
  expect((await ask(openSandbox(), '?x=1')).status).toBe(400);
});
