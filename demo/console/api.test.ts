import { beforeEach, describe, expect, it } from 'vitest';
import { Api, type Failure, failureOf } from './api.ts';

let asked: { url: string; init: RequestInit }[];
let answer: () => Promise<Response>;
let api: Api;

beforeEach(() => {
  asked = [];
  answer = async () => Response.json({ id: 'o-1' });
  api = new Api('/console/api/', (url, init) => {
    asked.push({ url, init });
    return answer();
  });
});

const failure = (call: Promise<unknown>): Promise<Failure> =>
  call.then(() => Promise.reject(new Error('It succeeded')), failureOf);

describe('the client of the merchant API', () => {
  it('moves money under the key that it is given', async () => {
    await api.post('orders/A/refund', { amount: '1.00' }, 'key-1');
    const headers = { 'idempotency-key': 'key-1', 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"amount":"1.00"}' };
    expect(asked).toMatchObject([{ url: '/console/api/orders/A/refund', init }]);
  });

  it('sends only the values that are given', async () => {
    const { signal } = new AbortController();
    await api.get('payments', { status: 'failure', from: '', cursor: null }, signal);
    expect(asked[0]?.url).toBe('/console/api/payments?status=failure');
    await api.post('orders/A/cancel');
    expect(asked[1]?.init).toMatchObject({ method: 'POST', headers: {} });
    expect(asked[1]?.init.body).toBeUndefined();
  });

  it('tells a refusal and the want of a usable answer apart', async () => {
    const problem = { title: 'Operation not allowed', code: 'operation-not-allowed', status: 409 };
    answer = async () => Response.json(problem, { status: 409 });
    expect(await failure(api.post('x'))).toEqual(problem);
    const answers: (() => Promise<Response>)[] = [
      () => Promise.reject(new TypeError('fetch failed')),
      async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      async () => new Response('<h1>Hello</h1>'),
      async () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut')) })),
    ];
    for (answer of answers) expect(await failure(api.post('x'))).toMatchObject({ code: 'no-answer' });
  });

  it('reports no failure of a call that was stopped', async () => {
    const stopped = new AbortController();
    answer = () => {
      stopped.abort();
      return Promise.reject(new DOMException('gone', 'AbortError'));
    };
    await expect(api.get('x', {}, stopped.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
