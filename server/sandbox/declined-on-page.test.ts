import { expect, test } from 'vitest';
import { attemptOf, checkout, pay } from './testing/checkout.ts';
import { type Harness, RESULT_URL, hosted, openSandbox, told } from './testing/sandbox.ts';
import type { SandboxSettings } from './settings.ts';

const GOOD = '4242424242424242';
const REJECTED = '4000000000000002';
const POOR = '4000000000009995';
const CHALLENGED = '5454545454545454';

/** A page on which this card was declined. */
async function declined(
  settings: Partial<SandboxSettings> = { declinedOnPage: 'told' },
  body: object = hosted(),
) {
  const sandbox = openSandbox({ settings, log: () => {} });
  const url = await checkout(sandbox, body);
  const page = await pay(sandbox, url, REJECTED);
  return { sandbox, url, page };
}

const read = async (sandbox: Harness) => told(await sandbox.read('/purchase'));
/** Endpoint 12 without `callback` is a violation. */
const lenient = { strict: false, declinedOnPage: 'told' } as const;

test('a decline that is reported is a failed transaction, and the page asks for another card', async () => {
  const { sandbox, url, page } = await declined(lenient);
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toMatch(/role="alert"[^>]*>Transaction rejected/);
  for (const part of ['name="cc_number"', 'id="pay"', 'id="leave"']) expect(text).toContain(part);
  expect(sandbox.states()).toEqual(['failure 4153']);
  expect(sandbox.received[0]?.event).toMatchObject({ cc_mask: '400000******0002', cc_token: null });
  expect(await read(sandbox)).toMatchObject({ status: 'failure', status_code: '4153' });
  expect((await sandbox.get(url, {})).status).toBe(200);
});

test('the next card is another transaction of the same payment, and the list has the declines first', async () => {
  const { sandbox, url } = await declined(lenient);
  await sandbox.pass(5);
  await pay(sandbox, url, POOR);
  const back = await pay(sandbox, url, GOOD);
  expect(back.headers.get('location')).toBe(RESULT_URL);
  expect(sandbox.states()).toEqual(['failure 4153', 'failure 4009', 'success 1000']);
  const listed = await sandbox.listed();
  expect(listed).toMatchObject([
    { status_code: '4153', cc_mask: '400000******0002', cc_token: null },
    { status_code: '4009', cc_mask: '400000******9995', cc_token: null },
    { status_code: '1000', cc_mask: '424242******4242' },
  ]);
  const different = (name: string) => new Set(listed.map((one) => one[name])).size;
  expect(['transaction_id', 'payment_id', 'created_at'].map(different)).toEqual([3, 1, 1]);
  expect(await read(sandbox)).toMatchObject({
    status: 'success',
    transaction_id: listed[2]?.['transaction_id'],
  });
  expect(sandbox.received.map(({ event }) => event['transaction_id'])).toEqual(
    listed.map((one) => one['transaction_id']),
  );
});

test('the next card may be a payment of its own as well', async () => {
  const { sandbox, url } = await declined({ declinedOnPage: 'told-anew' });
  await sandbox.pass(5);
  await pay(sandbox, url, GOOD);
  const [first, second] = sandbox.received.map(({ event }) => event);
  expect(first?.['payment_id']).not.toBe(second?.['payment_id']);
  expect([first?.['created_at'], second?.['created_at']]).toEqual([
    '2026-06-15T12:00:00.000',
    '2026-06-15T12:00:05.000',
  ]);
  expect(await sandbox.listed()).toMatchObject([
    { payment_id: first?.['payment_id'], status: 'failure' },
    { payment_id: second?.['payment_id'], status: 'success' },
  ]);
});

test('a challenge and a wallet may follow a decline', async () => {
  const { sandbox, url } = await declined();
  const onward = (await pay(sandbox, url, CHALLENGED)).headers.get('location') ?? '';
  await sandbox.submit(onward, { decision: 'approve' });
  expect(sandbox.states()).toEqual(['failure 4153', 'pending 2122', 'success 1000']);
  const other = await declined();
  const attempt = await attemptOf(other.sandbox, other.url);
  await other.sandbox.submit(other.url, { attempt, wallet: 'gpay' });
  expect(other.sandbox.states()).toEqual(['failure 4153', 'success 1000']);
});

test('a rejected challenge ends the payment and closes the page', async () => {
  const { sandbox, url } = await declined();
  const onward = (await pay(sandbox, url, CHALLENGED)).headers.get('location') ?? '';
  await sandbox.submit(onward, { decision: 'reject' });
  expect((await pay(sandbox, url, GOOD)).headers.get('location')).toBe(RESULT_URL);
  expect(sandbox.states().at(-1)).toBe('failure 4157');
});

test('the page takes no further card once its time is over', async () => {
  const { sandbox, url } = await declined({ declinedOnPage: 'told' }, hosted({ order_timeout: 60 }));
  await sandbox.pass(59);
  expect((await sandbox.get(url, {})).status).toBe(200);
  const attempt = await attemptOf(sandbox, url);
  await sandbox.pass(1);
  expect((await pay(sandbox, url, GOOD, { attempt })).headers.get('location')).toBe(RESULT_URL);
  expect(sandbox.states()).toEqual(['failure 4153']);
});

test('a forced failure closes the page, and a payment forced back to init takes a card', async () => {
  const { sandbox, url } = await declined();
  await sandbox.control('POST', 'orders/order-1/state', { status: 'failure', statusCode: '4148' });
  expect((await sandbox.get(url, {})).headers.get('location')).toBe(RESULT_URL);
  await sandbox.control('POST', 'orders/order-1/state', { status: 'init' });
  await pay(sandbox, url, GOOD, { attempt: await attemptOf(sandbox, url) });
  expect(sandbox.states()).toEqual(['failure 4153', 'failure 4148', 'init null', 'success 1000']);
});
