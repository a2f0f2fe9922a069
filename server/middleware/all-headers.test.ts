import { Hono } from 'hono';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { AppEnv } from '../app-env.ts';
import { listen, stopListening } from '../listen.ts';
import { allHeaders } from './all-headers.ts';
import { problems } from './problems.ts';

let server: Awaited<ReturnType<typeof listen>>;
afterEach(() => stopListening(server, 100));

/** The answer to a request with so many headers, and the proxy's after them. */
async function answer(count: number): Promise<string> {
  const app = new Hono<AppEnv>();
  app.onError(problems(() => undefined));
  app.use(allHeaders());
  app.get('/', (c) => c.text(`for ${c.req.header('x-forwarded-for')}`));
  server = await listen((request, env) => Promise.resolve(app.fetch(request, env)), { port: 0 });
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (part) => (text += part.toString()));
    socket.on('close', () => resolve(text));
    const others = 'a:b\r\n'.repeat(count);
    socket.write(
      `GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${others}x-forwarded-for: 203.0.113.9\r\n\r\n`,
    );
  });
}

it('sees the address that a proxy adds after many headers of the client', async () => {
  expect(await answer(900)).toContain('for 203.0.113.9');
});

it.each([998, 1_100, 10_000])(
  'is refused if Node may have dropped the proxy’s address: %i headers before it',
  async (count) => {
    expect(await answer(count)).toContain('400 Bad Request');
  },
);
