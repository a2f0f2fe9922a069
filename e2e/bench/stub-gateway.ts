import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { isPending, paymentIdOf } from './payments.ts';

/**
 * A gateway of almost no cost, in a process of its own: it answers every direct payment after `STUB_DELAY_MS` with
 * `success`, or with `pending` if its order's id says so; those can be read.
 */
const delayMs = Number(process.env['STUB_DELAY_MS'] ?? 0);
const pending = new Map<string, string>();

createServer((request, response) => {
  void text(request).then((body) =>
    request.method === 'POST' ? create(body, response) : read(request.url ?? '', response),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function create(body: string, response: ServerResponse): Promise<void> {
  const asked = JSON.parse(body) as Record<string, unknown>;
  const orderId = String(asked['order_id']);
  const answer = JSON.stringify(payment(orderId, asked));
  if (isPending(orderId)) pending.set(orderId, answer);
  if (delayMs > 0) await setTimeout(delayMs);
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
}

function payment(orderId: string, asked: Record<string, unknown>): object {
  const at = new Date().toISOString().slice(0, 23);
  const waits = isPending(orderId);
  return {
    payment_id: paymentIdOf(orderId),
    order_id: orderId,
    pos_id: asked['pos_id'],
    mode: asked['mode'],
    method: asked['method'],
    amount: asked['amount'],
    currency: asked['currency'],
    description: asked['description'],
    status: waits ? 'pending' : 'success',
    status_code: waits ? '2122' : '1000',
    user_action_required: waits,
    user_action_url: waits ? 'http://127.0.0.1:9/challenge' : null,
    cc_mask: '424242******4242',
    created_at: at,
    processed_at: at,
  };
}

function read(url: string, response: ServerResponse): void {
  const answer = pending.get(/\/orders\/([^/?]+)/.exec(url)?.[1] ?? '');
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(answer ?? '{}');
}
