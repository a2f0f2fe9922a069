import { randomUUID } from 'node:crypto';
import { send } from '../../bench/load.ts';
import type { Secrets } from '../../bench/companion.ts';
import { createRandom } from '../random.ts';
import { orderClaim, orderToken, type Subject } from './corpus.ts';

/**
 * Creates an order with an open hosted payment, to which later requests refer.
 * @throws Error if the companion refuses it
 */
export async function makeSubject(url: string, secrets: Secrets): Promise<Subject> {
  const orderId = `fuzz-${randomUUID().slice(0, 18)}`;
  const order = orderClaim(orderId);
  const { url: page } = await post<{ url: string }>(`${url}/api/orders`, secrets.merchantApiKey, order);
  const token = orderToken(createRandom(0, 'good'), order, secrets.orderSecret);
  const { payment } = await post<{ payment: { id: string } }>(`${url}/hosted`, token, {});
  const linkId = page.slice(page.lastIndexOf('/') + 1);
  return { orderId, order, linkId, paymentId: payment.id, operationId: randomUUID() };
}

async function post<T>(url: string, bearer: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const answer = await send(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body) as T;
}
