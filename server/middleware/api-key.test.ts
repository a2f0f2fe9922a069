import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';
import { bearerKey } from './api-key.ts';

const KEY = 'a-key-of-the-merchant';

type Headers = Record<string, string>;
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

describe('the API key of the merchant', () => {
  const app = new Hono<AppEnv>();
  app.get('/', bearerKey(KEY, 'api-key'), (c) => c.text('passed'));
  app.onError((error, c) => c.text(error instanceof ProblemError ? error.code : 'broken', 401));

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
    expect(await (await app.request('/', { headers })).text()).toBe(answer);
  });
});
