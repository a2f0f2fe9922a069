import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newOrder } from './order.ts';
import { receiveWebhook } from './receive-webhook.ts';

const SECRET = `whsec_${btoa('a secret for tests')}`;

/** The shop's answer to a message about an order over 24.50 EUR, and what it takes from it. */
async function receive(change: object = {}, { type = 'payment.updated', secret = SECRET } = {}) {
  const order = newOrder({ mug: '1' });
  const money = { amount: '24.50', currency: 'EUR' };
  const data = { id: 'p-1', orderId: order.id, method: 'purchase', status: 'success', ...money };
  const body = JSON.stringify({ type, data: { ...data, ...change } });
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  const shop = new Hono().post('/', (c) => receiveWebhook(SECRET, new Map([[order.id, order]]), c));
  const { status } = await shop.request('/', { method: 'POST', headers, body });
  const [message] = order.messages;
  return [status, message?.paymentId ?? null, message?.isPaid ?? false];
}

it('the shop’s receiver accepts a signed message over the order’s amount and currency', async () => {
  expect(await receive()).toEqual([204, 'p-1', true]);
});

it.each([
  ['another amount', { amount: '0.01' }],
  ['another currency', { currency: 'UAH' }],
  ['an unknown order', { orderId: 'A-2' }],
])('the shop’s receiver takes no payment over %s', async (_what, change) => {
  expect(await receive(change)).toEqual([204, null, false]);
});

it.each(['auth', 'lookup'])('the success of a payment by %s does not pay the order', async (method) => {
  expect(await receive({ method })).toEqual([204, 'p-1', false]);
});

it.each([
  ['capture', true],
  ['void', false],
  ['refund', false],
])('whether the success of a %s pays the order: %s', async (method, isPaid) => {
  const operation = { type: 'operation.updated' };
  expect(await receive({ method, paymentId: 'p-1' }, operation)).toEqual([204, null, isPaid]);
});

it('the shop’s receiver refuses another signature', async () => {
  const secret = `whsec_${btoa('another secret')}`;
  expect(await receive({}, { secret })).toEqual([401, null, false]);
});
