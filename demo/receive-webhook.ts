import { Webhook } from 'standardwebhooks';

/** A payment that the shop expects; amounts are decimal text. */
export interface Awaited {
  amount: string;
  currency: string;
}

/** A payment reported by the companion, as far as the shop uses it. */
interface ReportedPayment extends Awaited {
  id: string;
  orderId: string;
  status: string;
}

/**
 * Receives the companion's webhooks: checks the signature, and compares amount and currency with the order. A payment with
 * other values does not pay the order, whatever its status is.
 * @returns the HTTP status to answer, and the payment if it can be trusted
 */
export function receiveWebhook(
  secret: string,
  body: string,
  headers: Record<string, string>,
  awaited: (orderId: string) => Awaited | undefined,
): { status: 204 | 401; payment: ReportedPayment | null } {
  try {
    new Webhook(secret).verify(body, headers);
  } catch {
    return { status: 401, payment: null };
  }
  const { type, data } = JSON.parse(body) as { type: string; data: ReportedPayment };
  const order = type === 'payment.updated' ? awaited(data.orderId) : undefined;
  const agrees = order !== undefined && order.amount === data.amount && order.currency === data.currency;
  return { status: 204, payment: agrees ? data : null };
}
