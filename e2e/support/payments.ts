import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Secrets } from './built-companion.ts';
import { send } from './load.ts';

/** Requests to the companion: payments as the tag sends them, webhooks as the gateway sends them. */

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encoded({ alg: 'HS256' });

export const CUSTOMER = {
  firstName: 'Olena',
  lastName: 'Shevchenko',
  email: 'olena@example.com',
  phone: '+380501234567',
};

/** A card that succeeds: a public test number. */
export const CARD = {
  number: '4242424242424242',
  expMonth: 12,
  expYear: new Date().getFullYear() + 2,
  cvv: '123',
};

/** The browser's fingerprint. */
export const FINGERPRINT = {
  browserColorDepth: '24',
  browserScreenHeight: '860',
  browserScreenWidth: '1280',
  browserJavaEnabled: 'false',
  browserLanguage: 'en',
  browserTimeZone: 'Europe/Kyiv',
  browserTimeZoneOffset: '-120',
  browserUserAgent: 'test',
};

const BODY = JSON.stringify({ card: CARD, customer: CUSTOMER, fingerprint: FINGERPRINT });

const someId = (): string => randomUUID().slice(0, 23);
export const newOrderId = (): string => `b-${someId()}`;
/** The stub of the gateway leaves the payments of such orders pending. */
export const newPendingOrderId = (): string => `p-${someId()}`;
export const isPending = (orderId: string): boolean => orderId.startsWith('p-');

/** An order token in UAH, valid for a day. */
export const orderToken = (id: string, secret: string): string =>
  signOrder({ id, amount: '100.00', currency: 'UAH', description: 'A lamp' }, secret);

/** An order token, valid for a day. */
export function signOrder(order: object, secret: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = encoded({ order, iat: now, exp: now + 86_400 });
  const signature = createHmac('sha256', secret).update(`${HEADER}.${claims}`).digest('base64url');
  return `${HEADER}.${claims}.${signature}`;
}

/** The parts of `POST /payments`: a direct payment by card. */
export const payRequest = (orderId: string, secret: string) => ({
  method: 'POST' as const,
  headers: {
    authorization: `Bearer ${orderToken(orderId, secret)}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: BODY,
});

/**
 * Pays an order directly by card.
 * @param url of the companion, with its path
 * @throws Error if the payment does not succeed, or is not pending as its order's id says
 */
export async function pay(url: string, secret: string, orderId: string): Promise<void> {
  const answer = await send(`${url}/payments`, payRequest(orderId, secret));
  const { status } = JSON.parse(answer.body) as { status: unknown };
  if (status !== (isPending(orderId) ? 'pending' : 'success'))
    throw new Error(`a payment ended as ${answer.status} ${answer.body}`);
}

/** The signed form of the webhook for the paid order (interface 15.3). */
export function paidWebhook(orderId: string, { posId, apiSecret }: Secrets, amount = 100): string {
  const at = new Date().toISOString().slice(0, 23);
  const data = encoded({
    payment_id: paymentIdOf(orderId),
    order_id: orderId,
    pos_id: posId,
    mode: 'direct',
    method: 'purchase',
    amount,
    currency: 'UAH',
    status: 'success',
    status_code: '1000',
    created_at: at,
    processed_at: at,
  });
  const digest = createHash('sha1')
    .update(apiSecret + data + apiSecret)
    .digest('base64url');
  return String(new URLSearchParams({ data, signature: digest.padEnd(28, '=') }));
}

/** The gateway's id of an order's payment: stub and webhooks derive it independently. */
export function paymentIdOf(orderId: string): string {
  const hex = createHash('sha256').update(orderId).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
