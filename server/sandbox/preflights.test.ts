import { expect, test } from 'vitest';
import { type Fields, direct, hosted, openSandbox } from './testing/sandbox.ts';

const URL = 'http://127.0.0.1:8080/validate?of=order-1';
const GOOD = '4242424242424242';

/** Pays in a sandbox whose preflights are answered so. Returns what was asked, and the answer to the payment. */
async function paid(body: Fields, answer = () => Promise.resolve(new Response(null, { status: 204 }))) {
  const asked: string[] = [];
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${input instanceof Request ? input.url : input.toString()}`);
    return answer();
  };
  const response = await openSandbox({ fetch }).post('/api/v1/payment', { ...body, server_url: undefined });
  return { asked, status: response.status };
}

test.each(['purchase', 'auth'])(
  'a direct %s asks its validation_url once, and is charged',
  async (method) => {
    const body = direct(GOOD, { method, validation_url: URL });
    expect(await paid(body)).toEqual({ asked: [`GET ${URL}`], status: 200 });
  },
);

test('no answer to a preflight stops no payment', async () => {
  const body = direct(GOOD, { validation_url: URL });
  const { status } = await paid(body, () => Promise.reject(new TypeError('no answer')));
  expect(status).toBe(200);
});

test.each([
  ['another machine', direct(GOOD, { validation_url: 'https://shop.example/validate' })],
  ['anybody for a hosted payment', hosted({ validation_url: URL })],
  ['anybody for a lookup', direct(GOOD, { method: 'lookup', validation_url: URL })],
  ['anybody without validation_url', direct(GOOD)],
])('it does not ask %s', async (_, body) => {
  expect((await paid(body)).asked).toEqual([]);
});
