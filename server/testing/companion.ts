import type { Hono } from 'hono';
import { type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeEach } from 'vitest';
import { addressList } from '../node/address-list.ts';
import { companionApp } from '../app.ts';
import type { AppEnv } from '../app-env.ts';
import type { PaymentView } from '../contract/checkout-api.ts';
import type { Problem } from '../contract/problem.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../contract/testing/fixtures.ts';
import { createWebhookVerifier, signatureOf } from '../gateway/webhook.ts';
import { createMetrics } from '../node/metrics.ts';
import { orderTokenMint } from '../middleware/order-token.ts';
import type { GatewayPayment } from '../payments/gateway-port.ts';
import type { PaymentConfig } from '../payments/ports.ts';
import { answered, gatewayPaymentOf, POS_ID } from '../payments/testing/gateway.ts';
import { createTestDeps, STORE_SECRETS, type TestDeps } from '../payments/testing/test-deps.ts';
import { openSqliteStore } from '../store/sqlite.ts';

/** For tests: the companion as an app without a port, with a scripted gateway and a stopped clock. */

export const ORDER_SECRET = 'the secret of the orders, 32 bytes and more';
export const PREVIOUS_ORDER_SECRET = 'the secret of the orders before, 32 bytes and more';
export const MERCHANT_API_KEY = 'the-key-of-the-back-end';
export const API_SECRET = 'the secret of the webhooks';
export const ORIGIN = 'https://shop.example';
export const ORDER = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
export const BODY = { card: CARD, customer: {}, fingerprint: FINGERPRINT };

export interface TestCompanion {
  app: Hono<AppEnv>;
  deps: TestDeps;
  /** A valid token of `order-1`, with these fields changed. */
  token(order?: Record<string, unknown>): Promise<string>;
  /** Sends a request; a body other than text is sent as JSON. `path` is relative to the base address. */
  ask(path: string, init?: Ask): Promise<Response>;
  /** `POST /payments` with a valid token and key. */
  pay(init?: Ask & { key?: string; order?: Record<string, unknown> }): Promise<Response>;
  /** The payment that a {@link pay} by a new key is answered with. */
  paid(order?: Record<string, unknown>): Promise<PaymentView>;
  /** From now on the gateway answers direct payments with these fields. */
  answers(over: Partial<GatewayPayment>): void;
  /**
   * Sends a request to the merchant API as the merchant's back end does: with its key, and an idempotency key on every
   * POST.
   */
  merchant(path: string, init?: Ask): Promise<Response>;
  /** `POST /webhook`, signed. */
  webhook(event: Record<string, unknown>, headers?: Record<string, string>): Promise<Response>;
}

export interface Ask {
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** the other end of the connection */
  peer?: string;
}

export interface TestOptions {
  config?: Partial<PaymentConfig>;
  trustedProxies?: string[];
  webhookIps?: string[];
  /** The store's location; default: in memory. */
  database?: string;
  /** null: without a merchant API */
  merchantApiKey?: string | null;
  metricsKey?: string;
  allowedOrigins?: string[];
}

/** A new companion for every test of a file or group, closed after it. */
export function useCompanion(options?: TestOptions): TestCompanion {
  const companion = {} as TestCompanion;
  beforeEach(async () => void Object.assign(companion, await openCompanion(options)));
  afterEach(() => companion.deps.store.close());
  return companion;
}

