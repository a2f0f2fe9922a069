import type { Context } from 'hono';
import { Webhook } from 'standardwebhooks';
import { CURRENCY, decimal } from '../products.ts';
import type { Orders } from './order.ts';

interface Body {
  type: string;
  data: { id: string; orderId: string; status: string; amount: string; currency: string };
}

/**
 * Receives the companion's webhooks: checks the signature, and compares amount and currency with the order. A payment with
 * other values does not pay the order, whatever its status is.
 * @param secret `MERCHANT_WEBHOOK_SECRET`
 */
export async function receiveWebhook(secret: string, orders: Orders, c: Context): Promise<Response> {
  const text = await c.req.text();
  try {
    new Webhook(secret).verify(text, Object.fromEntries(c.req.raw.headers));
  } catch {
    return c.body(null, 401);
  }
  const { type, data } = JSON.parse(text) as Body;
  // Orders of other kinds have the kind's name as a suffix of the id.
  const order = orders.get(data.orderId.split('.')[0] ?? '');
  if (order) {
    const agrees = data.amount === decimal(order.minor) && data.currency === CURRENCY;
    const paymentId = type === 'payment.updated' && agrees ? data.id : null;
    order.messages.push({ at: Date.now(), type, status: data.status, paymentId });
  }
  return c.body(null, 204);
}
