import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimits, listen, stopListening } from './listen.ts';
import { MOST_BYTES } from './routes/order-size.ts';

let server: Server;
afterEach(() => stopListening(server, 100));

async function start(limits: Partial<ConnectionLimits>): Promise<number> {
  const fetch = async (request: Request) => new Response(await request.text());
  server = await listen(fetch, { port: 0 }, { ...CONNECTION_LIMITS, ...limits });
  return (server.address() as AddressInfo).port;
}

/** Sends a text and nothing more. @returns the answer until the server closed the connection */
function sent(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => (answer += part.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

it('closes a connection whose headers do not come to an end', async () => {
  const port = await start({ headersMs: 50, checkMs: 20 });
  expect(await sent(port, 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: ')).toContain('408');
});

it('closes a connection whose body does not come to an end', async () => {
  const port = await start({ headersMs: 50, requestMs: 50, checkMs: 20 });
  expect(await sent(port, 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nabc')).toContain('408');
});

it('takes the longest order token that the merchant API makes, in a header', async () => {
  const port = await start({});
  const token = 'x'.repeat(Math.ceil((MOST_BYTES * 4) / 3) + 500);
  const others = 'y'.repeat(8_000);
  const text = `GET / HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncookie: ${others}\r\n`;
  expect(await sent(port, `${text}connection: close\r\n\r\n`)).toContain('200 OK');
});

it('takes no more connections than it may', async () => {
  const port = await start({ connections: 1 });
  const first = connect(port, '127.0.0.1');
  await new Promise((resolve) => first.once('connect', resolve));
  expect(await sent(port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n')).toBe('');
  first.destroy();
});
