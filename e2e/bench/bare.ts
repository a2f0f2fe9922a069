import { createHash, timingSafeEqual } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { jwtVerify } from 'jose';
import Database from 'libsql';
import { z } from 'zod';

/**
 * The minimal cost of a payment and of its webhook on this stack, for comparison; a process of its own, configured by the
 * environment as the companion is. A payment: the token verified, the body parsed, one durable insert, the call to the
 * gateway, one durable update. A webhook: the signature verified, one durable update.
 */
const env = (name: string): string => process.env[name] ?? '';
const key = new TextEncoder().encode(env('ORDER_SECRET'));

const database = new Database(env('DATABASE_FILE'));
database.exec('pragma journal_mode = wal');
database.exec('pragma synchronous = full');
database.exec('create table payment (id text primary key, order_id text unique, status text, body text)');
const insert = database.prepare('insert into payment (id, order_id, status, body) values (?, ?, ?, ?)');
const update = database.prepare('update payment set status = ?, body = ? where order_id = ?');

const bodySchema = z.strictObject({
  card: z.strictObject({
    number: z.string().regex(/^\d{12,19}$/),
    expMonth: z.int().min(1).max(12),
    expYear: z.int(),
    cvv: z.string().regex(/^\d{3,4}$/),
  }),
  customer: z.record(z.string(), z.string().max(256)),
  fingerprint: z.record(z.string(), z.string().max(2048)),
});

interface Order {
  id: string;
  amount: string;
  currency: string;
  description: string;
}

const app = new Hono().basePath('/pay');
app.post('/payments', async (c) => {
  const token = c.req.header('authorization')?.slice('Bearer '.length) ?? '';
  const { payload } = await jwtVerify<{ order: Order }>(token, key, { algorithms: ['HS256'] });
  const { card, customer } = bodySchema.parse(await c.req.json());
  const { order } = payload;
  const id = crypto.randomUUID();
  insert.run(id, order.id, 'init', '{}');
  const answer = await fetch(`${env('GATEWAY_URL')}/api/v1/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      pos_id: env('GATEWAY_POS_ID'),
      mode: 'direct',
      method: 'purchase',
      amount: Number(order.amount),
      currency: order.currency,
      description: order.description,
      order_id: order.id,
      cc_number: card.number,
      customer_email: customer['email'],
    }),
  });
  const text = await answer.text();
  const { status } = JSON.parse(text) as { status: string };
  update.run(status, text, order.id);
  return c.json({ id, status });
});

app.post('/webhook', async (c) => {
  const { data, signature } = await c.req.parseBody<{ data: string; signature: string }>();
  const secret = env('GATEWAY_API_SECRET');
  const digest = createHash('sha1').update(`${secret}${data}${secret}`).digest();
  if (!timingSafeEqual(digest, Buffer.from(signature, 'base64url'))) return c.body(null, 401);
  const text = Buffer.from(data, 'base64url').toString();
  const event = JSON.parse(text) as { order_id: string; status: string };
  update.run(event.status, text, event.order_id);
  return c.body(null, 200);
});

serve({ fetch: app.fetch, port: Number(env('PORT')), hostname: '127.0.0.1' });
