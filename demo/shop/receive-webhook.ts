import type { Context } from 'hono';
import { Webhook } from 'standardwebhooks';
import { decisionOf } from '../../server/contract/decision.ts';
import type { MerchantMessage } from '../../server/contract/merchant-messages.ts';
import { CURRENCY, decimal } from '../products.ts';
import type { Orders } from './order.ts';

/**
 * Receives the companion's webhooks: checks the signature, and compares amount and currency with the order. Other values
 * do not pay the order, whatever the status is.
 * @param secret `MERCHANT_WEBHOOK_SECRET`
 */
export async function receiveWebhook(secret: string, orders: Orders, c: Context): Promise<Response> {
  const text = await c.req.text();
  try {
    new Webhook(secret).verify(text, Object.fromEntries(c.req.raw.headers));
  } catch {
    return c.body(null, 401);
  }
  const message = JSON.parse(text) as MerchantMessage;
  const decision = decisionOf(message);
  // Orders of other kinds have the kind's name as a suffix of the id.
  const order = orders.get(decision.orderId.split('.')[0] ?? '');
  if (order) {
    const agrees = decision.amount === decimal(order.minor) && decision.currency === CURRENCY;
    const { type, data } = message;
    const paymentId = type === 'payment.updated' && agrees ? data.id : null;
    const isPaid = decision.do === 'fulfil' && agrees;
    order.messages.push({ at: Date.now(), type, status: data.status, paymentId, isPaid });
  }
  return c.body(null, 204);
}
