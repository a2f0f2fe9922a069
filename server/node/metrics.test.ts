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
import { openCompanion, problemOf, useCompanion } from '../testing/companion.ts';

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

  it('is missing where the store does not answer; the rest is shown', async () => {
    const metrics = createMetrics({ store: { backlog: () => Promise.reject(new Error('gone')) }, now });
    metrics.gatewayCall('refund', 'success', 0.3);
    metrics.limitRefused('card');
    const text = await metrics.text();
    expect(text).not.toMatch(/^pay_payments_open/m);
    expect(text).toContain('pay_gateway_call_duration_seconds_count{call="refund",result="success"} 1');
    expect(text).toContain('pay_limit_refusals_total{limit="card"} 1');
  });

  it('is waited for no longer than a scrape may take', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const metrics = createMetrics({ store: { backlog: () => new Promise(() => {}) }, now });
    metrics.limitRefused('card');
    const text = metrics.text();
    await vi.advanceTimersByTimeAsync(2_000);
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
  const companion = useCompanion({
    metricsKey: KEY,
    host: 'Till-3',
    trustedProxies: ['10.0.0.1', '127.0.0.2'],
  });

  const from = (peer: string, headers: Record<string, string>, origin = 'https://pay.shop.example') =>
    companion.app.fetch(new Request(`${origin}/metrics`, { headers }), { peer });
  const ask = (path: string, method = 'GET') =>
    companion.app.fetch(new Request(`https://pay.shop.example${path}`, { method }), { peer: '127.0.0.1' });
  const text = async () => (await ask('/metrics')).text();
  const count = (labels: string, times: number) =>
    `pay_http_request_duration_seconds_count{${labels}} ${times}\n`;

  const LOCAL = 'http://localhost:8080';
  it.each<[string, string, Record<string, string>, string?]>([
    ['this machine, by IPv4 in IPv6 form', '::ffff:127.0.0.1', {}],
    ['a trusted proxy, for this machine', '10.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['a browser on this machine', '127.0.0.1', { 'sec-fetch-site': 'same-origin', origin: LOCAL }, LOCAL],
    ['a browser that uses the name of this machine', '127.0.0.1', {}, 'http://till-3:8080'],
    ['a browser that uses the name of PUBLIC_URL', '127.0.0.1', {}, 'https://pay.shop.example'],
  ])('needs no key from %s', async (_what, peer, headers, origin) => {
    expect((await from(peer, headers, origin)).status).toBe(200);
  });

  it.each<[string, string, Record<string, string>, string?]>([
    ['another machine', '203.0.113.5', {}],
    ['another machine that calls itself this one', '203.0.113.5', { 'x-forwarded-for': '127.0.0.1' }],
    ['a trusted proxy, for another machine', '10.0.0.1', { 'x-forwarded-for': '203.0.113.5' }],
    ['a trusted proxy on this machine, for another', '127.0.0.2', { 'x-forwarded-for': '203.0.113.5' }],
    ['a proxy on this machine that is not trusted', '127.0.0.1', { 'x-forwarded-for': '203.0.113.5' }],
    ['a trusted proxy that does not say for whom', '10.0.0.1', {}],
    ['a proxy that names the client only in Forwarded', '127.0.0.1', { forwarded: 'for=203.0.113.5' }],
    ['a proxy that names the client only in X-Real-IP', '127.0.0.2', { 'x-real-ip': '203.0.113.5' }],
    ['a proxy that names the host only', '127.0.0.1', { 'x-forwarded-host': 'pay.shop.example' }],
    ['a proxy that does not know the client', '127.0.0.2', { 'x-forwarded-for': 'unknown' }],
    ['a page whose name leads to this machine', '127.0.0.1', {}, 'http://evil.example:8080'],
    ['a page whose name begins as ours', '127.0.0.1', {}, 'http://localhost.evil.example'],
    ['a page of another port', '127.0.0.1', { origin: 'http://localhost:3000' }, LOCAL],
    ['a page without an origin', '127.0.0.1', { origin: 'null' }, LOCAL],
    ['a script tag of the same site', '127.0.0.1', { 'sec-fetch-site': 'same-site' }, LOCAL],
  ])('needs the key from %s', async (_what, peer, headers, origin) => {
    const missing = await problemOf(await from(peer, headers, origin));
    expect(missing).toMatchObject({ status: 401, code: 'metrics-key-missing' });
    const withKey = (key: string) => from(peer, { ...headers, authorization: `Bearer ${key}` }, origin);
    expect(await problemOf(await withKey(`${KEY}x`))).toMatchObject({ code: 'metrics-key-invalid' });
    expect((await withKey(KEY)).status).toBe(200);
  });

  it('is for this machine only where there is no key', async () => {
    const other = await openCompanion();
    const request = () =>
      new Request('https://pay.shop.example/metrics', { headers: { authorization: 'Bearer null' } });
    expect((await other.app.fetch(request(), { peer: '203.0.113.5' })).status).toBe(401);
    expect((await other.app.fetch(request(), { peer: '127.0.0.1' })).status).toBe(200);
    await other.world.store.close();
  });

  it('is text for Prometheus', async () => {
    const answer = await ask('/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect((await ask('/metrics', 'POST')).status).toBe(405);
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

describe('a call to the gateway', () => {
  const REQUEST = { gatewayOrderId: 'order-1', currency: 'UAH', serverUrl: 'https://shop.example/webhook' };

  function measure() {
    const gateway = new TestGateway();
    const seen: unknown[] = [];
    let ms = 0;
    const measured = measuredGateway(
      gateway,
      (...call) => seen.push(call),
      () => (ms += 250),
    );
    return { gateway, measured, seen };
  }

  it.each([
    [answered(gatewayPayment({ status: 'pending' })), 'pending'],
    [refused(400), 'refused'],
    [notSent, 'not-sent'],
    [unknown, 'unknown'],
  ])('a call that ends as %j is reported as such, and answered all the same', async (outcome, result) => {
    const { gateway, measured, seen } = measure();
    gateway.script.refund = async () => outcome;
    expect(await measured.refund(REQUEST)).toBe(outcome);
    expect(seen).toEqual([['refund', result, 0.25]]);
  });
});