export async function openCompanion(options: TestOptions = {}): Promise<TestCompanion> {
  const deps = createTestDeps(
    await openSqliteStore(options.database ?? ':memory:', STORE_SECRETS),
    options.config,
  );
  deps.mintToken = orderTokenMint(ORDER_SECRET);
  const content = new TextEncoder().encode('export {}');
  const app = companionApp({
    payments: deps,
    orderSecrets: { current: ORDER_SECRET, previous: PREVIOUS_ORDER_SECRET },
    merchantApiKey: options.merchantApiKey === undefined ? MERCHANT_API_KEY : options.merchantApiKey,
    metricsKey: options.metricsKey ?? null,
    allowedOrigins: options.allowedOrigins ?? [ORIGIN],
    isWebhookSender: options.webhookIps ? addressList(options.webhookIps) : () => true,
    readWebhook: createWebhookVerifier({ secrets: [API_SECRET] }).readWebhook,
    address: {
      peer: (c) => (c.env as { peer?: string } | undefined)?.peer ?? '198.51.100.7',
      isTrustedProxy: addressList(options.trustedProxies ?? []),
    },
    metrics: createMetrics({ store: deps.store, now: () => deps.clock.now() }),
    widgetFiles: [
      { name: 'pay-form.js', body: content, brotli: new Uint8Array([1, 2]), hash: '0123456789abcdef' },
      { name: 'frame.js', body: content, brotli: new Uint8Array([4]), hash: '00112233445566aa' },
      { name: 'pay-form-uk.js', body: content, brotli: new Uint8Array([3]), hash: 'fedcba9876543210' },
      {
        name: 'pay-form-isolated.9cJX_JfM.js',
        body: content,
        brotli: new Uint8Array([5]),
        hash: '0011223344556677',
      },
    ],
  });
  const token = (order: Record<string, unknown> = {}) =>
    sign(deps, { order: { ...ORDER, customer: CUSTOMER, ...order } });
  const ask = async (path: string, init: Ask = {}) => {
    const headers = new Headers(init.headers);
    if (init.token) headers.set('authorization', `Bearer ${init.token}`);
    const isRaw = init.body === undefined || typeof init.body === 'string' || init.body instanceof Uint8Array;
    if (!isRaw && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const body = isRaw ? (init.body as string | undefined) : JSON.stringify(init.body);
    // As every client over HTTP does.
    if (body !== undefined && !headers.has('content-length'))
      headers.set('content-length', String(new Blob([body]).size));
    const method = init.method ?? (body === undefined ? 'GET' : 'POST');
    const request = new Request(`https://pay.shop.example/pay${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    return app.fetch(request, { peer: init.peer });
  };
  const pay: TestCompanion['pay'] = async ({ key = 'key-00001', order, ...init } = {}) => {
    const headers = { 'idempotency-key': key, ...init.headers };
    return ask('/payments', { token: await token(order), body: BODY, method: 'POST', ...init, headers });
  };
  return {
    app,
    deps,
    token,
    ask,
    pay,
    paid: (order = {}) => jsonOf(pay({ order, key: crypto.randomUUID() })),
    answers(over) {
      deps.gateway.script.createDirect = async (request) => answered(gatewayPaymentOf(request, over));
    },
    merchant(path, init = {}) {
      const isPost = init.method === 'POST' || init.body !== undefined;
      const headers = {
        authorization: `Bearer ${MERCHANT_API_KEY}`,
        ...(isPost && { 'idempotency-key': crypto.randomUUID() }),
        ...init.headers,
      };
      return ask(`/api${path}`, { ...init, headers });
    },
    webhook(event, headers = {}) {
      const body = webhookForm(JSON.stringify({ ...EVENT, ...event }));
      return ask('/webhook', { body, headers: { ...FORM, ...headers } });
    },
  };
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The signed form of a webhook with this event. */
export function webhookForm(event: string): string {
  const data = Buffer.from(event).toString('base64url');
  return String(new URLSearchParams({ data, signature: signatureOf(data, API_SECRET) }));
}

/** The gateway's event that `order-1` was paid. */
export const EVENT = {
  payment_id: 'p-1',
  order_id: 'order-1',
  pos_id: POS_ID,
  mode: 'direct',
  method: 'purchase',
  amount: 10.1,
  currency: 'UAH',
  status: 'success',
  status_code: '1000',
  created_at: '2026-06-15T12:00:00.000',
};

export const jsonOf = async <T>(answer: Response | Promise<Response>): Promise<T> =>
  (await (await answer).json()) as T;

/** A valid token of `order-1` by the real clock, for companions as programs. */
export function currentToken(order: object = {}, secret = ORDER_SECRET): Promise<string> {
  return new SignJWT({ order: { ...ORDER, customer: CUSTOMER, ...order } })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(secret));
}

/** A token with these claims, valid for a quarter of an hour of the test's clock. */
export function sign(
  deps: TestDeps,
  claims: JWTPayload,
  secret = ORDER_SECRET,
  alg = 'HS256',
): Promise<string> {
  const exp = Math.floor(deps.clock.time / 1_000) + 900;
  return new SignJWT({ exp, ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
}

/** The problem document of an answer, which must be valid in every respect. */
export async function problemOf(answer: Response): Promise<Problem> {
  const type = answer.headers.get('content-type');
  const problem = (await answer.json()) as Problem;
  const whole =
    type === 'application/problem+json' &&
    problem.status === answer.status &&
    problem.type === `urn:pay-form:problem:${problem.code}` &&
    [problem.title, problem.detail, problem.requestId].every(
      (text) => typeof text === 'string' && text !== '',
    ) &&
    problem.requestId === answer.headers.get('x-request-id');
  if (!whole) throw new Error(`no problem document: ${answer.status} ${type} ${JSON.stringify(problem)}`);
  return problem;
}
