import { connect as connectNode, type Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { exchange } from './exchange.ts';
import { type ConnectTcp, createSocketSender } from './socket-send.ts';
import { DIRECT, PAYMENT, SETTINGS } from './test-payments.ts';
import { allClosed, closeServers, listenTcp, refusedAddress } from './test-servers.ts';

afterEach(closeServers);

/** `connect` of `cloudflare:sockets`, over a socket of Node. */
const connect: ConnectTcp = ({ hostname, port }) => {
  const socket = connectNode({ host: hostname, port });
  const opened = new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    readable: Readable.toWeb(socket) as ReadableStream<Uint8Array>,
    writable: Writable.toWeb(socket) as WritableStream<Uint8Array>,
    opened,
    close: async () => void socket.destroy(),
  };
};

const send = createSocketSender({ connect, connectMs: 2_500 });
const TEXT = JSON.stringify(PAYMENT);
const WHOLE = `HTTP/1.1 200 OK\r\nContent-Length: ${TEXT.length}\r\n\r\n${TEXT}`;

const clientAt = (baseUrl: string, timeoutMs = 5_000) =>
  createGatewayClient({ ...SETTINGS, baseUrl, timeoutMs }, { fetch: send });

async function writeSlowly(socket: Socket, text: string): Promise<void> {
  for (const byte of text) await new Promise((done) => socket.write(byte, done));
  socket.end();
}

async function payAt(afterRequest: (socket: Socket) => void) {
  const { url, seen } = await listenTcp(afterRequest);
  return { outcome: await clientAt(url).createDirect(DIRECT), seen };
}

describe('a payment over a bare socket', () => {
  const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${TEXT.length.toString(16)};a=b\r\n${TEXT}\r\n0\r\n\r\n`;
  it.each([
    ['by its length', WHOLE],
    ['by chunks', chunked],
    ['by the end of the connection', `HTTP/1.0 200 OK\r\n\r\n${TEXT}`],
    ['after an interim answer', `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${WHOLE}`],
  ])('is answered by a body that ends %s', async (_, text) => {
    const { outcome, seen } = await payAt((socket) => socket.end(text));
    expect(outcome).toMatchObject({ kind: 'answered', value: { status: 'success' } });
    expect(seen).toEqual({ connections: 1, requests: 1 });
    await allClosed();
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is answered by a body that a proxy has encoded by %s', async (encoding, encode) => {
    const body = encode(TEXT);
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const { outcome } = await payAt((socket) => {
      socket.write(head);
      socket.end(body);
    });
    expect(outcome).toMatchObject({ kind: 'answered', value: { status: 'success' } });
    await allClosed();
  });

  it('has an unknown outcome if its encoded body is cut off', async () => {
    const { outcome } = await payAt((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n');
      socket.end(gzipSync(TEXT).subarray(0, -4));
    });
    expect(outcome).toEqual({ kind: 'unknown', reason: 'answer-cut: Z_BUF_ERROR' });
    await allClosed();
  });

  it.each([WHOLE, chunked])('is answered where the bytes come one by one', async (text) => {
    const { outcome } = await payAt((socket) => void writeSlowly(socket, text));
    expect(outcome).toMatchObject({ kind: 'answered' });
  });

  it.each([
    ['nothing', '', 'CONNECTION_ENDED'],
    ['half a status line', 'HTTP/1.1 2', 'CONNECTION_ENDED'],
    ['another protocol', '220 mail.example ESMTP\r\n', 'INVALID_STATUS_LINE'],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le', 'CONNECTION_ENDED'],
    ['a header without a colon', `HTTP/1.1 200 OK\r\nodd\r\n\r\n${TEXT}`, 'INVALID_HEADER'],
    ['a head without an end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}`, 'HEAD_TOO_LONG'],
    ['half a body', WHOLE.slice(0, -1), 'answer-cut: CONNECTION_ENDED'],
    ['half a chunk', chunked.slice(0, -20), 'answer-cut: CONNECTION_ENDED'],
    ['chunks without their end', chunked.slice(0, -5), 'answer-cut: INVALID_CHUNK'],
    ['a chunk of no size', chunked.replace(/\r\n\r\n.*;/, '\r\n\r\nzz;'), 'answer-cut: INVALID_CHUNK'],
    ['two ways to end', chunked.replace('\r\n', '\r\nContent-Length: 3\r\n'), 'INVALID_TRANSFER_ENCODING'],
    ['another coding', chunked.replace('chunked', 'gzip, chunked'), 'INVALID_TRANSFER_ENCODING'],
    ['two lengths', WHOLE.replace('\r\n', '\r\nContent-Length: 3\r\n'), 'INVALID_CONTENT_LENGTH'],
  ])('is unknown, and on the wire once, where %s comes back', async (_, text, reason) => {
    const { outcome, seen } = await payAt((socket) => socket.end(text));
    expect(outcome).toEqual({ kind: 'unknown', reason });
    expect(seen).toEqual({ connections: 1, requests: 1 });
  });

  it('is unknown, and on the wire once, where the connection is reset', async () => {
    const { outcome, seen } = await payAt((socket) => socket.resetAndDestroy());
    expect(outcome.kind).toBe('unknown');
    expect(seen).toEqual({ connections: 1, requests: 1 });
  });

  it('is not sent where no connection can be made', async () => {
    const refused = { kind: 'not-sent', reason: 'CONNECT_FAILED' };
    expect(await clientAt(await refusedAddress()).createDirect(DIRECT)).toEqual(refused);
    const fetch = createSocketSender({
      connect: () => {
        throw new Error('not to this address');
      },
    });
    expect(await createGatewayClient(SETTINGS, { fetch }).createDirect(DIRECT)).toEqual(refused);
  });

  it('is not sent where the connection takes too long', async () => {
    const opened = new Promise(() => {});
    const fetch = createSocketSender({
      connectMs: 1,
      connect: (...given) => ({ ...connect(...given), opened }),
    });
    const { url, seen } = await listenTcp((socket) => socket.end(WHOLE));
    expect(await createGatewayClient({ ...SETTINGS, baseUrl: url }, { fetch }).createDirect(DIRECT)).toEqual({
      kind: 'not-sent',
      reason: 'CONNECT_TIMEOUT',
    });
    expect(seen.requests).toBe(0);
  });

  it('ends at the deadline, and the connection with it', async () => {
    const { url, seen } = await listenTcp(() => {});
    const outcome = await clientAt(url, 100).createDirect(DIRECT);
    expect(outcome).toEqual({ kind: 'unknown', reason: 'deadline' });
    expect(seen.requests).toBe(1);
    await allClosed();
  });
});

