import { Hono } from 'hono';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { AppEnv } from '../app-env.ts';
import { listen, stopListening } from '../listen.ts';
import { problems } from './problems.ts';
import { unambiguous } from './unambiguous.ts';

let server: Awaited<ReturnType<typeof listen>>;
afterEach(() => stopListening(server, 100));

/** The answer to a request, by its target and the lines after `Host`. */
async function answer(target: string, lines = ''): Promise<string> {
  const app = new Hono<AppEnv>();
  app.onError(problems(() => undefined));
  app.use(unambiguous());
  app.all('*', (c) => c.text(`${c.req.path} for ${c.req.header('x-forwarded-for')}`));
  server = await listen((request, env) => Promise.resolve(app.fetch(request, env)), { port: 0 });
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (part) => (text += part.toString()));
    socket.on('close', () => resolve(text));
    socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${lines}\r\n`);
  });
}

const FORWARDED = 'x-forwarded-for: 203.0.113.9\r\n';

it('sees the address that a proxy adds after many headers of the client', async () => {
  expect(await answer('/', 'a:b\r\n'.repeat(900) + FORWARDED)).toContain('/ for 203.0.113.9');
});

it.each([998, 1_100, 10_000])(
  'refuses a request of which Node may have dropped the proxy’s address: %i headers before it',
  async (count) => {
    expect(await answer('/', 'a:b\r\n'.repeat(count) + FORWARDED)).toContain('400 Bad Request');
  },
);

it.each(['host: b\r\n', 'HOST: a\r\n'])('refuses a second Host: %j', async (line) => {
  expect(await answer('/', line)).toContain('400 Bad Request');
});

it.each([
  '/pay/../metrics',
  '/pay/%2e%2E/metrics',
  '/pay/.%2e/metrics',
  '/pay/./session',
  '/pay/..',
  'http://a/pay/../metrics',
])('refuses a path that leads elsewhere than it seems to: %s', async (target) => {
  expect(await answer(target)).toContain('400 Bad Request');
});

it.each(['/pay/api/orders/...', '/pay/api/orders/v1.2?from=/../', '/pay/pay-form.js'])(
  'takes dots that are no segment: %s',
  async (target) => {
    expect(await answer(target)).toContain('200 OK');
  },
);

it.each([{ url: null, rawHeaders: {} }, { url: new URL('https://a/'), rawHeaders: [1, null] }, {}])(
  'takes what another host passes in its environment: %j',
  async (incoming) => {
    const app = new Hono<AppEnv>();
    app.use(unambiguous());
    app.get('/', (c) => c.text('ok'));
    const env = { incoming: { socket: {}, ...incoming } } as AppEnv['Bindings'];
    expect((await app.request('/', undefined, env)).status).toBe(200);
  },
);
