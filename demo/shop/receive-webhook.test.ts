import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newOrder } from './order.ts';
import { receiveWebhook } from './receive-webhook.ts';

const SECRET = `whsec_${btoa('a secret for tests')}`;

/** The shop's answer to a message about an order over 24.50 EUR, and the payment that it takes from it. */
async function receive(change: object = {}, { type = 'payment.updated', secret = SECRET } = {}) {
  const order = newOrder({ mug: '1' });
  const data = { id: 'p-1', orderId: order.id, status: 'success', amount: '24.50', currency: 'EUR' };
  const body = JSON.stringify({ type, data: { ...data, ...change } });
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  const shop = new Hono().post('/', (c) => receiveWebhook(SECRET, new Map([[order.id, order]]), c));
  const { status } = await shop.request('/', { method: 'POST', headers, body });
  return [status, order.messages[0]?.paymentId ?? null];
}

it('the shop’s receiver accepts a signed message over the order’s amount and currency', async () => {
  expect(await receive()).toEqual([204, 'p-1']);
});

it.each([
  ['another amount', { amount: '0.01' }],
  ['another currency', { currency: 'UAH' }],
  ['an unknown order', { orderId: 'A-2' }],
])('the shop’s receiver takes no payment over %s', async (_what, change) => {
  expect(await receive(change)).toEqual([204, null]);
});

it('the shop’s receiver takes no refund for a payment', async () => {
  expect(await receive({}, { type: 'operation.updated' })).toEqual([204, null]);
});

it('the shop’s receiver refuses another signature', async () => {
  expect(await receive({}, { secret: `whsec_${btoa('another secret')}` })).toEqual([401, null]);
});