describe('a request over a bare socket', () => {
  it('is whole, states its length and closes the connection', async () => {
    const { url } = await listenTcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nread'));
    const call = { method: 'POST', url: `${url}/a?b=c`, headers: { 'X-Key': 'k' }, body: '{"ї":1}' } as const;
    let written = '';
    const recording: ConnectTcp = (...given) => {
      const socket = connect(...given);
      const writer = socket.writable.getWriter();
      const writable = new WritableStream<Uint8Array>({
        write: (bytes) => {
          written += new TextDecoder().decode(bytes);
          return writer.write(bytes);
        },
      });
      return { ...socket, writable };
    };
    const answer = await exchange(createSocketSender({ connect: recording }), call, 5_000);
    expect(answer).toMatchObject({ kind: 'answer', answer: { status: 200, text: 'read' } });
    const [head = '', body] = written.split('\r\n\r\n');
    expect(body).toBe(call.body);
    expect(head.split('\r\n')[0]).toBe('POST /a?b=c HTTP/1.1');
    expect(head.split('\r\n').slice(1).sort()).toEqual([
      'accept-encoding: identity',
      'accept: */*',
      'connection: close',
      'content-length: 8',
      `host: ${new URL(url).host}`,
      'user-agent: pay-form',
      'x-key: k',
    ]);
  });

  it('is not made with a header that would end it', async () => {
    const init = { method: 'GET', redirect: 'manual', signal: new AbortController().signal } as const;
    await expect(send('http://127.0.0.1:9', { ...init, headers: { a: 'b\r\nc: d' } })).rejects.toThrow(
      TypeError,
    );
  });
});
