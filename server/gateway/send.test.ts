import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGatewayClient } from './client.ts';
import { createSender } from './send.ts';
import { selfSignedCertificate } from './test-certificate.ts';
import { DIRECT, HOSTED, PAYMENT, SETTINGS } from './test-payments.ts';
import { closeServers, listen, listenHttp, listenTcp, type Seen } from './test-servers.ts';
import { exchange } from './exchange.ts';

afterEach(closeServers);
afterEach(() => vi.unstubAllEnvs());

const TEXT = JSON.stringify(PAYMENT);
const PAID = { kind: 'answered', value: { status: 'success' } };

/** A client as a merchant creates it, without test doubles. */
const clientAt = (baseUrl: string, timeoutMs = 5_000) =>
  createGatewayClient({ ...SETTINGS, baseUrl, timeoutMs });
const answer = (status: string, text = TEXT, headers = '') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${headers}\r\n${text}`;

describe('a request that moves money', () => {
  it.each(['408 Request Timeout', '421 Misdirected Request', '425 Too Early', '503 Later'])(
    'is on the wire once where the answer is HTTP %s',
    async (status) => {
      const { url, seen } = await listenTcp((socket) => socket.end(answer(status, '{}')));
      expect(await clientAt(url).createDirect(DIRECT)).toMatchObject({ kind: 'unknown' });
      expect(seen.requests).toBe(1);
    },
  );

  const thenReset = (socket: Socket, { requests }: Seen) =>
    requests === 1 ? socket.write(answer('200 OK')) : socket.resetAndDestroy();
  const thenClosed = (socket: Socket, { requests }: Seen) =>
    requests === 1 ? socket.write(answer('200 OK')) : socket.end();
  it.each([
    ['reset', thenReset],
    ['closed', thenClosed],
  ])('is on the wire once, and unknown, where a reused connection is %s under it', async (_, serve) => {
    const { url, seen } = await listenTcp(serve);
    const client = clientAt(url);
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(await client.createDirect(DIRECT)).toEqual({ kind: 'unknown', reason: 'ECONNRESET' });
    expect(seen).toEqual({ connections: 1, requests: 2 });
  });

  it('has a connection of its own where a runtime repeats requests on reused ones', async () => {
    const { url, seen } = await listenTcp((socket) => socket.write(answer('200 OK')));
    const fetch = createSender({ connectMs: 2_500, keepAlive: false });
    const client = createGatewayClient({ ...SETTINGS, baseUrl: url }, { fetch });
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 2, requests: 2 });
  });

  it('waits for its answer longer than a connection may take to be made', async () => {
    const { url, seen } = await listenTcp((socket) => {
      setTimeout(() => socket.write(answer('200 OK')), 700);
    });
    const client = createGatewayClient(
      { ...SETTINGS, baseUrl: url },
      { fetch: createSender({ connectMs: 400 }) },
    );
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 1, requests: 1 });
  });

  it('is written about as a fetch would write it, in HTTP/1.1 and with the body’s length', async () => {
    const heads: unknown[] = [];
    const url = await listenHttp(({ method, httpVersion, headers }, response) => {
      heads.push({ method, httpVersion, ...headers });
      response.end(TEXT);
    });
    await clientAt(url).createDirect(DIRECT);
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
});

describe('a connection', () => {
  it('is used again', async () => {
    const { url, seen } = await listenTcp((socket) => socket.write(answer('200 OK')));
    const client = clientAt(url);
    for (let turn = 0; turn < 3; turn += 1) expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 1, requests: 3 });
  });

  it.each(['Connection: close\r\n', 'Keep-Alive: timeout=1\r\n'])(
    'is not used again where the server will soon close it: %j',
    async (headers) => {
      const { url, seen } = await listenTcp((socket) => socket.write(answer('200 OK', TEXT, headers)));
      const client = clientAt(url);
      for (let turn = 0; turn < 2; turn += 1) expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
      expect(seen).toEqual({ connections: 2, requests: 2 });
    },
  );

  it('is closed before the server would close it', async () => {
    const { url, seen } = await listenTcp((socket) => {
      socket.write(answer('200 OK', TEXT, 'Keep-Alive: timeout=2\r\n'));
      setTimeout(() => socket.resetAndDestroy(), 2_000);
    });
    const client = clientAt(url);
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    await new Promise((done) => setTimeout(done, 1_200));
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 2, requests: 2 });
  });

  it('is closed when it has been idle for long enough, but not while an answer takes its time', async () => {
    const { url, seen } = await listenTcp((socket) => {
      setTimeout(() => socket.write(answer('200 OK')), 150);
    });
    const send = createSender({ connectMs: 1_000, idleMs: 50 });
    const client = createGatewayClient({ ...SETTINGS, baseUrl: url }, { fetch: send });
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    await new Promise((done) => setTimeout(done, 100));
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 2, requests: 2 });
  });

  it('that the server has closed is not used again', async () => {
    const { url, seen } = await listenTcp((socket) => {
      socket.write(answer('200 OK'));
      setImmediate(() => socket.end());
    });
    const client = clientAt(url);
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    await new Promise((done) => setTimeout(done, 50));
    expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 2, requests: 2 });
  });
});

describe('a connection by TLS', () => {
  const secure = async () => {
    const seen = { connections: 0, requests: 0 };
    const server = createHttpsServer(selfSignedCertificate(), (_, response) => {
      seen.requests += 1;
      response.end(TEXT);
    });
    server.on('secureConnection', () => (seen.connections += 1));
    return { url: await listen(server, 'https'), seen };
  };

  it('with a certificate that cannot be trusted is given up before anything is written', async () => {
    const { url, seen } = await secure();
    const outcome = await clientAt(url).createDirect(DIRECT);
    expect(outcome).toEqual({ kind: 'not-sent', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(seen.requests).toBe(0);
  });

  it('is used again', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { url, seen } = await secure();
    const client = clientAt(url);
    for (let turn = 0; turn < 2; turn += 1) expect(await client.createDirect(DIRECT)).toMatchObject(PAID);
    expect(seen).toEqual({ connections: 1, requests: 2 });
  });

  it('that is not made in time has sent nothing', async () => {
    const url = await listen(createTcpServer(), 'https');
    const started = performance.now();
    const outcome = await clientAt(url, 400).createDirect(DIRECT);
    expect(outcome).toEqual({ kind: 'not-sent', reason: 'CONNECT_TIMEOUT' });
    expect(performance.now() - started).toBeLessThan(390);
  });

  it.each([
    ['reset', 'ECONNRESET', (socket: Socket) => socket.resetAndDestroy()],
    ['closed', 'ECONNRESET', (socket: Socket) => socket.end()],
    [
      'answered in plain HTTP',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      (socket: Socket) => socket.end(answer('400 Bad Request')),
    ],
  ])('that is %s while it is made has sent nothing', async (_, reason, serve) => {
    const server = createTcpServer((socket) => socket.once('data', () => serve(socket)));
    const outcome = await clientAt(await listen(server, 'https')).createDirect(DIRECT);
    expect(outcome).toEqual({ kind: 'not-sent', reason });
  });
});

describe('an answer', () => {
  it.each(['101 Switching Protocols', '199 Odd', '204 No Content', '304 Not Modified', '600 Odd', '999 Odd'])(
    'of HTTP %s leaves nobody sure',
    async (status) => {
      const { url, seen } = await listenTcp((socket) => socket.end(answer(status)));
      const direct = await clientAt(url, 1_000).createDirect(DIRECT);
      expect(direct).toMatchObject({ kind: 'unknown' });
      expect(await clientAt(url, 1_000).createHosted(HOSTED)).toMatchObject({ kind: 'unknown' });
      expect(seen.requests).toBe(2);
    },
  );

  it('may follow after others that only say to wait', async () => {
    const early = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n';
    const { url } = await listenTcp((socket) => socket.write(early + answer('200 OK')));
    expect(await clientAt(url).createDirect(DIRECT)).toMatchObject(PAID);
  });

  it.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is read where it is encoded by %s though the request forbids it', async (encoding, encode) => {
    const url = await listenHttp((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encode(TEXT)),
    );
    expect(await clientAt(url).createDirect(DIRECT)).toMatchObject(PAID);
  });

  it('has an unknown outcome if its encoding is broken, cut off or unknown', async () => {
    const bodies: [string, Buffer][] = [
      ['gzip', Buffer.from(TEXT)],
      ['gzip', gzipSync(TEXT).subarray(0, 60)],
      ['br', Buffer.from(TEXT)],
      ['zip', gzipSync(TEXT)],
    ];
    for (const [encoding, body] of bodies) {
      const url = await listenHttp((_, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(body),
      );
      expect(await clientAt(url).createDirect(DIRECT)).toMatchObject({ kind: 'unknown' });
    }
  });

  it('leads to the hosted page where its empty body is declared as encoded', async () => {
    for (const encoding of ['gzip', 'br']) {
      const url = await listenHttp((_, response) =>
        response.writeHead(303, { location: '/form', 'content-encoding': encoding }).end(),
      );
      const outcome = await clientAt(url).createHosted(HOSTED);
      expect(outcome).toEqual({ kind: 'answered', value: { location: `${url}/form` } });
    }
  });

  it('with two Locations leads nowhere', async () => {
    const headers = 'Location: https://a.example/\r\nLocation: https://b.example/\r\n';
    const { url } = await listenTcp((socket) => socket.end(answer('303 See Other', '', headers)));
    expect(await clientAt(url).createHosted(HOSTED)).toMatchObject({ kind: 'unknown' });
  });

  it('whose bytes swell beyond measure when they are decoded is given up', async () => {
    const url = await listenHttp((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(50_000_000))),
    );
    const outcome = await clientAt(url).createDirect(DIRECT);
    expect(outcome).toEqual({ kind: 'unknown', reason: 'answer-too-large' });
  });
});

it('a process that was paused while it connected sends nothing: the call may have been given up meanwhile', async () => {
  const { url, seen } = await listenTcp((socket) => socket.end(answer('200 OK')));
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = clientAt(url).createDirect(DIRECT);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await sent).toEqual({ kind: 'not-sent', reason: 'CONNECT_TIMEOUT' });
  expect(seen.requests).toBe(0);
});

it('a call that is given up before its connection stands writes nothing afterwards', async () => {
  const { url, seen } = await listenTcp((socket) => socket.end(answer('200 OK')));
  const call = { method: 'POST', url, headers: {}, body: '{}' } as const;
  const given = new AbortController();
  const sent = createSender({ connectMs: 1_000 })(url, { ...call, redirect: 'manual', signal: given.signal });
  given.abort();
  await expect(sent).rejects.toThrow();
  await exchange(createSender({ connectMs: 1_000 }), { ...call, method: 'GET' }, 1_000);
  expect(seen.requests).toBe(1);
});

describe('on Cloudflare Workers, whose node:http is a fetch', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('a client is refused at the start, and says what it needs', () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    expect(() => clientAt('https://gateway.example')).toThrow(
      new TypeError('On Cloudflare Workers pass createSocketSender({ connect }) as `fetch`'),
    );
  });
});
