import { expect, test } from 'vitest';
import { AUTH, CARD, type Harness, direct, hosted, openSandbox, told } from './testing/sandbox.ts';

const PATH = '/api/v1/payment';
const charged = async (sandbox: Harness) => (await sandbox.records('payments'))[0]?.['status'] === 'success';
/** A direct payment, whose answer may not come. */
const request = (signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...AUTH },
  body: JSON.stringify(direct(CARD.cc_number)),
  ...(signal ? { signal } : {}),
});

test.each([
  ['reset-before', false, 599],
  ['reset-after', true, 599],
  ['error-500-before', false, 500],
  ['error-500-after', true, 500],
  ['error-503-before', false, 503],
  ['rate-limit-before', false, 429],
  ['empty', true, 200],
])('%s: charged is %s, and the answer %d', async (kind, isCharged, status) => {
  const sandbox = openSandbox();
  await sandbox.fault('create', kind);
  const response = await sandbox.pay();
  expect(response.status).toBe(status);
  expect(response.headers.has('x-sandbox-fault')).toBe(status === 599);
  expect(await charged(sandbox)).toBe(isCharged);
  expect(sandbox.received).toHaveLength(isCharged ? 1 : 0);
});

test.each([
  ['wrong-amount', { amount: 5.25 }],
  ['wrong-currency', { currency: 'EUR' }],
  ['wrong-order-id', { order_id: 'somebody-elses-order' }],
  ['wrong-pos-id', { pos_id: '00000000-0000-4000-8000-000000000000' }],
  ['wrong-method', { method: 'auth' }],
  ['pending-without-url', { status: 'pending', status_code: '2122', user_action_url: null }],
  ['pending-unknown-error', { status: 'pending', status_code: '9000' }],
])('%s answers %j and does the right thing all the same', async (kind, answer) => {
  const sandbox = openSandbox();
  await sandbox.fault('create', kind);
  expect(await (await sandbox.pay()).json()).toMatchObject(answer);
  expect(await charged(sandbox)).toBe(true);
  expect(sandbox.received).toMatchObject([
    { event: { status: 'success', amount: 10.5, order_id: 'order-1' } },
  ]);
});

test('a late answer has its effect at once, and one that is late before has it later', async () => {
  for (const [kind, atOnce] of [
    ['late', true],
    ['late-before', false],
  ] as const) {
    const sandbox = openSandbox();
    await sandbox.fault('create', kind, { delayMs: 5000 });
    const answer = sandbox.app.request(PATH, request());
    await expect.poll(() => sandbox.clock.waiting).toBeGreaterThan(0);
    expect(await charged(sandbox)).toBe(atOnce);
    await sandbox.pass(5);
    expect((await answer).status).toBe(200);
    expect(await charged(sandbox)).toBe(true);
  }
});

test.each([
  ['never', true],
  ['never-before', false],
])('%s gives no answer until the client gives up; charged is %s', async (kind, isCharged) => {
  const sandbox = openSandbox();
  await sandbox.fault('create', kind);
  const client = new AbortController();
  let answered = false;
  const answer = Promise.resolve(sandbox.app.request(PATH, request(client.signal))).then(
    () => (answered = true),
  );
  await sandbox.pass(3600);
  await expect.poll(() => sandbox.records('requests')).toMatchObject([{ open: true, status: null }]);
  expect(await charged(sandbox)).toBe(isCharged);
  expect(answered).toBe(false);
  client.abort();
  expect(await answer).toBe(true);
  expect(await sandbox.records('requests')).toMatchObject([{ open: false, status: null }]);
});

test.each(['never', 'late'])('closing the sandbox ends an answer that is held back: %s', async (kind) => {
  const sandbox = openSandbox();
  await sandbox.fault('create', kind);
  const answer = Promise.resolve(sandbox.app.request(PATH, request()));
  await expect.poll(() => charged(sandbox)).toBe(true);
  sandbox.close();
  expect((await answer).status).toBe(kind === 'late' ? 200 : 599);
});

test('a hosted answer can lead nowhere or to another host', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('create', 'redirect-nowhere');
  await sandbox.fault('create', 'redirect-elsewhere');
  const nowhere = await sandbox.post(PATH, hosted());
  expect([nowhere.status, nowhere.headers.get('location')]).toEqual([303, null]);
  const elsewhere = await sandbox.post(PATH, hosted({ order_id: 'order-2' }));
  expect(new URL(elsewhere.headers.get('location') ?? '').hostname).toBe('elsewhere.invalid');
});

test('a hosted answer can be 302 to the form, and a direct one stays as it is', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('create', 'redirect-302', { times: 2 });
  const opened = await sandbox.post(PATH, hosted());
  expect(opened.status).toBe(302);
  expect(opened.headers.get('location')).toMatch(/\/form$/);
  expect((await sandbox.pay(CARD.cc_number, { order_id: 'order-2' })).status).toBe(200);
});

test('a fault waits for its kind of request, is used up, and applies in order', async () => {
  const sandbox = openSandbox();
  await sandbox.fault('read', 'error-500-before');
  await sandbox.fault('create', 'error-503-before', { times: 2 });
  await sandbox.fault('create', 'rate-limit-before');
  const statuses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) statuses.push((await sandbox.pay()).status);
  expect(statuses).toEqual([503, 503, 429, 200]);
  expect((await sandbox.read()).status).toBe(500);
  expect((await sandbox.read()).status).toBe(200);
});

test.each([
  ['token-refused', 200, { status: 'failure', status_code: '4144', cc_token: null }],
  ['token-refused-before', 400, { args: [{ field_name: 'cc_token', violation: 'is invalid' }] }],
])('%s: a card token is refused once, and a card is not affected', async (kind, status, answer) => {
  const sandbox = openSandbox();
  await sandbox.fault('create', kind);
  const { status: paid, cc_token } = await told(await sandbox.pay());
  expect(paid).toBe('success');
  await sandbox.fault('create', kind);
  const { cc_number: _, exp_month: _m, exp_year: _y, card_cvv: _c, ...bare } = direct('');
  const byToken = (order_id: string) => sandbox.post(PATH, { ...bare, order_id, cc_token });
  const refused = await byToken('order-2');
  expect(refused.status).toBe(status);
  expect(await refused.json()).toMatchObject(answer);
  expect(await (await byToken('order-3')).json()).toMatchObject({ status: 'success' });
});
