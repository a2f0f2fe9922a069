import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { exchange, failedBeforeAnswer, MAX_ANSWER_BYTES } from './exchange.ts';
import { createSender } from './send.ts';
import { DIRECT, HOSTED, PAYMENT, SETTINGS } from './test-payments.ts';
import { closeServers, listenHttp, listenTcp, refusedAddress } from './test-servers.ts';
import { strictFetch } from './test-strict-validator.ts';

afterEach(closeServers);

function clientAt(baseUrl: string, timeoutMs = 5000) {
  const settings = { ...SETTINGS, baseUrl, timeoutMs };
  return createGatewayClient(settings, { fetch: strictFetch(createSender({ connectMs: 2_500 }), settings) });
}

async function pay(baseUrl: string, timeoutMs = 5000) {
  return clientAt(baseUrl, timeoutMs).createDirect(DIRECT);
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe('a call over a real socket', () => {
  it('is answered', async () => {
    const url = await listenHttp((_, response) => response.end(JSON.stringify(PAYMENT)));
    expect(await pay(url)).toMatchObject({ kind: 'answered', value: { status: 'success' } });
  });

  it('is not sent where the connection is refused', async () => {
    const url = await refusedAddress();
    expect(await pay(url)).toEqual({ kind: 'not-sent', reason: 'ECONNREFUSED' });
  });

  it('is not sent where every address of the name refuses', async () => {
    const url = await refusedAddress();
    expect(await pay(url.replace('127.0.0.1', 'localhost'))).toEqual({
      kind: 'not-sent',
      reason: 'ECONNREFUSED',
    });
  });

  it('is unknown where the connection is reset before the answer, and is not tried again', async () => {
    const { url, seen } = await listenTcp((socket) => socket.resetAndDestroy());
    expect(await pay(url)).toMatchObject({
      kind: 'unknown',
      reason: 'ECONNRESET',
    });
    expect(seen.requests).toBe(1);
  });

  it('is unknown where the connection is closed without an answer, and is not tried again', async () => {
    const { url, seen } = await listenTcp((socket) => socket.end());
    expect(await pay(url)).toMatchObject({ kind: 'unknown' });
    expect(seen.requests).toBe(1);
  });

  it.each([
    ['reset', (socket: Socket) => setImmediate(() => socket.resetAndDestroy())],
    ['closed', (socket: Socket) => socket.end()],
  ])('is unknown where the connection is %s in the middle of the body', async (_, stop) => {
    const { url } = await listenTcp((socket) => {
      socket.write(`${HEAD}Content-Length: 5000\r\n\r\n${JSON.stringify(PAYMENT)}`, () => stop(socket));
    });
    expect(await pay(url)).toMatchObject({ kind: 'unknown' });
  });

  it('is unknown where a chunked body lacks its end, though what came reads as a payment', async () => {
    const text = JSON.stringify(PAYMENT);
    const chunk = `${text.length.toString(16)}\r\n${text}\r\n`;
    const { url } = await listenTcp((socket) =>
      socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk}`),
    );
    expect(await pay(url)).toMatchObject({ kind: 'unknown' });
  });

  it('is unknown where a refusal is cut', async () => {
    const { url } = await listenTcp((socket) =>
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 90\r\n\r\n{"mess'),
    );
    expect(await pay(url)).toMatchObject({ kind: 'unknown' });
  });

  it('is unknown where the answer is no HTTP', async () => {
    const { url } = await listenTcp((socket) =>
      socket.end('these are not the bytes you are looking for\r\n\r\n'),
    );
    expect(await pay(url)).toMatchObject({ kind: 'unknown', reason: expect.stringMatching(/^HPE_/) });
  });

  it('is unknown at the deadline where no answer comes', async () => {
    const { url } = await listenTcp(() => {});
    const started = performance.now();
    expect(await pay(url, 150)).toEqual({ kind: 'unknown', reason: 'deadline' });
    expect(performance.now() - started).toBeLessThan(1500);
  });

  it('is unknown at the deadline where the body drips without an end', async () => {
    let drip: NodeJS.Timeout | undefined;
    const url = await listenHttp((_, response) => {
      response.writeHead(200);
      drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const started = performance.now();
    expect(await pay(url, 200)).toEqual({ kind: 'unknown', reason: 'deadline' });
    expect(performance.now() - started).toBeLessThan(1500);
  });

  it('gives the connection up at the deadline', async () => {
    let gone: () => void;
    const closed = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const url = await listenHttp((_, response) => {
      response.writeHead(200).write('{');
      response.on('close', () => gone());
    });
    await pay(url, 100);
    await closed;
  });

  it('is unknown where the answer is larger than anything the gateway says', async () => {
    const url = await listenHttp((_, response) =>
      response.end(' '.repeat(MAX_ANSWER_BYTES) + JSON.stringify(PAYMENT)),
    );
    expect(await pay(url)).toEqual({ kind: 'unknown', reason: 'answer-too-large' });
  });

  it('takes an answer of exactly the largest size', async () => {
    const text = JSON.stringify(PAYMENT);
    const url = await listenHttp((_, response) =>
      response.end(' '.repeat(MAX_ANSWER_BYTES - text.length) + text),
    );
    expect(await pay(url)).toMatchObject({ kind: 'answered' });
  });

  it.each([200, 201])('is unknown where HTTP %i brings garbage', async (status) => {
    const url = await listenHttp((_, response) => response.writeHead(status).end('<html>'));
    expect(await pay(url)).toMatchObject({ kind: 'unknown' });
  });

  it.each([500, 502, 503])('is unknown with HTTP %i, and is not tried again', async (status) => {
    let requests = 0;
    const url = await listenHttp((_, response) => {
      requests += 1;
      response.writeHead(status, { 'retry-after': '0' }).end('{"message":"x"}');
    });
    expect(await pay(url)).toMatchObject({ kind: 'unknown', reason: `HTTP ${status}: unexpected-status: x` });
    expect(requests).toBe(1);
  });

  it.each([301, 302, 303, 307, 308])('never follows HTTP %i', async (status) => {
    const requests: string[] = [];
    const url = await listenHttp((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(status, { location: '/target' }).end();
    });
    const client = clientAt(url);
    expect(await client.createDirect(DIRECT)).toMatchObject({ kind: 'unknown' });
    const location = `${url}/target`;
    expect(await client.createHosted(HOSTED)).toEqual({ kind: 'answered', value: { location } });
    expect(requests).toEqual(['POST /api/v1/payment', 'POST /api/v1/payment']);
  });

  it('sends a cancellation without a body and without a content type', async () => {
    const seen: unknown[] = [];
    const url = await listenHttp((request, response) => {
      seen.push(request.headers['content-type'], request.headers['content-length']);
      response.end(JSON.stringify([PAYMENT]));
    });
    await clientAt(url).cancelHosted('order-0007');
    expect(seen).toEqual([undefined, '0']);
  });
});

describe('a fetch that does not listen', () => {
  const call = { method: 'POST', url: 'https://gateway.example/', headers: {} } as const;

  it('is left at the deadline, before the answer and within the body', async () => {
    const never = () => new Promise<Response>(() => {});
    const endless = async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    for (const fetch of [never, endless]) {
      expect(await exchange(fetch, call, 30)).toEqual({ kind: 'unknown', reason: 'deadline' });
    }
  });

  it('has an unknown outcome once the answer has begun, for any error', async () => {
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    const cut = async () => new Response(new ReadableStream({ pull: (stream) => stream.error(refused) }));
    expect(await exchange(cut, call, 1000)).toEqual({ kind: 'unknown', reason: 'answer-cut: ECONNREFUSED' });
  });
});

const coded = (code: string) => Object.assign(new Error(code), { code });
/** As fetch throws it. */
const failed = (cause: unknown) => new TypeError('fetch failed', { cause });
const several = (...codes: string[]) =>
  failed(Object.assign(new AggregateError(codes.map(coded)), { code: codes[0] }));

describe('a failure before any answer', () => {
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'CONNECT_TIMEOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('with %s has not left, as fetch and as Node report it', (code) => {
    expect(failedBeforeAnswer(failed(coded(code)))).toEqual({ kind: 'not-sent', reason: code });
    expect(failedBeforeAnswer(coded(code))).toEqual({ kind: 'not-sent', reason: code });
  });

  it.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_ABORTED',
    'HPE_INVALID_CONSTANT',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ENETUNREACH',
  ])('with %s leaves nobody sure', (code) => {
    expect(failedBeforeAnswer(failed(coded(code)))).toEqual({ kind: 'unknown', reason: code });
    expect(failedBeforeAnswer(coded(code))).toEqual({ kind: 'unknown', reason: code });
  });

  it.each([
    ['ETIMEDOUT', 'connect', 'not-sent'],
    ['EHOSTUNREACH', 'connect', 'not-sent'],
    ['EADDRNOTAVAIL', 'connect', 'not-sent'],
    ['EAI_FAIL', 'getaddrinfo', 'not-sent'],
    ['ETIMEDOUT', 'read', 'unknown'],
    ['ECONNRESET', 'read', 'unknown'],
    ['EPIPE', 'write', 'unknown'],
  ])('with %s while it does "%s" is %s', (code, syscall, kind) => {
    const error = Object.assign(coded(code), { syscall });
    expect(failedBeforeAnswer(error)).toEqual({ kind, reason: code });
    expect(failedBeforeAnswer(failed(error))).toEqual({ kind, reason: code });
  });

  it.each([
    ['a timeout', new DOMException('late', 'TimeoutError')],
    ['an abort', new DOMException('left', 'AbortError')],
    ['an error without a cause', new TypeError('fetch failed')],
    ['a message that only sounds like it', failed(new Error('connect ECONNREFUSED 127.0.0.1:1'))],
    ['a thrown text', 'ECONNREFUSED'],
    ['nothing', undefined],
  ])('by %s leaves nobody sure', (_, error) => {
    expect(failedBeforeAnswer(error)).toEqual({ kind: 'unknown', reason: 'no-code' });
  });

  it('at several addresses has not left only where all of them failed to connect', () => {
    expect(failedBeforeAnswer(several('ECONNREFUSED', 'ECONNREFUSED')).kind).toBe('not-sent');
    const tooSlow = Object.assign(coded('ETIMEDOUT'), { syscall: 'connect' });
    expect(failedBeforeAnswer(new AggregateError([tooSlow, coded('ECONNREFUSED')])).kind).toBe('not-sent');
    expect(failedBeforeAnswer(new AggregateError([tooSlow, coded('ETIMEDOUT')])).kind).toBe('unknown');
    expect(failedBeforeAnswer(several('ECONNREFUSED', 'ECONNRESET')).kind).toBe('unknown');
    expect(failedBeforeAnswer(several('ECONNRESET', 'ECONNREFUSED')).kind).toBe('unknown');
    expect(
      failedBeforeAnswer(failed(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).kind,
    ).toBe('unknown');
  });

  it('is classified by the outermost code, and a cause that goes in a circle ends', () => {
    const reset = Object.assign(coded('ECONNRESET'), { cause: coded('ECONNREFUSED') });
    expect(failedBeforeAnswer(failed(reset)).kind).toBe('unknown');
    const circle = new Error('circle');
    circle.cause = circle;
    expect(failedBeforeAnswer(circle)).toEqual({ kind: 'unknown', reason: 'no-code' });
  });

  it('gives no text of the error as a reason', () => {
    const failure = failedBeforeAnswer(failed(coded('card 4242 4242 4242 4242')));
    expect(failure).toEqual({ kind: 'unknown', reason: 'no-code' });
  });
});
