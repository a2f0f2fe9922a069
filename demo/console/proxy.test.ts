import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleOptions, createConsole } from './proxy.ts';

const KEY = 'the-merchants-own-key';
const ORIGIN = 'http://shop.example';
const OTHER_NAME = 'http://127.0.0.1:8070';

let asked: Request[];
let answer: () => Response;
beforeEach(() => {
  asked = [];
  answer = () => Response.json({ data: [] });
});

function ask(path: string, init: RequestInit = {}, over: Partial<ConsoleOptions> = {}) {
  const options: ConsoleOptions = {
    origins: [ORIGIN, OTHER_NAME],
    companion: 'http://companion.example/pay',
    merchantApiKey: KEY,
    page: () => '<title>Console</title>',
    fetch: (request) => {
      asked.push(request);
      return answer();
    },
    ...over,
  };
  return new Hono().route('/console', createConsole(options)).request(new URL(path, ORIGIN).href, init);
}

const own = { 'sec-fetch-site': 'same-origin' };

describe('a request of the console', () => {
  it('goes to the merchant API with the key, and no more of it than is needed', async () => {
    const headers = {
      ...own,
      origin: ORIGIN,
      cookie: 'a=b',
      accept: 'text/csv',
      'content-type': 'application/json',
      'idempotency-key': 'k-1',
    };
    await ask('/console/api/orders/A%20b/refund?x=1', { method: 'POST', headers, body: '{"amount":"1"}' });
    const [request] = asked;
    expect(request?.url).toBe('http://companion.example/pay/api/orders/A%20b/refund?x=1');
    expect(request?.method).toBe('POST');
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'text/csv',
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'idempotency-key': 'k-1',
    });
    expect(await request?.text()).toBe('{"amount":"1"}');
  });

  it('gets the answer as it is, without the key', async () => {
    answer = () =>
      new Response('{"code":"x"}', {
        status: 409,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '3', 'set-cookie': 'a=b' },
      });
    const got = await ask('/console/api/orders/A/void', { method: 'POST', headers: own });
    expect([got.status, await got.text()]).toEqual([409, '{"code":"x"}']);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'retry-after': '3',
      'cache-control': 'no-store',
    });
    expect(got.headers.get('set-cookie')).toBeNull();
    expect(JSON.stringify([...got.headers])).not.toContain(KEY);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://other.example' },
    { origin: 'null' },
    { ...own, origin: 'http://other.example' },
  ])('is refused from elsewhere: %j', async (headers) => {
    const got = await ask('/console/api/payments', { headers });
    expect(got.status).toBe(403);
    expect(await got.json()).toMatchObject({ code: 'origin-not-allowed' });
    expect(asked).toEqual([]);
  });

  it('may come from a service worker or an old browser, which say nothing of their site', async () => {
    expect((await ask('/console/api/payments')).status).toBe(200);
    expect((await ask('/console/api/payments', { headers: { origin: ORIGIN } })).status).toBe(200);
  });

  it.each(['/console/api/payments', '/console'])(
    'is refused under a name that was made to lead here: %s',
    async (path) => {
      const headers = { ...own, origin: 'http://evil.example' };
      const got = await ask(`http://evil.example${path}`, { headers });
      expect(got.status).toBe(403);
      const detail = `The console is open at ${ORIGIN} and ${OTHER_NAME} only.`;
      expect(await got.json()).toMatchObject({ code: 'origin-not-allowed', detail });
      expect(asked).toEqual([]);
    },
  );

  it('may be sent under each of the shop’s names, and behind a proxy that ends TLS', async () => {
    const headers = { ...own, origin: OTHER_NAME };
    expect((await ask(`${OTHER_NAME}/console/api/payments`, { headers })).status).toBe(200);
    const proxied = { headers: { ...own, origin: 'https://shop.example' } };
    const origins = ['https://shop.example'];
    expect((await ask('/console/api/payments', proxied, { origins })).status).toBe(200);
  });

  it('is told that there is no key, or no answer', async () => {
    const off = await ask('/console/api/payments', { headers: own }, { merchantApiKey: null });
    expect([off.status, await off.json()]).toMatchObject([503, { code: 'merchant-api-off' }]);
    expect(asked).toEqual([]);
    answer = () => {
      throw new TypeError('fetch failed');
    };
    const lost = await ask('/console/api/payments', { headers: own });
    expect([lost.status, await lost.json()]).toMatchObject([502, { code: 'companion-unreachable' }]);
  });

  it('leads nowhere but to the merchant API', async () => {
    await ask('/console/api/../../livez', { headers: own });
    await ask('/console/api/%2e%2e/livez', { headers: own });
    expect(asked).toEqual([]);
  });
});

describe('a file', () => {
  it('is a receipt that is shown in a frame, without scripts', async () => {
    answer = () =>
      new Response('<p>Receipt</p>', {
        headers: {
          'content-type': 'text/html',
          'content-disposition': 'attachment',
          'content-security-policy': 'sandbox',
        },
      });
    const got = await ask('/console/api/orders/A/receipt?format=html', { headers: own });
    expect(got.headers.get('content-disposition')).toBe('inline');
    expect(got.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-same-origin; default-src 'none'/,
    );
    expect(got.headers.get('content-security-policy')).not.toContain('script');
  });

  it('stays a download where it is anything else', async () => {
    answer = () =>
      new Response('PK', {
        headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' },
      });
    const got = await ask('/console/api/receipts/2026-06-15?format=pdf', { headers: own });
    expect(got.headers.get('content-disposition')).toBe('attachment');
  });
});

describe('the page', () => {
  it('is served in no frame', async () => {
    const got = await ask('/console');
    expect([got.status, await got.text()]).toEqual([200, '<title>Console</title>']);
    expect(got.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
