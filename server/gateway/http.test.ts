import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGatewayClient } from './client.ts';
import { createSender, MAX_ANSWER_BYTES, type SenderSettings } from './http.ts';
import { CERTIFICATE } from './testing/certificate.ts';
import { DIRECT, HOSTED, PAYMENT, SETTINGS } from './testing/payments.ts';
import { closeServers, listen, listenHttp, listenTcp, refusedAddress, type Seen } from './testing/servers.ts';
import { stopTimers } from './testing/timers.ts';

/** The client as a merchant creates it, over real sockets. */

afterEach(closeServers);
afterEach(() => vi.unstubAllEnvs());

const TEXT = JSON.stringify(PAYMENT);
const PAID = { kind: 'answered', value: { status: 'success' } };
const UNKNOWN = { kind: 'unknown' };

const clientAt = (baseUrl: string, timeoutMs = 5_000) =>
  createGatewayClient({ ...SETTINGS, baseUrl, timeoutMs });
const pay = (baseUrl: string, timeoutMs?: number) => clientAt(baseUrl, timeoutMs).createDirect(DIRECT);
const clientBy = (baseUrl: string, sender: SenderSettings) =>
  createGatewayClient({ ...SETTINGS, baseUrl }, { fetch: createSender(sender) });
const answer = (status: string, text = TEXT, headers = '') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${headers}\r\n${text}`;

describe('a request that moves money', () => {
  it.each(['408 Request Timeout', '421 Misdirected Request', '503 Later'])(
    'is on the wire once if the answer is HTTP %s',
    async (status) => {
      const { url, seen } = await listenTcp((socket) =>
        socket.end(answer(status, '{}', 'Retry-After: 0\r\n')),
      );
      expect(await pay(url)).toMatchObject(UNKNOWN);
      expect(seen.requests).toBe(1);
    },
  );

  it.each([
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['closed', (socket: Socket) => socket.end()],
  ])('is on the wire once, and unknown, if its connection is %s before the answer', async (_, stop) => {
    const { url, seen } = await listenTcp(stop);
    expect(await pay(url)).toEqual({ kind: 'unknown', reason: 'ECONNRESET' });
    expect(seen).toEqual({ connections: 1, requests: 1 });
    const reused = await listenTcp((socket: Socket, { requests }: Seen) =>
      requests === 1 ? socket.write(answer('200 OK')) : stop(socket),
    );
    const client = clientAt(reused.url);
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(await client.createDirect(DIRECT)).toEqual({ kind: 'unknown', reason: 'ECONNRESET' });
    expect(reused.seen).toEqual({ connections: 1, requests: 2 });
  });

  it('has a connection of its own on a runtime that repeats requests on reused ones', async () => {
    vi.stubGlobal('Deno', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const { url, seen } = await listenTcp((socket) => socket.write(answer('200 OK')));
    const client = clientAt(url);
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 2, requests: 2 });
  });

  it('waits for its answer longer than a connection may take to be made', async () => {
    stopTimers();
    const { url, seen } = await listenTcp((socket) => {
      vi.advanceTimersByTime(1_000);
      socket.write(answer('200 OK'));
    });
    expect(await clientBy(url, { connectMs: 400 }).createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 1, requests: 1 });
  });

  it('is written in HTTP/1.1 with the length of its body, and forbids an encoded answer', async () => {
    const heads: unknown[] = [];
    const url = await listenHttp(({ method, httpVersion, headers }, response) => {
      heads.push({ method, httpVersion, ...headers });
      response.end(TEXT);
    });
    await pay(url);
    expect(heads).toEqual([
      {
        method: 'POST',
        httpVersion: '1.1',
        host: new URL(url).host,
        connection: 'keep-alive',
        accept: '*/*',
        'accept-encoding': 'identity',
        'content-length': expect.stringMatching(/^\d{3,4}$/),
        'content-type': 'application/json',
        'user-agent': 'pay-form',
        'x-api-auth': 'CPAY public-key:top/secret+value',
        'x-api-key': 'endpoints-key',
      },
    ]);
  });

  it.each([301, 303, 307])('never follows HTTP %i', async (status) => {
    const requests: string[] = [];
    const url = await listenHttp((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(status, { location: '/target' }).end();
    });
    expect(await pay(url)).toMatchObject(UNKNOWN);
    const location = `${url}/target`;
    expect(await clientAt(url).createHosted(HOSTED)).toEqual({ kind: 'answered', value: { location } });
    expect(requests).toEqual(['POST /api/v1/payment', 'POST /api/v1/payment']);
  });
});

describe('nothing is sent', () => {
  it.each(['127.0.0.1', 'localhost'])('if %s refuses the connection', async (host) => {
    const url = await refusedAddress();
    const outcome = await pay(url.replace('127.0.0.1', host));
    expect(outcome).toEqual({ kind: 'not-sent', reason: 'ECONNREFUSED' });
  });

  it('if no address has the name', async () => {
    const outcome = await pay('https://gateway.invalid');
    expect(outcome).toEqual({ kind: 'not-sent', reason: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) });
  });

  it.each(['1', '0'])(
    'to a gateway whose certificate cannot be trusted, whatever NODE_TLS_REJECT_UNAUTHORIZED says: %s',
    async (given) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', given);
      const { url, seen } = await secureGateway();
      expect(await pay(url)).toEqual({ kind: 'not-sent', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
      expect(seen.requests).toBe(0);
    },
  );

  it('if the connection is not made in time, which is before the deadline', async () => {
    const url = await listen(createTcpServer(), 'https');
    expect(await pay(url, 400)).toEqual({ kind: 'not-sent', reason: 'CONNECT_TIMEOUT' });
  });

  it.each([
    ['reset', 'ECONNRESET', (socket: Socket) => socket.resetAndDestroy()],
    ['closed', 'ECONNRESET', (socket: Socket) => socket.end()],
    [
      'answered in plain HTTP',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      (socket: Socket) => socket.end(answer('400 Bad Request')),
    ],
  ])('if the TLS connection is %s while it is made', async (_, reason, serve) => {
    const server = createTcpServer((socket) => socket.once('data', () => serve(socket)));
    expect(await pay(await listen(server, 'https'))).toEqual({ kind: 'not-sent', reason });
  });

  it('if the process was paused while it connected: the call may have been given up meanwhile', async () => {
    const { url, seen } = await listenTcp((socket) => socket.end(answer('200 OK')));
    stopTimers();
    const sent = pay(url);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await sent).toEqual({ kind: 'not-sent', reason: 'CONNECT_TIMEOUT' });
    expect(seen.requests).toBe(0);
  });

  it('after the call was given up', async () => {
    const { url, seen } = await listenTcp((socket) => socket.end(answer('200 OK')));
    const given = new AbortController();
    const init = { method: 'POST', headers: {}, body: '{}', redirect: 'manual' } as const;
    const sent = createSender({ connectMs: 1_000 })(url, { ...init, signal: given.signal });
    given.abort();
    await expect(sent).rejects.toThrow();
    expect(await pay(url)).toMatchObject(PAID);
    expect(seen.requests).toBe(1);
  });
});

describe('a connection', () => {
  it('is used again', async () => {
    const { url, seen } = await listenTcp((socket) => socket.write(answer('200 OK')));
    const client = clientAt(url);
    for (let turn = 0; turn < 2; turn += 1) expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 1, requests: 2 });
  });

  it('is used again with TLS, also where NODE_EXTRA_CA_CERTS names the authority', async () => {
    const { url, seen } = await secureGateway();
    const file = join(mkdtempSync(join(tmpdir(), 'pay-form-')), 'ca.pem');
    writeFileSync(file, CERTIFICATE.cert);
    const program = `import { createSender } from './server/gateway/http.ts';
      const send = createSender({ connectMs: 5000 });
      for (const turn of [1, 2]) {
        const init = { method: 'GET', headers: {}, redirect: 'manual', signal: new AbortController().signal };
        const { body } = await send('${url}', init);
        for await (const piece of body) void piece;
      }
      process.exit();`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_EXTRA_CA_CERTS: file } });
    expect(seen).toEqual({ connections: 1, requests: 2 });
  });

  it.each(['Connection: close\r\n', 'Keep-Alive: timeout=1\r\n'])(
    'is not used again if the server will soon close it: %j',
    async (headers) => {
      const { url, seen } = await listenTcp((socket) => socket.write(answer('200 OK', TEXT, headers)));
      const client = clientAt(url);
      for (let turn = 0; turn < 2; turn += 1) expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
      expect(seen).toEqual({ connections: 2, requests: 2 });
    },
  );

  it.each([
    ['a second before the server would close it', 'Keep-Alive: timeout=2\r\n', 60_000, 0],
    ['when it has been idle for long enough, but not during a slow answer', '', 50, 150],
  ])('is closed %s', async (_what, headers, idleMs, answerMs) => {
    let closed: unknown;
    const { url, seen } = await listenTcp((socket) => {
      closed = new Promise((done) => socket.once('close', done));
      setTimeout(() => socket.write(answer('200 OK', TEXT, headers)), answerMs);
    });
    const client = clientBy(url, { connectMs: 5_000, idleMs });
    for (let turn = 1; turn <= 2; turn += 1) {
      expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
      await closed;
      expect(seen).toEqual({ connections: turn, requests: turn });
    }
  });
});

describe('a server that closes an idle connection', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['closed', '', (socket) => socket.destroy()],
    ['reset', '', (socket) => socket.resetAndDestroy()],
    [
      'closed, though it was to be kept for a minute',
      'Keep-Alive: timeout=60\r\n',
      (socket) => socket.destroy(),
    ],
  ])(
    'gets no payment on one that it has %s, even if this was not read yet',
    async (_what, headers, close) => {
      const sockets: Socket[] = [];
      const { url, seen } = await listenTcp((socket) => {
        sockets.push(socket);
        socket.write(answer('200 OK', TEXT, headers));
      });
      const client = clientAt(url);
      expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
      // As while a commit keeps this process from reading: the end has arrived, and nobody knows.
      for (const socket of sockets) close(socket);
      expect(await client.createDirect(DIRECT)).toEqual({ kind: 'not-sent', reason: 'ECONNRESET' });
      expect(seen).toEqual({ connections: 1, requests: 1 });
      expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
      expect(seen).toEqual({ connections: 2, requests: 2 });
    },
  );

  it('and reads the payment first leaves it unknown', async () => {
    const { url, seen } = await listenTcp((socket, { requests }) =>
      requests === 1 ? socket.write(answer('200 OK')) : socket.destroy(),
    );
    const client = clientAt(url);
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(await client.createDirect(DIRECT)).toMatchObject(UNKNOWN);
    expect(seen.requests).toBe(2);
  });
});

describe('an answer', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const CHUNK = `${TEXT.length.toString(16)}\r\n${TEXT}\r\n`;
  const cutShort = `${HEAD}Content-Length: 5000\r\n\r\n${TEXT}`;
  it.each<[string, string, ((socket: Socket) => void)?]>([
    ['reset in the middle of its body', cutShort, (socket) => socket.resetAndDestroy()],
    ['closed in the middle of its body', cutShort],
    ['chunked and without its end', `${HEAD}Transfer-Encoding: chunked\r\n\r\n${CHUNK}`],
    ['a refusal that is cut', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 90\r\n\r\n{"mess'],
    ['no HTTP', 'these are not the bytes you are looking for\r\n\r\n'],
    ['no JSON', answer('200 OK', '<html>')],
  ])('is unknown if it is %s, and the request is not repeated', async (_, text, end) => {
    const { url, seen } = await listenTcp((socket) => {
      if (!end) socket.end(text);
      else socket.write(text, () => setImmediate(end, socket));
    });
    expect(await pay(url)).toMatchObject(UNKNOWN);
    expect(seen.requests).toBe(1);
  });

  it.each(['101 Switching Protocols', '204 No Content', '304 Not Modified', '999 Odd'])(
    'of HTTP %s leaves nobody sure',
    async (status) => {
      const { url, seen } = await listenTcp((socket) => socket.end(answer(status)));
      expect(await pay(url, 1_000)).toMatchObject(UNKNOWN);
      expect(await clientAt(url, 1_000).createHosted(HOSTED)).toMatchObject(UNKNOWN);
      expect(seen.requests).toBe(2);
    },
  );

  it.each([
    ['gzip', gzipSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['zip', Buffer.from(TEXT)],
    ['gzip', gzipSync(' '.repeat(50_000_000))],
  ])(
    'encoded by %s, which the request forbids, is unknown, and its connection is closed',
    async (encoding, body) => {
      let closed: unknown;
      const url = await listenHttp((request, response) => {
        closed = new Promise((done) => request.socket.on('close', done));
        response.writeHead(200, { 'content-encoding': encoding }).write(body);
      });
      expect(await pay(url)).toEqual({ kind: 'unknown', reason: 'CONTENT_ENCODING' });
      await closed;
    },
  );

  it('may say that it is encoded if it has no body, or that it is not', async () => {
    const plain = answer('200 OK', TEXT, 'Content-Encoding: Identity\r\n');
    expect(await pay((await listenTcp((socket) => socket.end(plain))).url)).toMatchObject(PAID);
    const headers = 'Location: https://a.example/\r\nContent-Encoding: gzip\r\n';
    const { url } = await listenTcp((socket) => socket.end(answer('303 See Other', '', headers)));
    const location = 'https://a.example/';
    expect(await clientAt(url).createHosted(HOSTED)).toEqual({ kind: 'answered', value: { location } });
  });

  it('that is encoded is not read again: the next one would be encoded, too', async () => {
    const encoded = answer('200 OK', TEXT, 'Content-Encoding: gzip\r\n');
    const { url, seen } = await listenTcp((socket) => socket.end(encoded));
    const outcome = await clientAt(url).readOrder('order-0007');
    expect(outcome).toEqual({ kind: 'unknown', reason: 'CONTENT_ENCODING' });
    expect(seen.requests).toBe(1);
  });

  it('with two Locations leads nowhere', async () => {
    const headers = 'Location: https://a.example/\r\nLocation: https://b.example/\r\n';
    const { url } = await listenTcp((socket) => socket.end(answer('303 See Other', '', headers)));
    expect(await clientAt(url).createHosted(HOSTED)).toMatchObject(UNKNOWN);
  });

  it('is read up to a size that no answer of the gateway has', async () => {
    let size = MAX_ANSWER_BYTES;
    const url = await listenHttp((_, response) => response.end(' '.repeat(size - TEXT.length) + TEXT));
    expect(await pay(url)).toMatchObject(PAID);
    size += 1;
    expect(await pay(url)).toEqual({ kind: 'unknown', reason: 'answer-too-large' });
  });

  it('is whole if its pieces cut a letter', async () => {
    const bytes = Buffer.from(JSON.stringify({ ...PAYMENT, comment: 'ї' }));
    const drip = async (response: ServerResponse) => {
      for (const byte of bytes) {
        response.write(Uint8Array.of(byte));
        await new Promise(setImmediate);
      }
      response.end();
    };
    const url = await listenHttp((_, response) => void drip(response));
    expect(await pay(url)).toMatchObject({ value: { comment: 'ї' } });
  });
});

describe('the deadline', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['no answer comes', () => {}],
    [
      'the body drips without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const drip = setInterval(() => socket.write('1\r\n \r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      },
    ],
  ])('ends the call as unknown, and its connection, if %s', async (_, serve) => {
    stopTimers();
    let closed: unknown;
    const { url } = await listenTcp((socket) => {
      closed = new Promise((done) => socket.on('close', done));
      serve(socket);
      setImmediate(() => vi.advanceTimersByTime(5_000));
    });
    expect(await pay(url)).toEqual({ kind: 'unknown', reason: 'deadline' });
    await closed;
  });

  it('holds for a sender that does not listen, before the answer and within its body', async () => {
    const never = () => new Promise<Response>(() => {});
    const endless = async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    for (const fetch of [never, endless]) {
      const client = createGatewayClient({ ...SETTINGS, timeoutMs: 30 }, { fetch });
      expect(await client.createDirect(DIRECT)).toEqual({ kind: 'unknown', reason: 'deadline' });
    }
  });
});

describe('a sender other than the client’s own', () => {
  const failing = (error: unknown) => {
    const fetch = async () => {
      throw error;
    };
    return createGatewayClient(SETTINGS, { fetch }).createDirect(DIRECT);
  };

  it('may have sent a payment whatever its error says: fetch repeats one by itself', async () => {
    const { url, seen } = await listenTcp((socket) => {
      void closeServers();
      socket.end(answer('421 Misdirected Request', '{}', 'Connection: close\r\n'));
    });
    const client = createGatewayClient({ ...SETTINGS, baseUrl: url }, { fetch: globalThis.fetch });
    expect(await client.createDirect(DIRECT)).toMatchObject(UNKNOWN);
    expect(seen.requests).toBe(1);
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
    for (const error of [refused, new TypeError('fetch failed', { cause: refused })])
      expect(await failing(error)).toEqual({ kind: 'unknown', reason: 'ECONNREFUSED' });
  });

  it.each([
    ['a message that only sounds like a code', new Error('connect ECONNREFUSED 127.0.0.1:1')],
    [
      'a code that is a text with a card number',
      Object.assign(new Error('x'), { code: '4242 4242 4242 4242' }),
    ],
    ['a thrown text', 'ECONNREFUSED'],
  ])('that fails by %s is not quoted', async (_, error) => {
    expect(await failing(error)).toEqual({ kind: 'unknown', reason: 'no-code' });
  });
});

it('an error is unknown once the answer has begun, whatever its code', async () => {
  const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  const cut = async () => new Response(new ReadableStream({ pull: (stream) => stream.error(refused) }));
  const client = createGatewayClient(SETTINGS, { fetch: cut });
  expect(await client.createDirect(DIRECT)).toEqual({ kind: 'unknown', reason: 'answer-cut: ECONNREFUSED' });
});

async function secureGateway() {
  const seen = { connections: 0, requests: 0 };
  const server = createHttpsServer(CERTIFICATE, (_, response) => {
    seen.requests += 1;
    response.end(TEXT);
  });
  server.on('secureConnection', () => (seen.connections += 1));
  return { url: await listen(server, 'https'), seen };
}
