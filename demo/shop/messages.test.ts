import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { takeMessage } from './messages.ts';
import type { Orders } from './options.ts';

const SECRET = `whsec_${btoa('a secret for tests')}`;
const ORDER_ID = 'KW-1';

function open() {
  const order = { id: ORDER_ID, lines: [], fromCart: true, minor: 1000, deliveries: [], messages: [] };
  const orders: Orders = new Map([[order.id, order]]);
  const app = new Hono().post('/webhook', (c) => takeMessage(SECRET, orders, c));
  const send = async (status: string, isSigned: boolean) => {
    const data = { id: 'p-1', orderId: ORDER_ID, status, amount: '10.00', currency: 'EUR' };
    const body = JSON.stringify({ type: 'payment.updated', data });
    const at = new Date();
    const signature = isSigned ? new Webhook(SECRET).sign('m-1', at, body) : 'v1,AAAA';
    const stamp = String(Math.floor(at.getTime() / 1000));
    const headers = { 'webhook-id': 'm-1', 'webhook-timestamp': stamp, 'webhook-signature': signature };
    return (await app.request('/webhook', { method: 'POST', headers, body })).status;
  };
  const messages = () => orders.get(ORDER_ID)?.messages ?? [];
  return { send, messages };
}

test('of messages with a wrong signature the last 50 are kept, and every message that is signed', async () => {
  const { send, messages } = open();
  expect(await send('pending', true)).toBe(204);
  for (let index = 0; index < 60; index += 1) expect(await send(`forged_${index}`, false)).toBe(401);
  expect(await send('success', true)).toBe(204);

  const kept = messages();
  const forged = kept.filter(({ answered }) => answered === 401);
  expect([forged.length, forged[0]?.status, forged.at(-1)?.status]).toEqual([50, 'forged_10', 'forged_59']);
  expect([kept[0]?.status, kept.at(-1)?.status]).toEqual(['pending', 'success']);
});
