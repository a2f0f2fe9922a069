import { Webhook } from 'standardwebhooks';

/** What the shop knows of a payment that it awaits: amounts are decimal text. */
export interface Awaited {
  amount: string;
  currency: string;
}

/** A payment that the companion reports, as far as the shop uses it. */
interface ReportedPayment extends Awaited {
  id: string;
  orderId: string;
  status: string;
}

/**
 * The receiver of the companion's webhooks: checks the signature, and compares amount and currency with the order. A
 * payment over anything else pays nothing here, whatever its status is.
 * @returns the HTTP status to answer, and the payment where it may be trusted
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
