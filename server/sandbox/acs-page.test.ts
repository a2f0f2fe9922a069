import { expect, test } from 'vitest';
import { type Fields, type Harness, RESULT_URL, openSandbox, told } from './testing/sandbox.ts';

/** The address of the challenge of a new payment. */
const challenged = async (sandbox: Harness, more: Fields = {}) =>
  String((await told(await sandbox.pay('5454545454545454', more)))['user_action_url']);

test('the page shows order, amount and mask, is marked as a sandbox, and runs no script of another origin', async () => {
  const sandbox = openSandbox();
  const page = await sandbox.get(await challenged(sandbox, { description: '<b>Boots</b>' }), {});
  const text = await page.text();
  for (const part of ['10.50', 'order-1', '545454******5454', 'no real money', '&lt;b&gt;Boots']) {
    expect(text).toContain(part);
  }
  for (const id of ['approve', 'reject', 'leave']) expect(text).toContain(`id="${id}"`);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.headers.get('content-security-policy')).not.toMatch(/form-action|frame-ancestors/);
  expect(page.headers.has('x-frame-options')).toBe(false);
});

test('with challengeFramed false the page refuses to be shown in a frame', async () => {
  const sandbox = openSandbox();
  await sandbox.control('POST', 'settings', { challengeFramed: false });
  const page = await sandbox.get(await challenged(sandbox), {});
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('with challengeAnswers false the page never answers, and everything else does', async () => {
  const sandbox = openSandbox();
  const url = await challenged(sandbox);
  await sandbox.control('POST', 'settings', { challengeAnswers: false });
  let answered = false;
  const waiting = sandbox.get(url, {}).then(() => (answered = true));
  expect((await sandbox.get('/health', {})).status).toBe(200);
  expect(answered).toBe(false);
  sandbox.close();
  await waiting;
});

test.each([
  ['approve', ['pending 2122', 'success 1000']],
  ['reject', ['pending 2122', 'failure 4157']],
  ['leave', ['pending 2122']],
])('%s leads back to result_url as it is, and the webhooks are %j', async (decision, expected) => {
  const sandbox = openSandbox();
  const response = await sandbox.submit(await challenged(sandbox), { decision });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(RESULT_URL);
  expect(sandbox.states()).toEqual(expected);
});

test('a challenge left alone fails with 4147 after ten minutes', async () => {
  const sandbox = openSandbox();
  await sandbox.submit(await challenged(sandbox), { decision: 'leave' });
  await sandbox.pass(599);
  expect(sandbox.states()).toHaveLength(1);
  await sandbox.pass(1);
  expect(sandbox.states()).toEqual(['pending 2122', 'failure 4147']);
});

test('only the first decision counts, authentication included', async () => {
  const sandbox = openSandbox();
  const url = await challenged(sandbox);
  await sandbox.submit(url, { decision: 'reject' });
  expect((await sandbox.submit(url, { decision: 'approve' })).status).toBe(303);
  expect((await sandbox.get(url, {})).headers.get('location')).toBe(RESULT_URL);
  await sandbox.pass(601);
  await sandbox.control('POST', 'orders/order-1/webhook');
  expect(sandbox.states()).toEqual(['pending 2122', 'failure 4157', 'failure 4157']);
  expect(sandbox.received.at(-1)?.event).toMatchObject({ eci: null, cc_token: null });
});

test('without a result_url the buyer sees a final page', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.submit(await challenged(sandbox, { result_url: undefined }), {
    decision: 'approve',
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('You can close this window');
});

test('an unknown page is not found', async () => {
  const response = await openSandbox().get('/acs/nothing', {});
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('text/html');
});

test('with returnBy query the return address has order_id and status beside what it had', async () => {
  const sandbox = openSandbox({ settings: { returnBy: 'query' } });
  const response = await sandbox.submit(await challenged(sandbox), { decision: 'reject' });
  expect(response.headers.get('location')).toBe(`${RESULT_URL}&order_id=order-1&status=failure`);
});

test('with returnBy post the buyer comes back by a form, with a button where no script runs', async () => {
  const sandbox = openSandbox({ settings: { returnBy: 'post' } });
  const response = await sandbox.submit(await challenged(sandbox), { decision: 'approve' });
  const page = await response.text();
  expect(page).toContain(`<form method="post" action="${RESULT_URL}"`);
  expect(page).toContain('<input type="hidden" name="order_id" value="order-1" />');
  expect(page).toContain('<input type="hidden" name="status" value="success" />');
  expect(page).toContain('id="continue"');
});
