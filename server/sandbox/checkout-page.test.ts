import { expect, test } from 'vitest';
import { attemptOf, checkout, pay } from './testing/checkout.ts';
import { type Harness, MINIMAL, RESULT_URL, hosted, openSandbox } from './testing/sandbox.ts';

async function state(sandbox: Harness) {
  const [payment] = await sandbox.records('payments');
  return `${String(payment?.['status'])} ${String(payment?.['statusCode'])}`;
}

test('the form has labels, autocomplete tokens and nothing filled in, and shows what is paid', async () => {
  const sandbox = openSandbox();
  const text = await (await sandbox.get(await checkout(sandbox), {})).text();
  for (const [name, token] of Object.entries({ cc_number: 'cc-number', exp: 'cc-exp', cvv: 'cc-csc' })) {
    expect(text).toContain(`<label for="${name}">`);
    expect(text).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*autocomplete="${token}"`));
    expect(text).not.toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*value=`));
  }
  for (const part of ['id="pay"', 'id="leave"', 'Pay 10.50 UAH', 'A pair of boots', 'Order order-1']) {
    expect(text).toContain(part);
  }
});

test('a good card pays, and leads back to result_url as it is', async () => {
  const sandbox = openSandbox();
  const response = await pay(sandbox, await checkout(sandbox), '4242 4242 4242 4242');
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(RESULT_URL);
  expect(sandbox.states()).toEqual(['success 1000']);
  expect(sandbox.received[0]?.event).toMatchObject({ mode: 'hosted', cc_mask: '424242******4242' });
});

test('leaving leads back to result_url and leaves the payment init', async () => {
  const sandbox = openSandbox();
  const response = await sandbox.submit(await checkout(sandbox), { action: 'leave', cc_number: '42' });
  expect(response.headers.get('location')).toBe(RESULT_URL);
  expect(await state(sandbox)).toBe('init null');
});

test.each([
  ['4000000000000002', 'Transaction rejected'],
  ['4000000000009995', 'Insufficient funds'],
])('declined card %s is told to the buyer, who may pay with another', async (number, reason) => {
  const sandbox = openSandbox();
  const url = await checkout(sandbox);
  const declined = await pay(sandbox, url, number);
  const text = await declined.text();
  expect(declined.status).toBe(200);
  expect(text).toMatch(new RegExp(`role="alert"[^>]*>${reason}`));
  expect(text).not.toContain(`value="${number}"`);
  expect(await state(sandbox)).toBe('init null');
  expect(sandbox.states()).toEqual([]);
  await pay(sandbox, url, '4242424242424242');
  expect(sandbox.states()).toEqual(['success 1000']);
});

test('a challenged card goes through the 3-D Secure page and back', async () => {
  const sandbox = openSandbox();
  const url = await checkout(sandbox);
  const onward = (await pay(sandbox, url, '5454545454545454')).headers.get('location') ?? '';
  expect(onward).toContain('/acs/');
  expect((await sandbox.get(url, {})).headers.get('location')).toBe(onward);
  const back = await sandbox.submit(onward, { decision: 'approve' });
  expect(back.headers.get('location')).toBe(RESULT_URL);
  expect(sandbox.states()).toEqual(['pending 2122', 'success 1000']);
});

test.each(['applepay', 'gpay'])('the wallet %s pays at once, without a card', async (wallet) => {
  const sandbox = openSandbox();
  const url = await checkout(sandbox);
  expect(await (await sandbox.get(url, {})).text()).toContain(`name="wallet" value="${wallet}"`);
  const back = await sandbox.submit(url, { attempt: await attemptOf(sandbox, url), wallet });
  expect(back.headers.get('location')).toBe(RESULT_URL);
  const paid = { status_code: '1000', cc_mask: null, cc_token: null };
  expect(sandbox.received.at(-1)?.event).toMatchObject(paid);
});

test('a form posted twice charges once', async () => {
  const sandbox = openSandbox();
  const url = await checkout(sandbox);
  const attempt = await attemptOf(sandbox, url);
  const fields = { attempt, cc_number: '4242424242424242', exp: '12/30', cvv: '123' };
  const answers = await Promise.all([sandbox.submit(url, fields), sandbox.submit(url, fields)]);
  expect(answers.map((answer) => answer.headers.get('location'))).toEqual([RESULT_URL, RESULT_URL]);
  expect(sandbox.states()).toEqual(['success 1000']);
});

test('a form from before a decline is shown again instead of charged', async () => {
  const sandbox = openSandbox();
  const url = await checkout(sandbox);
  const attempt = await attemptOf(sandbox, url);
  await pay(sandbox, url, '4000000000000002');
  const stale = await pay(sandbox, url, '4242424242424242', { attempt });
  expect(stale.status).toBe(200);
  expect(sandbox.states()).toEqual([]);
});

test.each([
  [{ cc_number: '4242424242424241' }, 'cc_number'],
  [{ exp: '05/26' }, 'exp'],
  [{ exp: 'soon' }, 'exp'],
  [{ cvv: '12' }, 'cvv'],
  [{ cc_number: '378282246310005', cvv: '123' }, 'cvv'],
])('an invalid value is reported at its field and not charged: %j', async (more, name) => {
  const sandbox = openSandbox();
  const response = await pay(sandbox, await checkout(sandbox), '4242424242424242', more);
  const text = await response.text();
  expect(response.status).toBe(422);
  expect(text.match(/id="\w+-fault"/g)).toEqual([`id="${name}-fault"`]);
  expect(text).toContain(`aria-describedby="${name}-fault"`);
  expect(sandbox.states()).toEqual([]);
});

test('4000…0101 resets the connection and charges nothing', async () => {
  const sandbox = openSandbox();
  const response = await pay(sandbox, await checkout(sandbox), '4000000000000101');
  expect(response.headers.has('x-sandbox-fault')).toBe(true);
  expect(await state(sandbox)).toBe('init null');
});

test.each([
  [{ order_timeout: 60 }, 60],
  [{}, 86_400],
])('an unpaid payment with %j ends with 4148 in time', async (more, seconds) => {
  const sandbox = openSandbox();
  const url = await checkout(sandbox, hosted(more));
  await sandbox.pass(seconds - 1);
  expect(sandbox.states()).toEqual([]);
  await sandbox.pass(1);
  expect(sandbox.states()).toEqual(['failure 4148']);
  expect((await sandbox.get(url, {})).headers.get('location')).toBe(RESULT_URL);
});

test('a hosted lookup brings its card along and asks for another after a decline', async () => {
  const sandbox = openSandbox();
  const url = await checkout(sandbox, { ...MINIMAL['hosted-lookup'], cc_number: '4000000000000002' });
  const form = await (await sandbox.get(url, {})).text();
  expect(form).toContain('400000******0002');
  expect(form).not.toContain('name="cc_number"');
  expect(await (await sandbox.submit(url, { attempt: await attemptOf(sandbox, url) })).text()).toContain(
    'name="cc_number"',
  );
  await pay(sandbox, url, '4242424242424242');
  expect(await state(sandbox)).toBe('success 1000');
});
