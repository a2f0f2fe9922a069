import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics, measuredGateway } from './metrics.ts';
import {
  answered,
  gatewayPayment,
  notSent,
  refused,
  TestGateway,
  unknown,
} from '../payments/testing/gateway.ts';
import type { Backlog } from '../payments/ports.ts';
import { MERCHANT_API_KEY, openCompanion, problemOf, useCompanion } from '../testing/companion.ts';

const BACKLOG = {
  openPayments: 3,
  dueOrders: 2,
  review: 1,
  messages: 4,
  oldestMessageAt: Date.UTC(2026, 5, 15, 12),
};
const KEY = 'the-key-of-the-metrics';
const now = () => new Date('2026-06-15T12:01:30.000Z');

describe('the backlog', () => {
  it('is read again each time', async () => {
    let backlog: Backlog = BACKLOG;
    const metrics = createMetrics({ store: { backlog: async () => backlog }, now });
    const first = await metrics.text();
    for (const line of [
      'payments_open 3',
      'orders_due 2',
      'orders_review 1',
      'messages_pending 4',
      'oldest_message_age_seconds 90',
    ])
      expect(first).toContain(`\npay_${line}\n`);
    backlog = { ...BACKLOG, messages: 0, oldestMessageAt: null };
    expect(await metrics.text()).toContain('\npay_oldest_message_age_seconds 0\n');
  });

  it.each<[string, () => Promise<Backlog>]>([
    ['does not answer', () => Promise.reject(new Error('gone'))],
    ['answers later than a scrape may take', () => new Promise(() => {})],
  ])('is missing where the store %s; the rest is shown', async (_what, backlog) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const metrics = createMetrics({ store: { backlog }, now });
    metrics.gatewayCall('refund', 'success', 0.3);
    metrics.limitRefused('card');
    const text = metrics.text();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await text).not.toMatch(/^pay_payments_open/m);
    expect(await text).toContain('pay_gateway_call_duration_seconds_count{call="refund",result="success"} 1');
    expect(await text).toContain('pay_limit_refusals_total{limit="card"} 1');
  });
});

describe("the offset of the gateway's stamps", () => {
  it('is read again each time, and missing until it is known', async () => {
    let seconds: number | null = null;
    const store = { backlog: async () => BACKLOG };
    const metrics = createMetrics({ store, now, clockOffset: () => seconds });
    const shown = async () => /^pay_gateway_clock_offset_seconds (.*)$/m.exec(await metrics.text())?.[1];
    expect(await shown()).toBeUndefined();
    seconds = -10_800;
    expect(await shown()).toBe('-10800');
    seconds = 0;
    expect(await shown()).toBe('0');
    seconds = null;
    expect(await shown()).toBeUndefined();
  });
});

describe('GET /metrics', () => {
  const companion = useCompanion({ metricsKey: KEY });

  const ask = (authorization = `Bearer ${KEY}`, { app } = companion, method = 'GET') => {
    const request = new Request('https://pay.shop.example/metrics', { method, headers: { authorization } });
    return app.fetch(request, { peer: '127.0.0.1' });
  };
  const text = async () => (await ask()).text();
  const count = (labels: string, times: number) =>
    `pay_http_request_duration_seconds_count{${labels}} ${times}\n`;

  it('requires the key, on this machine too', async () => {
    const codeOf = async (authorization: string) => (await problemOf(await ask(authorization))).code;
    expect(await codeOf('')).toBe('metrics-key-missing');
    expect(await codeOf(`Bearer ${KEY}x`)).toBe('metrics-key-invalid');
    expect(await codeOf(`Bearer ${MERCHANT_API_KEY}`)).toBe('metrics-key-invalid');
  });

  it('is not found without METRICS_KEY', async () => {
    const other = await openCompanion();
    for (const authorization of ['', 'Bearer null', `Bearer ${KEY}`])
      expect((await problemOf(await ask(authorization, other))).code).toBe('not-found');
    await other.deps.store.close();
  });

  it('is text for Prometheus', async () => {
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    expect((await ask()).headers.get('content-type')).toBe(type);
    expect((await ask(undefined, undefined, 'POST')).status).toBe(405);
  });

  it('counts requests by route, never by path', async () => {
    await companion.pay();
    await companion.merchant('/orders/order-1');
    await companion.merchant('/orders/order-2');
    const printed = await text();
    expect(printed).toContain(count('method="POST",route="/pay/payments",status="200"', 1));
    expect(printed).toContain(count('method="GET",route="/pay/api/orders/:orderId",status="200"', 1));
    expect(printed).toContain(count('method="GET",route="/pay/api/orders/:orderId",status="404"', 1));
    expect(printed).not.toContain('order-1');
  });
});

it.each([
  [answered(gatewayPayment({ status: 'pending' })), 'pending'],
  [refused(400), 'refused'],
  [notSent, 'not-sent'],
  [unknown, 'unknown'],
])(
  'a call to the gateway that ends as %j is reported as such, and answered all the same',
  async (outcome, result) => {
    const gateway = new TestGateway();
    gateway.script.refund = async () => outcome;
    const seen: unknown[] = [];
    let ms = 0;
    const clock = () => (ms += 250);
    const measured = measuredGateway(gateway, (...call) => seen.push(call), clock);
    const request = { gatewayOrderId: 'order-1', currency: 'UAH', serverUrl: 'https://shop.example/webhook' };
    expect(await measured.refund(request)).toBe(outcome);
    expect(seen).toEqual([['refund', result, 0.25]]);
  },
);
