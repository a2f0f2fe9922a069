import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics, measuredGateway } from './metrics.ts';
import { UnsendableError } from './payments/gateway-port.ts';
import { answered, gatewayPayment, notSent, refused, TestGateway, unknown } from './payments/test-gateway.ts';
import type { Backlog } from './payments/ports.ts';
import { openCompanion, problemOf, useCompanion } from './test-companion.ts';

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

  it('includes the process where that is asked for', async () => {
    const store = { backlog: async () => BACKLOG };
    expect(await createMetrics({ store, now }).text()).not.toContain('process_cpu');
    expect(await createMetrics({ store, now, process: true }).text()).toContain('process_cpu_seconds_total');
  });
});

describe('GET /metrics', () => {
  const companion = useCompanion({
    metricsKey: KEY,
    host: 'Till-3',
    trustedProxies: ['10.0.0.1', '127.0.0.2'],
  });

  const from = (peer: string, headers: Record<string, string> = {}, path = '/metrics', method = 'GET') =>
    companion.app.fetch(new Request(`https://pay.shop.example${path}`, { method, headers }), { peer });
  const locally = (origin: string, headers: Record<string, string> = {}) =>
    companion.app.fetch(new Request(`${origin}/metrics`, { headers }), { peer: '127.0.0.1' });
  const ask = (path: string, method = 'GET') => from('127.0.0.1', {}, path, method);
  const text = async () => (await ask('/metrics')).text();
  const count = (labels: string, times: number) =>
    `pay_http_request_duration_seconds_count{${labels}} ${times}\n`;

  it.each<[string, string, string?]>([
    ['127.0.0.1', 'this machine'],
    ['::1', 'this machine, by IPv6'],
    ['::ffff:127.0.0.1', 'this machine, by IPv4 in IPv6 clothing'],
    ['10.0.0.1', 'a trusted proxy, for this machine', '127.0.0.1'],
  ])('needs no key from %s: %s', async (peer, _what, forwarded) => {
    const answer = await from(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded });
    expect(answer.status).toBe(200);
  });

  it.each<[string, string, string?]>([
    ['203.0.113.5', 'another machine'],
    ['203.0.113.5', 'another machine that calls itself this one', '127.0.0.1'],
    ['10.0.0.1', 'a trusted proxy, for another machine', '203.0.113.5'],
    ['127.0.0.2', 'a trusted proxy on this machine, for another one', '127.0.0.1, 203.0.113.5'],
    ['127.0.0.1', 'a proxy on this machine that is not trusted', '203.0.113.5'],
    ['10.0.0.1', 'a trusted proxy that does not say for whom'],
  ])('needs the key from %s: %s', async (peer, _what, forwarded) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(await problemOf(await from(peer, headers))).toMatchObject({
      status: 401,
      code: 'metrics-key-missing',
    });
    for (const key of ['x', `${KEY}x`, KEY.slice(0, -1)]) {
      const wrong = await from(peer, { ...headers, authorization: `Bearer ${key}` });
      expect(await problemOf(wrong)).toMatchObject({ status: 401, code: 'metrics-key-invalid' });
    }
    expect((await from(peer, { ...headers, authorization: `Bearer ${KEY}` })).status).toBe(200);
  });

  it.each([
    ['127.0.0.1', 'forwarded', 'for=203.0.113.5'],
    ['127.0.0.1', 'via', '1.1 proxy'],
    ['127.0.0.1', 'x-real-ip', '203.0.113.5'],
    ['127.0.0.1', 'x-forwarded-proto', 'https'],
    ['127.0.0.1', 'x-forwarded-host', 'pay.shop.example'],
    ['127.0.0.2', 'x-real-ip', '203.0.113.5'],
    ['127.0.0.2', 'x-forwarded-for', 'unknown'],
    ['127.0.0.2', 'x-forwarded-for', ''],
  ])('needs the key from %s where %s says that a proxy is between', async (peer, name, value) => {
    expect((await from(peer, { [name]: value })).status).toBe(401);
    expect((await from(peer, { [name]: value, authorization: `Bearer ${KEY}` })).status).toBe(200);
  });

  it.each([
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://127.0.1.1',
    'http://[::1]:8080',
    'http://till-3:8080',
    'http://another-name:8080',
    'http://192.168.1.5:8080',
    'https://pay.shop.example',
  ])('needs no key on this machine as %s', async (origin) => {
    expect((await locally(origin)).status).toBe(200);
    expect((await locally(origin, { 'sec-fetch-site': 'none' })).status).toBe(200);
    expect((await locally(origin, { 'sec-fetch-site': 'same-origin', origin })).status).toBe(200);
  });

  it.each<[string, string, Record<string, string>?]>([
    ['a page whose name leads to this machine', 'http://evil.example:8080'],
    ['one that says it is of the same origin', 'http://evil.example', { 'sec-fetch-site': 'same-origin' }],
    ['one whose name begins as ours', 'http://localhost.evil.example'],
    ['a page of another origin', 'http://localhost:8080', { origin: 'http://evil.example' }],
    ['a page of another port', 'http://localhost:8080', { origin: 'http://localhost:3000' }],
    ['a page without an origin', 'http://localhost:8080', { origin: 'null' }],
    ['a script tag of another site', 'http://localhost:8080', { 'sec-fetch-site': 'cross-site' }],
    ['a script tag of the same site', 'http://localhost:8080', { 'sec-fetch-site': 'same-site' }],
  ])('needs the key on this machine too from %s', async (_what, origin, headers = {}) => {
    expect(await problemOf(await locally(origin, headers))).toMatchObject({
      status: 401,
      code: 'metrics-key-missing',
    });
    expect((await locally(origin, { ...headers, authorization: `Bearer ${KEY}` })).status).toBe(200);
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

  it('has no additional labels for other requests', async () => {
    for (const path of ['/4242424242424242', '/pay/x', '/pay/y', '/pay/payments/a/b'])
      await ask(path, 'BREW');
    const printed = await text();
    expect(printed).not.toMatch(/4242|BREW|\/x/);
    const lines = printed.match(/^pay_http_request_duration_seconds_count.*$/gm) ?? [];
    expect(lines.length).toBeLessThanOrEqual(2);
  });

  it('shows that a payment is open', async () => {
    companion.world.gateway.script.createDirect = async () => ({ kind: 'unknown', reason: 'ECONNRESET' });
    await companion.pay();
    expect(await text()).toContain('\npay_payments_open 1\n');
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

  it('an answer without a status is reported as answered', async () => {
    const { gateway, measured, seen } = measure();
    gateway.script.createHosted = async () => answered({ location: 'https://gateway.example/form' });
    await measured.createHosted({} as never);
    expect(seen).toEqual([['createHosted', 'answered', 0.25]]);
  });

  it('a request that may not be sent is reported too, and still rejects', async () => {
    const { gateway, measured, seen } = measure();
    gateway.script.refund = () => Promise.reject(new UnsendableError('no', []));
    await expect(measured.refund(REQUEST)).rejects.toThrow(UnsendableError);
    expect(seen).toEqual([['refund', 'unsendable', 0.25]]);
  });
});
