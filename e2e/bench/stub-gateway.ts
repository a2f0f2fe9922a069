import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { paymentIdOf } from './payments.ts';

/**
 * A gateway of almost no cost, in a process of its own: it answers every direct payment after `STUB_DELAY_MS` with the
 * status `STUB_STATUS` (`success` or `pending`), and every read with the same answer.
 */
const delayMs = Number(process.env['STUB_DELAY_MS'] ?? 0);
const isPending = process.env['STUB_STATUS'] === 'pending';
const answers = new Map<string, string>();

const server = createServer((request, response) => {
  void text(request).then((body) =>
    request.method === 'POST' ? create(body, response) : read(request.url, response),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

async function create(body: string, response: ServerResponse): Promise<void> {
  const asked = JSON.parse(body) as Record<string, unknown>;
  const orderId = String(asked['order_id']);
  const answer = JSON.stringify(payment(orderId, asked));
  if (isPending) answers.set(orderId, answer);
  if (delayMs > 0) await setTimeout(delayMs);
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
}

function payment(orderId: string, asked: Record<string, unknown>): object {
  const at = new Date().toISOString().slice(0, 23);
  return {
    payment_id: paymentIdOf(orderId),
    order_id: orderId,
    pos_id: asked['pos_id'],
    mode: asked['mode'],
    method: asked['method'],
    amount: asked['amount'],
    currency: asked['currency'],
    description: asked['description'],
    status: isPending ? 'pending' : 'success',
    status_code: isPending ? '2122' : '1000',
    user_action_required: isPending,
    user_action_url: isPending ? 'http://127.0.0.1:9/challenge' : null,
    cc_mask: '424242******4242',
    created_at: at,
    processed_at: at,
  };
}

function read(url: string | undefined, response: ServerResponse): void {
  const orderId = /\/orders\/([^/?]+)/.exec(url ?? '')?.[1] ?? '';
  const answer = answers.get(orderId);
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(answer ?? '{}');
}
