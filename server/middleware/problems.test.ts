import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '../app-env.ts';
import type { Log } from '../payments/ports.ts';
import { StoreError } from '../store/session.ts';
import { problems } from './problems.ts';

/** An app whose only route fails, and what it logged as unexpected. */
function failing(error: Error) {
  const lines: object[] = [];
  const log: Log = (_event, fields = {}) => void lines.push(fields);
  const app = new Hono<AppEnv>();
  app.onError(problems(log));
  app.post('/', () => {
    throw error;
  });
  const post = (signal: AbortSignal) =>
    app.request(new Request('http://localhost/', { method: 'POST', signal }));
  return { lines, post };
}

const BROKEN_OFF = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

it('a sender who hangs up in the middle of a body is no fault of ours, and no error in the log', async () => {
  const { lines, post } = failing(BROKEN_OFF);
  expect((await post(AbortSignal.abort())).status).toBe(400);
  expect(lines).toEqual([]);
});

it('the same error while the sender is there is one: some other connection broke', async () => {
  const { lines, post } = failing(BROKEN_OFF);
  expect((await post(new AbortController().signal)).status).toBe(500);
  expect(lines).toHaveLength(1);
});

it('a fault of ours is logged although the sender has gone', async () => {
  const { lines, post } = failing(new TypeError('undefined is no function'));
  await post(AbortSignal.abort());
  expect(lines).toMatchObject([{ error: 'TypeError' }]);
});

it('a store that fails is 503, and logged with the setting that names it', async () => {
  const { lines, post } = failing(new StoreError('the disk is full', 'SQLITE_FULL'));
  const answer = await post(new AbortController().signal);
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'store-unavailable' }]);
  expect(lines).toMatchObject([{ error: 'StoreError', reason: 'DATABASE_URL: the disk is full' }]);
});
