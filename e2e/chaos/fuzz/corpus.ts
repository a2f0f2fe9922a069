import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Secrets } from '../../bench/companion.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../../bench/payments.ts';
import { type Random } from '../random.ts';
import { spoiledValue } from './strange.ts';

/** A valid request in parts, each of which can be mutated separately. */
export interface GoodRequest {
  method: string;
  path: string;
  /** `order`: an order token; `merchant`: the key of the merchant API */
  as: 'order' | 'merchant' | 'nobody';
  body: { kind: 'json' | 'form' | 'webhook'; value: unknown } | null;
}

/** An existing order that requests refer to, with its payment. */
export interface Subject {
  orderId: string;
  paymentId: string;
  operationId: string;
  /** of the payment page */
  linkId: string;
  /** the claim of the order token */
  order: Record<string, unknown>;
}

const WIDGET_FILES = readdirSync('dist/pay').filter((name) => name.endsWith('.js'));
const LONG_AGO = '2020-01-01';
/** An order as a merchant may send it, with every field that is not specific to one method. */
export const orderClaim = (id: string): Record<string, unknown> => ({
  id,
  amount: '100.00',
  currency: 'UAH',
  description: 'A lamp',
  method: 'auth',
  modes: ['direct', 'hosted'],
  threeDs: 'supported',
  brands: ['visa', 'mastercard'],
  products: [{ id: '1', name: 'Lamp' }],
  payload: 'p',
  mcc: '5411',
  orderTimeout: 600,
  lang: 'en',
  customer: { ...CUSTOMER, id: 'c-1', country: 'UA' },
  returnUrl: 'http://localhost/thanks',
});

/** One valid request for every route. */
export function goodRequests(subject: Subject, secrets: Secrets): GoodRequest[] {
  return [...browserRequests(subject), ...gatewayRequests(subject, secrets), ...merchantRequests(subject)];
}

function browserRequests({ paymentId, linkId, order }: Subject): GoodRequest[] {
  const json = (value: unknown) => ({ kind: 'json' as const, value });
  const pay = { customer: CUSTOMER, fingerprint: FINGERPRINT };
  return [
    { method: 'GET', path: '/pay/session', as: 'order', body: null },
    { method: 'POST', path: '/pay/payments', as: 'order', body: json({ ...pay, card: CARD }) },
    { method: 'POST', path: '/pay/payments', as: 'order', body: json({ ...pay, cardToken: 'gpay:token' }) },
    {
      method: 'POST',
      path: '/pay/payments',
      as: 'order',
      body: json({
        ...pay,
        savedCard: { id: '6f1c2a52-8b1e-4d6e-9a57-3f0a4f6c1d11' },
        saveCard: true,
      }),
    },
    { method: 'GET', path: `/pay/payments/${paymentId}?wait=0`, as: 'order', body: null },
    { method: 'POST', path: '/pay/hosted', as: 'order', body: json({ customer: CUSTOMER }) },
    {
      method: 'POST',
      path: '/pay/hosted',
      as: 'nobody',
      body: { kind: 'form', value: { order, ...CUSTOMER } },
    },
    { method: 'GET', path: `/pay/return/${paymentId}`, as: 'nobody', body: null },
    { method: 'POST', path: `/pay/return/${paymentId}`, as: 'nobody', body: { kind: 'form', value: {} } },
    { method: 'GET', path: `/pay/order/${linkId}`, as: 'nobody', body: null },
    { method: 'DELETE', path: '/pay/saved-cards/1', as: 'order', body: null },
    { method: 'OPTIONS', path: '/pay/payments', as: 'nobody', body: null },
    ...['/livez', '/readyz', '/pay/frame', ...WIDGET_FILES.map((name) => `/pay/${name}`)].map((path) => ({
      method: 'GET',
      path,
      as: 'nobody' as const,
      body: null,
    })),
  ];
}

function gatewayRequests({ orderId }: Subject, { posId }: Secrets): GoodRequest[] {
  const at = new Date().toISOString().slice(0, 23);
  const event = {
    payment_id: randomUUID(),
    transaction_id: randomUUID(),
    order_id: orderId,
    pos_id: posId,
    mode: 'direct',
    method: 'auth',
    amount: 100,
    currency: 'UAH',
    status: 'pending',
    status_code: '2119',
    created_at: at,
    processed_at: at,
    cc_mask: '424242******4242',
  };
  const capture = { ...event, method: 'capture', operation_id: randomUUID(), status: 'failure' };
  return [event, capture].map((value) => ({
    method: 'POST',
    path: '/pay/webhook',
    as: 'nobody',
    body: { kind: 'webhook', value },
  }));
}

function merchantRequests({ orderId, paymentId, operationId, order }: Subject): GoodRequest[] {
  const get = (path: string): GoodRequest => ({
    method: 'GET',
    path: `/pay/api${path}`,
    as: 'merchant',
    body: null,
  });
  const post = (path: string, value: object): GoodRequest => ({
    method: 'POST',
    path: `/pay/api${path}`,
    as: 'merchant',
    body: { kind: 'json', value },
  });
  const id = randomUUID();
  return [
    post('/orders', { ...order, expiresIn: 3600 }),
    get(`/orders/${orderId}`),
    get('/payments?status=success&from=2026-01-01&limit=2'),
    post(`/orders/${orderId}/capture`, { amount: '60.00', comment: 'c' }),
    post(`/orders/${orderId}/void`, { comment: 'c' }),
    post(`/orders/${orderId}/refund`, { amount: '1.00', receiptDelivery: 'none', paymentId }),
    post(`/orders/${orderId}/cancel`, {}),
    post(`/orders/${orderId}/resend`, { operation: 'auth' }),
    get('/balances/accounts'),
    get(`/balances/accounts/${id}`),
    get('/balances/terminals'),
    get(`/balances/terminals/${id}`),
    get(`/orders/${orderId}/receipt?format=html`),
    get(`/receipts/${LONG_AGO}?format=html&method=purchase`),
    get('/messages?state=waiting'),
    post(`/messages/${id}/send`, {}),
    get('/review'),
    post(`/payments/${paymentId}/resolve`, { status: 'failure', comment: 'c' }),
    post(`/operations/${operationId}/resolve`, { status: 'failure', comment: 'c' }),
    get('/openapi.json'),
    { method: 'DELETE', path: '/pay/api/customers/c-1', as: 'merchant', body: null },
    { method: 'GET', path: '/metrics', as: 'merchant', body: null },
  ];
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value) ?? '').toString('base64url');

/** An order token; sometimes with strange content under a valid signature. */
export function orderToken(random: Random, order: unknown, secret: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { order, iat: now, exp: now + 86_400 };
  const said = random.chance(0.05) ? spoiledValue(random, claims) : claims;
  const header = random.chance(0.01) ? { alg: 'none' } : { alg: 'HS256' };
  const content = `${encoded(header)}.${encoded(said)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** The form of a webhook with a valid signature (interface 15.1). */
export function webhookForm(event: unknown, secret: string): string {
  const data = encoded(event);
  const digest = createHash('sha1')
    .update(secret + data + secret)
    .digest('base64url');
  return String(new URLSearchParams({ data, signature: digest.padEnd(28, '=') }));
}
