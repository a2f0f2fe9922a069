import { expect, test } from 'vitest';
import { type Harness, direct, hosted, openSandbox } from './testing/sandbox.ts';

const URL = 'http://127.0.0.1:8080/validate?of=order-1';

/** A sandbox whose preflights are answered so; what was asked is in `asked`. */
function open(answer: () => Promise<Response>): Harness & { asked: string[] } {
  const asked: string[] = [];
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${input instanceof Request ? input.url : input.toString()}`);
    return answer();
  };
  return Object.assign(openSandbox({ fetch }), { asked });
}

const answered = () => Promise.resolve(new Response(null, { status: 204 }));

test.each(['purchase', 'auth'])(
  'a direct %s asks its validation_url once, and is charged',
  async (method) => {
    const sandbox = open(answered);
    const body = direct('4242424242424242', { method, validation_url: URL, server_url: undefined });
    const response = await sandbox.post('/api/v1/payment', body);
    expect(await response.json()).toMatchObject({ status: 'success' });
    expect(sandbox.asked).toEqual([`GET ${URL}`]);
  },
);

test('no answer to a preflight stops no payment', async () => {
  const sandbox = open(() => Promise.reject(new TypeError('no answer')));
  const response = await sandbox.post('/api/v1/payment', direct('4242424242424242', { validation_url: URL }));
  expect(await response.json()).toMatchObject({ status: 'success' });
});

test('nothing but this machine is asked', async () => {
  const sandbox = open(answered);
  const url = 'https://shop.example/validate';
  await sandbox.post(
    '/api/v1/payment',
    direct('4242424242424242', { validation_url: url, server_url: undefined }),
  );
  expect(sandbox.asked).toEqual([]);
});

test('a hosted payment, a lookup and one without validation_url ask nobody', async () => {
  const sandbox = open(answered);
  const without = { server_url: undefined };
  await sandbox.post('/api/v1/payment', hosted({ order_id: 'a', validation_url: URL, ...without }));
  await sandbox.post(
    '/api/v1/payment',
    direct('4242424242424242', { order_id: 'b', method: 'lookup', validation_url: URL, ...without }),
  );
  await sandbox.post('/api/v1/payment', direct('4242424242424242', { order_id: 'c', ...without }));
  expect(sandbox.asked).toEqual([]);
});
