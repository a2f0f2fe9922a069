import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimits, listen, stopListening } from './start.ts';
import { gate } from '../payments/testing/test-deps.ts';
import { MOST_BYTES } from '../routes/merchant-orders.ts';
import { BODY, openCompanion, type TestCompanion } from '../testing/companion.ts';

let companion: TestCompanion;
let server: Server;
beforeEach(async () => {
  companion = await openCompanion({ trustedProxies: ['127.0.0.1'] });
});
afterEach(async () => {
  await stopListening(server, 100);
  await companion.deps.store.close();
});

/** @returns its port */
async function start(limits: Partial<ConnectionLimits> = {}): Promise<number> {
  const fetch = async (request: Request) => companion.app.fetch(request, { peer: '127.0.0.1' });
  server = await listen(fetch, { port: 0 }, { ...CONNECTION_LIMITS, ...limits });
  return (server.address() as AddressInfo).port;
}

/** Sends a text and nothing more. */
function sender(port: number, text: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  const answer = new Promise<string>((resolve) => {
    let read = '';
    socket.on('data', (part) => (read += part.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(read));
  });
  return { socket, answer };
}

/** The answer to a text, until the server closed the connection. */
const sent = (port: number, text: string): Promise<string> => sender(port, text).answer;

const LIVE = 'GET /livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
const NO_END = 'POST /pay/webhook HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\n';

it.each([
  ['headers', 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: '],
  ['a body of stated length', `${NO_END}content-length: 9\r\n\r\nabc`],
  ['a body in chunks', `${NO_END}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`],
])('cuts off a sender whose %s does not come to an end', async (_what, text) => {
  const port = await start({ headersMs: 50, requestMs: 50, checkMs: 20 });
  expect(await sent(port, text)).toContain('408');
});

it('answers others while many senders leave their bodies unfinished', async () => {
  const port = await start();
  const stated = `${NO_END}content-length: 64000\r\n\r\n${'x'.repeat(60_000)}`;
  const chunked = `${NO_END}transfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(200)}`;
  const slow = Array.from({ length: 50 }, (_, index) => sender(port, index % 2 ? stated : chunked));
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(50);
  expect(await sent(port, LIVE)).toContain('200 OK');
  for (const { socket } of slow) socket.destroy();
});

it('keeps of a body that comes byte by byte little more than its bytes', async () => {
  const length = 50_000;
  let sentBytes = 0;
  const all = gate<void>();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(1));
      sentBytes += 1;
      if (sentBytes < length) return undefined;
      all.open();
      return new Promise(() => {});
    },
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': `${length + 1}` };
  const init = { method: 'POST', body, headers, duplex: 'half' } as const;
  const before = heapMb();
  void companion.app.fetch(new Request('https://pay.shop.example/pay/webhook', init));
  await all.promise;
  // A list of the pieces takes more than ten.
  expect(heapMb() - before).toBeLessThan(4);
});

/** Without what can be collected. */
function heapMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

it('takes no more connections than it may, and others as soon as one has gone', async () => {
  const port = await start({ connections: 1 });
  const { socket } = sender(port, 'GET /');
  await new Promise((resolve) => socket.once('connect', resolve));
  expect(await sent(port, LIVE)).toBe('');
  socket.destroy();
  await expect.poll(() => sent(port, LIVE)).toContain('200 OK');
});

it('takes the longest order token that the merchant API makes, in a header', async () => {
  const port = await start();
  const token = 'x'.repeat(Math.ceil((MOST_BYTES * 4) / 3) + 500);
  const others = 'y'.repeat(8_000);
  const text = `GET /pay/session HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncookie: ${others}\r\n`;
  expect(await sent(port, `${text}connection: close\r\n\r\n`)).toContain('401 Unauthorized');
});

it('refuses larger headers', async () => {
  const port = await start();
  expect(await sent(port, `GET /livez HTTP/1.1\r\nhost: a\r\na: ${'x'.repeat(70_000)}\r\n\r\n`)).toContain(
    '431',
  );
});

it.each([10, 10_000])('sees the address that a proxy adds after %i headers of the client', async (count) => {
  const port = await start();
  const body = JSON.stringify(BODY);
  const own = `idempotency-key: key-00001\r\nauthorization: Bearer ${await companion.token()}\r\n`;
  const head = `POST /pay/payments HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${own}`;
  const end = `content-length: ${body.length}\r\nconnection: close\r\nx-forwarded-for: 203.0.113.9\r\n\r\n${body}`;
  expect(await sent(port, `${head}${'a:b\r\n'.repeat(count)}${end}`)).toContain('200 OK');
  expect(companion.deps.gateway.calls[0]?.request).toMatchObject({ customerIp: '203.0.113.9' });
});

it.each([
  ['two lengths', 'content-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ['a length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['no Host', null],
])('refuses a request that a proxy may have read differently: %s', async (_what, rest) => {
  const port = await start();
  const text = rest === null ? 'GET /livez HTTP/1.1\r\n\r\n' : `${NO_END}${rest}`;
  expect(await sent(port, text)).toContain('400 Bad Request');
});

it.each([
  ['a stated length', (body: string) => `content-length: ${body.length}\r\n\r\n${body}`],
  ['chunks', (body: string) => `transfer-encoding: chunked\r\n\r\n${inChunks(body)}0\r\n\r\n`],
])('reads a body of %s', async (_what, framed) => {
  const port = await start();
  const own = `idempotency-key: key-00001\r\nauthorization: Bearer ${await companion.token()}\r\nconnection: close\r\n`;
  const head = `POST /pay/payments HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${own}`;
  expect(await sent(port, head + framed(JSON.stringify(BODY)))).toContain('"status":"success"');
});

it.each([
  ['a stated length', 'content-length: 9\r\n\r\nabc'],
  ['chunks', 'transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'],
])('takes a sender who breaks off a body of %s for no fault of ours', async (_what, rest) => {
  const port = await start();
  const arrived = once(server, 'request');
  const { socket, answer } = sender(port, NO_END + rest);
  await arrived;
  socket.destroy();
  await answer;
  await expect.poll(() => companion.deps.lines.map(({ event }) => event)).toContain('request.answered');
  expect(companion.deps.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

const inChunks = (text: string): string =>
  text.replaceAll(/[^]{1,10}/g, (part) => `${part.length.toString(16)}\r\n${part}\r\n`);
