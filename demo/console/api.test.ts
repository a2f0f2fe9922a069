import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure, type ConsoleApi, createApi, type Failure } from './api.ts';

let asked: { url: string; init: RequestInit }[];
let answer: () => Promise<Response>;
let api: ConsoleApi;
const signal = new AbortController().signal;

beforeEach(() => {
  asked = [];
  answer = async () => Response.json({ id: 'o-1' });
  api = createApi('/console/api/', (url, init) => {
    asked.push({ url, init });
    return answer();
  });
});

async function failure(of: Promise<unknown>): Promise<Failure> {
  const error = await of.then(() => null).catch((thrown: unknown) => thrown);
  if (error instanceof ApiFailure) return error.failure;
  throw error;
}

describe('the client of the merchant API', () => {
  it('moves money under the key it is given', async () => {
    await api.operate('A/1', 'refund', { amount: '1.00' }, 'key-1');
    expect(asked).toMatchObject([
      {
        url: '/console/api/orders/A%2F1/refund',
        init: {
          method: 'POST',
          headers: { 'idempotency-key': 'key-1', 'content-type': 'application/json' },
          body: '{"amount":"1.00"}',
        },
      },
    ]);
  });

  it('asks for what is given only', async () => {
    await api.payments({ status: 'failure', from: '', cursor: null }, signal);
    expect(asked[0]?.url).toBe('/console/api/payments?status=failure');
    await api.cancel('A-1');
    expect(asked[1]?.init).toMatchObject({ method: 'POST', headers: {} });
    expect(asked[1]?.init.body).toBeUndefined();
  });

  it('tells a refusal, a lost answer and a stranger’s answer apart', async () => {
    const problem = { title: 'Operation not allowed', code: 'operation-not-allowed', status: 409 };
    answer = async () => Response.json(problem, { status: 409 });
    expect(await failure(api.cancel('A'))).toEqual({ kind: 'problem', problem });
    answer = () => Promise.reject(new TypeError('fetch failed'));
    expect(await failure(api.cancel('A'))).toEqual({ kind: 'lost' });
    answer = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    expect(await failure(api.cancel('A'))).toEqual({ kind: 'elsewhere', status: 502 });
    answer = async () => new Response('<h1>Hello</h1>');
    expect(await failure(api.cancel('A'))).toEqual({ kind: 'elsewhere', status: 200 });
  });

  it('takes an answer that was cut off for lost', async () => {
    answer = async () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) }));
    expect(await failure(api.operate('A', 'void', {}, 'key-1'))).toEqual({ kind: 'lost' });
  });

  it('says nothing of what was called off', async () => {
    const leaving = new AbortController();
    answer = () => {
      leaving.abort();
      return Promise.reject(new DOMException('gone', 'AbortError'));
    };
    await expect(api.order('A', leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
