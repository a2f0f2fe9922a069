import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';
import { apiKey, metricsKey } from './api-key.ts';

const KEY = 'a-key-of-the-merchant';
const HERE = 'http://127.0.0.1:8080/';

type Headers = Record<string, string>;
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

function answering(guard: ReturnType<typeof apiKey>) {
  const app = new Hono<AppEnv>();
  app.get('/', guard, (c) => c.text('passed'));
  app.onError((error, c) => c.text(error instanceof ProblemError ? error.code : 'broken', 401));
  return async (headers: Headers, url = HERE) => (await app.request(url, { headers })).text();
}

describe('the API key of the merchant', () => {
  const ask = answering(apiKey(KEY));

  it.each<[string, Headers, string]>([
    ['none', {}, 'api-key-missing'],
    ['one of another scheme', { authorization: `Basic ${KEY}` }, 'api-key-missing'],
    ['an empty one', bearer(''), 'api-key-missing'],
    ['two', bearer(`${KEY} ${KEY}`), 'api-key-missing'],
    ['another', bearer('another'), 'api-key-invalid'],
    ['its beginning', bearer(KEY.slice(0, -1)), 'api-key-invalid'],
    ['a longer one', bearer(`${KEY}x`), 'api-key-invalid'],
    ['one in capitals', bearer(KEY.toUpperCase()), 'api-key-invalid'],
    ['the right one', bearer(KEY), 'passed'],
    ['the right one, with the scheme in small letters', { authorization: `bearer ${KEY}` }, 'passed'],
  ])('as %s', async (_what, headers, answer) => {
    expect(await ask(headers)).toBe(answer);
  });
});

describe('metrics', () => {
  const from = (address: string, key: string | null = KEY, names: readonly string[] = []) =>
    answering(metricsKey(key, { peer: () => address, isTrustedProxy: (one) => one === '10.0.0.1' }, names));
  const LOCAL = from('127.0.0.1');

  it('are answered to this machine without a key', async () => {
    expect(await LOCAL({})).toBe('passed');
    expect(await from('::1', null)({})).toBe('passed');
  });

  it('are answered to another machine only with the key, and never where there is none', async () => {
    const ask = from('192.0.2.7');
    expect(await ask({})).toBe('metrics-key-missing');
    expect(await ask(bearer('another'))).toBe('metrics-key-invalid');
    expect(await ask(bearer(KEY))).toBe('passed');
    expect(await from('192.0.2.7', null)(bearer('null'))).toBe('metrics-key-missing');
  });

  it.each<[string, string, Headers, string]>([
    ['a foreign domain that resolves to this machine', 'http://evil.example/', {}, 'metrics-key-missing'],
    ['the same as a whole name', 'http://evil.example./', {}, 'metrics-key-missing'],
    ['a page of another origin', HERE, { origin: 'https://evil.example' }, 'metrics-key-missing'],
    ['a page of another site', HERE, { 'sec-fetch-site': 'cross-site' }, 'metrics-key-missing'],
    ['a page of this origin', HERE, { origin: 'http://127.0.0.1:8080' }, 'passed'],
    ['an address bar', HERE, { 'sec-fetch-site': 'none' }, 'passed'],
    ['a name without a dot', 'http://companion:8080/', {}, 'passed'],
    ['another address of this machine', 'http://192.168.1.5:8080/', {}, 'passed'],
  ])('are answered or not in a browser on this machine: %s', async (_what, url, headers, answer) => {
    expect(await LOCAL(headers, url)).toBe(answer);
  });

  it('are answered under a name of this machine', async () => {
    const ask = from('127.0.0.1', KEY, ['pay.shop.example']);
    expect(await ask({}, 'https://pay.shop.example./')).toBe('passed');
    expect(await ask({}, 'https://not-pay.shop.example/')).toBe('metrics-key-missing');
  });
});
