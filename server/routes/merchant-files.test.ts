import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AppEnv } from '../app-env.ts';
import { observability } from '../middleware/observability.ts';
import { systemClock } from '../node/clock.ts';
import type { Log } from '../payments/ports.ts';
import { gate } from '../payments/testing/test-deps.ts';
import { sendFile } from './send-file.ts';

/** Files passed through, over a real connection. */

const warnings: object[] = [];
const log: Log = (_event, fields = {}) => void warnings.push(fields);
let server: ServerType;
let url: string;
/** The body that the gateway sends. */
let body: ReadableStream<Uint8Array>;
let contentType: string;

beforeEach(async () => {
  contentType = 'application/pdf';
  const app = new Hono<AppEnv>();
  app.use(observability({ log: () => undefined, clock: systemClock, observe: () => undefined, https: true }));
  app.get('/file', (c) => sendFile(c, log, { contentType, body }, 'receipt-order-1'));
  server = await new Promise<ServerType>((resolve) => {
    const one: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(one));
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
});
afterEach(async () => {
  if ('closeAllConnections' in server) server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const bytes = (text: string) => new TextEncoder().encode(text);

/** A stream that returns each of these chunks on request, and then ends or fails. */
function pieces(texts: readonly string[], end: Error | null = null) {
  const rest = [...texts];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const text = rest.shift();
      if (text !== undefined) controller.enqueue(bytes(text));
      else if (end) controller.error(end);
      else controller.close();
    },
  });
}

it('comes through as it is, as a download that no browser runs', async () => {
  body = pieces(['%PDF-', '1.7', ' and the rest']);
  const answer = await fetch(url);
  expect(await answer.text()).toBe('%PDF-1.7 and the rest');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="receipt-order-1.pdf"',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
});

it.each([
  ['text/html; charset=utf-8', 'html'],
  ['application/zip', 'zip'],
  ['application/x-other', 'bin'],
])('that is %s is called .%s', async (type, ending) => {
  contentType = type;
  body = pieces(['x']);
  const answer = await fetch(url);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="receipt-order-1.${ending}"`);
  expect(await answer.text()).toBe('x');
});

it.each([0, 1, 2, 3, 50])(
  'that fails after %i pieces breaks the connection: no client takes it for whole',
  async (count) => {
    body = pieces(Array<string>(count).fill('x'.repeat(20_000)), new Error('cut off'));
    await expect(fetch(url).then((answer) => answer.arrayBuffer())).rejects.toThrow();
    expect(warnings.splice(0)).toEqual([{ requestId: expect.any(String), reason: 'Error' }]);
  },
);

it('is not asked for any more once the client has gone', async () => {
  const cancelled = gate<void>();
  body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes('x'.repeat(60_000))),
    cancel: () => cancelled.open(),
  });
  const client = new AbortController();
  const answer = await fetch(url, { signal: client.signal });
  await answer.body?.getReader().read();
  client.abort();
  await cancelled.promise;
});
