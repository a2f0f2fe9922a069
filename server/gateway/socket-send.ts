import { decoded, type NodeBody } from './decode.ts';
import type { Received, Send, SendInit } from './send.ts';

/** A TCP connection, as returned by `connect` of `cloudflare:sockets`. */
export interface TcpSocket {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  /** resolves when the connection is made */
  readonly opened: Promise<unknown>;
  close(): Promise<void>;
}

export type ConnectTcp = (
  address: { hostname: string; port: number },
  options: { secureTransport: 'on' | 'off'; allowHalfOpen: boolean },
) => TcpSocket;

export interface SocketSenderSettings {
  /** `import { connect } from 'cloudflare:sockets'` */
  connect: ConnectTcp;
  /** connect timeout, milliseconds; default 10 seconds */
  connectMs?: number;
}

/**
 * Sends over bare TCP, for runtimes whose `node:http` uses `fetch` internally (Cloudflare Workers). A fetch there may
 * be repeated by the runtime; a socket is not. Every request has its own connection and is written once, after the
 * connection is made. Follows no redirect.
 */
export function createSocketSender({ connect, connectMs = 10_000 }: SocketSenderSettings): Send {
  return async (url, init) => {
    const target = new URL(url);
    const request = requestBytes(target, init);
    const secure = target.protocol === 'https:';
    const address = { hostname: target.hostname, port: Number(target.port) || (secure ? 443 : 80) };
    const socket = started(() =>
      connect(address, { secureTransport: secure ? 'on' : 'off', allowHalfOpen: false }),
    );
    const close = () => void socket.close().catch(() => {});
    try {
      await opened(socket, connectMs, init.signal);
      init.signal.addEventListener('abort', close, { once: true });
      const writer = socket.writable.getWriter();
      await writer.write(request);
      return await readHead(createPieces(socket.readable), close);
    } catch (error) {
      close();
      throw error;
    }
  };
}

/** A runtime may reject an address synchronously. */
function started(connect: () => TcpSocket): TcpSocket {
  try {
    return connect();
  } catch (error) {
    throw failure('CONNECT_FAILED', error);
  }
}

/** Nothing is written before this has resolved. */
async function opened(socket: TcpSocket, connectMs: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure('CONNECT_TIMEOUT')), connectMs);
    signal.addEventListener('abort', () => reject(failure('CONNECT_TIMEOUT')), { once: true });
  });
  const failed = (error: unknown): never => {
    throw failure('CONNECT_FAILED', error);
  };
  try {
    await Promise.race([socket.opened.catch(failed), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function failure(code: string, cause?: unknown): Error {
  return Object.assign(new Error(code, { cause }), { code });
}

/** @throws TypeError for an invalid header */
function requestBytes(target: URL, { method, headers, body = '' }: SendInit): Uint8Array {
  const content = new TextEncoder().encode(body);
  const all = new Headers({
    accept: '*/*',
    'user-agent': 'pay-form',
    'accept-encoding': 'identity',
    ...headers,
  });
  all.set('host', target.host);
  all.set('connection', 'close');
  if (method === 'POST') all.set('content-length', String(content.length));
  const lines = [...all].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = new TextEncoder().encode(
    `${method} ${target.pathname}${target.search} HTTP/1.1\r\n${lines.join('')}\r\n`,
  );
  return joined(head, content);
}

/** The bytes of a connection, read in lines or chunks. */
interface Pieces {
  /** A line of a head, without its line break; `null` if the connection ends before it. */
  line(): Promise<string | null>;
  /** At most `most` bytes; `null` at the end. */
  some(most: number): Promise<Uint8Array | null>;
}

/** The longest head of an answer, and the longest line of a chunk. */
const LONGEST_HEAD = 65_536;

function createPieces(readable: ReadableStream<Uint8Array>): Pieces {
  const reader = readable.getReader();
  let ahead: Uint8Array = new Uint8Array();
  const more = async () => {
    const { done, value } = await reader.read();
    if (value) ahead = joined(ahead, value);
    return !done;
  };
  const cut = (length: number) => {
    const piece = ahead.subarray(0, length);
    ahead = ahead.subarray(length);
    return piece;
  };
  return {
    async line() {
      for (;;) {
        const end = ahead.indexOf(0x0a);
        if (end >= 0) return new TextDecoder('latin1').decode(cut(end + 1)).replace(/\r?\n$/, '');
        if (ahead.length > LONGEST_HEAD) throw failure('HEAD_TOO_LONG');
        if (!(await more())) return null;
      }
    },
    async some(most) {
      while (ahead.length === 0) if (!(await more())) return null;
      return cut(most);
    },
  };
}

async function readHead(pieces: Pieces, close: () => void): Promise<Received> {
  const line = await pieces.line();
  const status = Number(/^HTTP\/1\.[01] ([1-9]\d\d)( |$)/.exec(line ?? '')?.[1]);
  if (Number.isNaN(status)) throw failure(line === null ? 'CONNECTION_ENDED' : 'INVALID_STATUS_LINE');
  const headers = await readHeaders(pieces);
  if (status < 200) return readHead(pieces, close);
  const bytes = status === 204 || status === 304 ? exactly(pieces, 0) : framed(pieces, headers);
  return { status, headers, body: decoded(closing(bytes, close), headers.get('content-encoding')) };
}

async function readHeaders(pieces: Pieces): Promise<Headers> {
  const headers = new Headers();
  let size = 0;
  for (;;) {
    const line = await pieces.line();
    if (line === null) throw failure('CONNECTION_ENDED');
    if (line === '') return headers;
    size += line.length;
    const colon = line.indexOf(':');
    if (size > LONGEST_HEAD || colon < 1 || /^\s/.test(line)) throw failure('INVALID_HEADER');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
}

/** Determines where a body ends (RFC 9112, section 6.3). An ambiguous length is refused. */
function framed(pieces: Pieces, headers: Headers): AsyncGenerator<Uint8Array> {
  const coding = headers.get('transfer-encoding');
  const length = headers.get('content-length');
  if (coding !== null) {
    if (length !== null || coding.toLowerCase() !== 'chunked') throw failure('INVALID_TRANSFER_ENCODING');
    return chunks(pieces);
  }
  if (length === null) return untilEnd(pieces);
  if (!/^\d{1,15}$/.test(length)) throw failure('INVALID_CONTENT_LENGTH');
  return exactly(pieces, Number(length));
}

async function* untilEnd(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for (let piece = await pieces.some(LONGEST_HEAD); piece; piece = await pieces.some(LONGEST_HEAD))
    yield piece;
}

async function* exactly(pieces: Pieces, length: number): AsyncGenerator<Uint8Array> {
  for (let left = length; left > 0; ) {
    const piece = await pieces.some(left);
    if (piece === null) throw failure('CONNECTION_ENDED');
    left -= piece.length;
    yield piece;
  }
}

async function* chunks(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for (;;) {
    const size = /^([\da-f]{1,8})\s*(;.*)?$/i.exec((await pieces.line()) ?? '')?.[1];
    if (size === undefined) throw failure('INVALID_CHUNK');
    if (Number.parseInt(size, 16) === 0) return;
    yield* exactly(pieces, Number.parseInt(size, 16));
    if ((await pieces.line()) !== '') throw failure('INVALID_CHUNK');
  }
}

/** Closes the connection after the last byte. */
function closing(bytes: AsyncGenerator<Uint8Array>, close: () => void): NodeBody {
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* bytes;
      } finally {
        close();
      }
    },
    destroy: close,
  };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
