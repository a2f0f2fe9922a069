import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { receiveWebhook } from './receive-webhook.ts';

const SECRET = `whsec_${Buffer.from('a secret for tests').toString('base64')}`;
const PAYMENT = { id: 'p-1', orderId: 'A-1', status: 'success', amount: '24.50', currency: 'EUR' };

function receive(change: object = {}, { type = 'payment.updated', secret = SECRET } = {}) {
  const body = JSON.stringify({ type, data: { ...PAYMENT, ...change } });
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  const orders = new Map([['A-1', { amount: '24.50', currency: 'EUR' }]]);
  return receiveWebhook(SECRET, body, headers, (id) => orders.get(id));
}

describe('the shop’s receiver', () => {
  it('accepts a signed message over the order’s amount and currency', () => {
    expect(receive()).toMatchObject({ status: 204, payment: { id: 'p-1', status: 'success' } });
  });

  it.each([
    ['another amount', { amount: '0.01' }],
    ['a larger amount', { amount: '2450.00' }],
    ['another currency', { currency: 'UAH' }],
    ['an unknown order', { orderId: 'A-2' }],
  ])('rejects a signed message over %s', (_what, change) => {
    expect(receive(change)).toEqual({ status: 204, payment: null });
  });

  it('takes no refund for a payment', () => {
    expect(receive({}, { type: 'operation.updated' })).toEqual({ status: 204, payment: null });
  });

  it('refuses another signature', () => {
    const secret = `whsec_${Buffer.from('another secret').toString('base64')}`;
    expect(receive({}, { secret })).toEqual({ status: 401, payment: null });
  });
});
