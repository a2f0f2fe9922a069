import type { Context } from 'hono';
import { decimal } from '../kinds.ts';
import { CURRENCY } from '../products.ts';
import { type Awaited, receiveWebhook } from '../receive-webhook.ts';
import type { Orders, ShopMessage } from './options.ts';

/** Anybody can send messages, which are then refused. */
const MOST_MESSAGES = 100;

/**
 * Receives a message of the companion and records it.
 * @param secret `MERCHANT_WEBHOOK_SECRET`
 */
export async function takeMessage(secret: string, orders: Orders, c: Context): Promise<Response> {
  const body = await c.req.text();
  const named = readMessage(body);
  const order = named ? orders.get(orderIdOf(named.orderId)) : undefined;
  const awaited = (): Awaited | undefined => order && { amount: decimal(order.minor), currency: CURRENCY };
  const headers = Object.fromEntries(c.req.raw.headers);
  const { status, payment } = receiveWebhook(secret, body, headers, awaited);
  if (named && order) {
    if (payment) order.deliveries.push({ status: payment.status, paymentId: payment.id });
    order.messages = [...order.messages, { ...named.message, answered: status }].slice(-MOST_MESSAGES);
  }
  return c.body(null, status);
}

/** Reads what a body claims, before its signature is checked. */
function readMessage(body: string): { orderId: string; message: Omit<ShopMessage, 'answered'> } | null {
  try {
    const { type, data } = JSON.parse(body) as { type: string; data: { orderId: string; status?: string } };
    if (typeof data.orderId !== 'string') return null;
    const message = { at: Date.now(), type: word(type), status: word(data.status) };
    return { orderId: data.orderId, message };
  } catch {
    return null;
  }
}

/** The signature is not checked yet, so only single words are accepted. */
const word = (value: unknown): string => (/^[\w.]{1,40}$/.test(String(value)) ? String(value) : '');

/** Orders of other kinds have the kind's name as a suffix of the id. */
const orderIdOf = (orderId: string): string => orderId.split('.')[0] ?? '';
