import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { isPending, paymentIdOf } from '../support/payments.ts';

/**
 * A gateway of almost no cost, in a process of its own: it answers every direct payment after `STUB_DELAY_MS` with
 * `success`, or with `pending` if its order's id says so. It is the merchant's server, too, and takes every message.
 */
const delayMs = Number(process.env['STUB_DELAY_MS'] ?? 0);

/** Longer than any pause: a call on a connection that ends just now would have an unknown outcome. */
const keepAliveTimeout = 120_000;

createServer({ keepAliveTimeout }, (request, response) => {
  const answer = (status: number, body = '') =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  if (request.url === '/messages') request.resume().on('end', () => answer(204));
  else if (request.method === 'POST')
    void Promise.all([json(request), setTimeout(delayMs)]).then(([asked]) => answer(200, paymentFor(asked)));
  else answer(404, '{}');
}).listen(Number(process.env['PORT']), '127.0.0.1');

function paymentFor(asked: unknown): string {
  const { order_id, pos_id, mode, method, amount, currency, description } = asked as Record<string, unknown>;
  const at = new Date().toISOString().slice(0, 23);
  const waits = isPending(String(order_id));
  return JSON.stringify({
    order_id,
    pos_id,
    mode,
    method,
    amount,
    currency,
    description,
    payment_id: paymentIdOf(String(order_id)),
    status: waits ? 'pending' : 'success',
    status_code: waits ? '2122' : '1000',
    user_action_required: waits,
    user_action_url: waits ? 'http://127.0.0.1:9/challenge' : null,
    cc_mask: '424242******4242',
    created_at: at,
    processed_at: at,
  });
}
