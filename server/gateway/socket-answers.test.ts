import { describe, expect, it } from 'vitest';
import { exchange } from './exchange.ts';
import { type ConnectTcp, createSocketSender, type TcpSocket } from './socket-send.ts';

/** A connection in memory: it accepts writes, and delivers its chunks one by one. */
function connectionOf(pieces: readonly string[], over: Partial<TcpSocket> = {}) {
  const seen = { written: '', closed: 0, to: [] as unknown[] };
  const connect: ConnectTcp = (...to) => {
    seen.to.push(...to);
    return {
      readable: new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      }),
      writable: new WritableStream<Uint8Array>({
        write: (bytes) => {
          seen.written += new TextDecoder().decode(bytes);
        },
      }),
      opened: Promise.resolve(),
      close: async () => {
        seen.closed += 1;
      },
      ...over,
    };
  };
  return { connect, seen };
}

const POST = { method: 'POST', url: 'https://gateway.example/a?b=c', headers: {}, body: '{}' } as const;
const GET = { method: 'GET', url: 'http://gateway.example:8080/', headers: {} } as const;

/** The result if these bytes arrive over the connection. */
const answerTo = (...pieces: string[]) =>
  exchange(createSocketSender({ connect: connectionOf(pieces).connect }), POST, 1_000);
const unknown = (reason: string) => ({ kind: 'unknown', reason });
const whole = (text: string, status = 200) => ({ kind: 'answer', answer: { status, text } });

describe('a connection', () => {
  it.each([
    ['https://gateway.example/', 443, 'on'],
    ['https://gateway.example:8443/', 8443, 'on'],
    ['http://gateway.example/', 80, 'off'],
    ['http://gateway.example:8080/', 8080, 'off'],
  ])('to %s is one to port %i, secured: %s', async (url, port, secureTransport) => {
    const { connect, seen } = connectionOf(['HTTP/1.1 200 OK\r\n\r\n']);
    await exchange(createSocketSender({ connect }), { ...POST, url }, 1_000);
    expect(seen.to).toEqual([
      { hostname: 'gateway.example', port },
      { secureTransport, allowHalfOpen: false },
    ]);
  });

  it('carries a length only with a body', async () => {
    const { connect, seen } = connectionOf(['HTTP/1.1 200 OK\r\n\r\n']);
    await exchange(createSocketSender({ connect }), GET, 1_000);
    expect(seen.written).toMatch(/^GET \/ HTTP\/1.1\r\n[^]*\r\nhost: gateway.example:8080\r\n[^]*\r\n\r\n$/);
    expect(seen.written).not.toContain('content-length');
  });

  it('that is given up while it is made was not used', async () => {
    const { connect, seen } = connectionOf([], { opened: new Promise(() => {}) });
    const given = new AbortController();
    const init = { ...POST, redirect: 'manual', signal: given.signal } as const;
    const sent = createSocketSender({ connect })(POST.url, init);
    given.abort();
    await expect(sent).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
    expect(seen).toMatchObject({ written: '', closed: 1 });
  });

  it('that cannot be made says why', async () => {
    const cause = new Error('no route');
    const { connect } = connectionOf([], { opened: Promise.reject(cause) });
    const init = { ...POST, redirect: 'manual', signal: new AbortController().signal } as const;
    const sent = createSocketSender({ connect })(POST.url, init);
    await expect(sent).rejects.toMatchObject({ code: 'CONNECT_FAILED', cause });
  });

  it('is closed with the last byte', async () => {
    const { connect, seen } = connectionOf(['HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx']);
    await exchange(createSocketSender({ connect }), POST, 1_000);
    expect(seen.closed).toBe(1);
  });
});

describe('an answer is read', () => {
  it('with any line ends, and in any chunks', async () => {
    const text = 'HTTP/1.1 200 OK\nX: y\nTransfer-Encoding: chunked\n\n3 ;a=b\nyes\n0\n\n';
    expect(await answerTo(text)).toMatchObject(whole('yes'));
    expect(await answerTo(...text.split(''))).toMatchObject(whole('yes'));
    expect(await answerTo(...text.replaceAll('\n', '\r\n').split(''))).toMatchObject(whole('yes'));
    const long = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes';
    expect(await answerTo(...long.split(''))).toMatchObject(whole('yes'));
  });

  it('with a status line that has no words', async () => {
    expect(await answerTo('HTTP/1.1 200\r\n\r\nyes')).toMatchObject(whole('yes'));
    expect(await answerTo('x HTTP/1.1 200 OK\r\n\r\nyes')).toEqual(unknown('INVALID_STATUS_LINE'));
    expect(await answerTo('HTTP/1.1 2000 OK\r\n\r\nyes')).toEqual(unknown('INVALID_STATUS_LINE'));
  });

  it.each([204, 304])('without a body, whatever it declares, with HTTP %i', async (status) => {
    const text = `HTTP/1.1 ${status} x\r\nContent-Length: 3\r\n\r\nyes`;
    expect(await answerTo(text)).toMatchObject(whole('', status));
    expect(await answerTo(text.slice(0, -3))).toMatchObject(whole('', status));
  });

  it('with names of one letter, and not with headers beyond measure', async () => {
    const headers = (count: number) => `x: ${'y'.repeat(1_000)}\r\n`.repeat(count);
    expect(await answerTo(`HTTP/1.1 200 OK\r\n${headers(60)}\r\nyes`)).toMatchObject(whole('yes'));
    expect(await answerTo(`HTTP/1.1 200 OK\r\n${headers(70)}\r\nyes`)).toEqual(unknown('INVALID_HEADER'));
    expect(await answerTo('HTTP/1.1 200 OK\r\n: y\r\n\r\nyes')).toEqual(unknown('INVALID_HEADER'));
  });

  it.each(['x3\r\nyes', '3x\r\nyes', '\r\n', '2\r\nyes', '\r\n\r\n0\r\n'])(
    'in chunks of a certain size only: %j leaves nobody sure',
    async (chunks) => {
      const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
      expect(await answerTo(`${head}${chunks}\r\n0\r\n\r\n`)).toEqual(unknown('answer-cut: INVALID_CHUNK'));
    },
  );
});
