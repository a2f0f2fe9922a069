import { expect, test, vi } from 'vitest';
import { ApiError, createApi, urlOf } from './api.ts';

const signal = new AbortController().signal;

function answering(answer: () => Response | Promise<Response>) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    asked.push({ url: url as string, init });
    return answer();
  };
  const api = createApi('https://shop.example/pay//', 'tok', fetch, () => 'pt-BR');
  return { api, asked };
}

async function problemOf(work: Promise<unknown>) {
  const error: unknown = await work.catch((reason: unknown) => reason);
  return error instanceof ApiError ? error.problem : error;
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
/** No answer, until the request is aborted: then the end is noted. */
const never =
  (ends: unknown[]): typeof fetch =>
  (_url, init) =>
    new Promise((_resolve, reject) => {
      const end = () => reject(new Error(String(ends.push('over'))));
      if (init?.signal?.aborted) end();
      init?.signal?.addEventListener('abort', end);
    });

test('asks below the base address with the order token and no cookies', async () => {
  const { api, asked } = answering(() => Response.json({ id: 'payment-1' }));
  await api.session(signal);
  await api.news('a/b', '2030-01-01T00:00:00Z', signal);
  expect(asked.map(({ url }) => url)).toEqual([
    'https://shop.example/pay/session',
    'https://shop.example/pay/payments/a%2Fb?wait=25&since=2030-01-01T00%3A00%3A00Z',
  ]);
  expect(asked[1]?.init).toMatchObject({ credentials: 'omit', headers: { authorization: 'Bearer tok' } });
  expect(api.returnUrl('a/b')).toBe('https://shop.example/pay/return/a%2Fb');
});

test('asks for the session by a form, which needs no preflight', async () => {
  const { api, asked } = answering(() => Response.json({ order: {} }));
  await api.session(signal);
  const { method, body, headers, credentials } = asked[0]?.init ?? {};
  expect([method, body, credentials]).toEqual(['POST', new URLSearchParams({ order: 'tok' }), 'omit']);
  expect([...new Headers(headers).keys()]).toEqual(['accept-language']);
});

test('sends the page’s language, which amounts and the gateway’s page use', async () => {
  const { api, asked } = answering(() => Response.json({ id: 'payment-1' }));
  await api.session(signal);
  await api.hosted({ customer: {} });
  const languages = asked.map(({ init }) => new Headers(init.headers).get('accept-language'));
  expect(languages).toEqual(['pt-BR', 'pt-BR']);
  expect(asked[1]?.init.body).toBe('{"customer":{}}');
});

test('a problem is reported as the companion stated it', async () => {
  const { api } = answering(() => Response.json({ status: 409, code: 'order-paid' }, { status: 409 }));
  expect(await problemOf(api.session(signal))).toMatchObject({ status: 409, code: 'order-paid' });
});

test.each<[string, () => Response | Promise<Response>]>([
  ['a lost connection', lost],
  ["a proxy's error page", () => new Response('<html>', { status: 502 })],
  ["a proxy's JSON", () => Response.json({ message: 'bad gateway' }, { status: 502 })],
  ['a page where JSON was due', () => new Response('<html>')],
  ['nothing at all', () => Response.json(null)],
  ['JSON of somebody else', () => Response.json({ status: 'ok', login: '/login' })],
  ['an empty object', () => Response.json({})],
  ["a proxy's JSON with a code", () => Response.json({ code: 502, message: 'Bad Gateway' }, { status: 502 })],
  [
    'a companion that failed itself',
    () => Response.json({ code: 'internal-error', status: 500 }, { status: 500 }),
  ],
  [
    'a companion whose database is away',
    () => Response.json({ code: 'store-unavailable', status: 503 }, { status: 503 }),
  ],
])('%s is no answer', async (_what, answer) => {
  const { api } = answering(answer);
  expect(await problemOf(api.hosted({}))).toMatchObject({ status: 0, code: 'no-answer' });
});

test('a request to another origin that fails asks whether this page is allowed there', async () => {
  const detailFrom = async (src: string) => {
    const problem = await problemOf(createApi(src, 'tok', lost, () => 'en').session(signal));
    return (problem as { detail: string }).detail;
  };
  expect(await detailFrom('https://pay.shop.example/pay')).toBe(
    `No answer: is ${location.origin} in ALLOWED_ORIGINS?`,
  );
  expect(await detailFrom('/pay')).toBe('No answer');
});

test('an address is read as the page reads its links, also in a frame without an address of its own', async () => {
  const base = document.createElement('base');
  base.href = 'https://shop.example/';
  document.head.append(base);
  const problem = await problemOf(createApi('/pay', 'tok', lost, () => 'en').session(signal));
  base.remove();
  expect(problem).toMatchObject({ detail: `No answer: is ${location.origin} in ALLOWED_ORIGINS?` });
});

test.each([
  ['/pay', `${location.origin}/pay`],
  ['', location.href],
  ['HTTPS://pay.shop.example', 'https://pay.shop.example/'],
  ['http://127.0.0.1:8080/pay', 'http://127.0.0.1:8080/pay'],
  ['javascript:alert(1)//', undefined],
  ['java\nscript:alert(1)', undefined],
  ['data:text/html,<p>', undefined],
  ['blob:https://pay.shop.example/1', undefined],
  ['https://', undefined],
  ['http://[', undefined],
])('an address is http or https, or none: %s', (address, href) => {
  expect(urlOf(address)?.href).toBe(href);
});

test('no answer within 75 seconds is none, and a later end of the wait finds nobody', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const work = new AbortController();
  const ends: string[] = [];
  const news = problemOf(createApi('/pay', 'tok', never(ends), () => 'en').news('p', 't', work.signal));
  await vi.advanceTimersByTimeAsync(74_999);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await news).toMatchObject({ code: 'no-answer' });
  work.abort();
  expect([ends, vi.getTimerCount()]).toEqual([['over'], 0]);
  vi.useRealTimers();
});

test('an aborted wait ends at once, and so does one that begins then', async () => {
  const work = new AbortController();
  const ends: string[] = [];
  const api = createApi('/pay', 'tok', never(ends), () => 'en');
  const news = problemOf(api.news('p', 't', work.signal));
  work.abort();
  expect(await news).toMatchObject({ code: 'no-answer' });
  expect(await problemOf(api.session(work.signal))).toMatchObject({ code: 'no-answer' });
  expect(ends).toEqual(['over', 'over']);
});
