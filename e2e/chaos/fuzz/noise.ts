import type { Random } from '../random.ts';
import { bytesOf, type FuzzRequest } from './request.ts';
import { spoiledBytes } from './strange.ts';

const BROKEN = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/9.9\r\nhost: a\r\n\r\n',
  'GET /livez HTTP/1.0\r\n\r\n',
  'POST /pay/webhook HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcde',
  'POST /pay/webhook HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'POST /pay/webhook HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n',
  'POST /pay/webhook HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\nGET',
  'POST /pay/payments HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999\r\n\r\n{',
  'POST /pay/payments HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n{',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nhost: a\r\n${'a: b\r\n'.repeat(3_000)}\r\n`,
  `GET / HTTP/1.1\r\nhost: a\r\nx: ${'b'.repeat(40_000)}\r\n\r\n`,
  'GET / HTTP/1.1\r\nhost: a\r\n x: folded\r\n\r\n',
  'GET /livez HTTP/1.1\nhost: a\n\n',
  'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /livez HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  '\r\n\r\n\r\n',
  '',
];

/** Bytes that are invalid HTTP: half requests, changed ones, several at once, other protocols. */
export function noise(random: Random, request: FuzzRequest): Buffer {
  const bytes = bytesOf(request);
  return random.pick<() => Buffer>([
    () => bytes.subarray(0, random.below(bytes.length)),
    () => spoiledBytes(random, bytes),
    () => spoiledBytes(random, spoiledBytes(random, bytes)),
    () => Buffer.concat([bytes, bytes.subarray(0, random.below(bytes.length))]),
    () => Buffer.from(random.pick(BROKEN), 'latin1'),
    () => Buffer.from(Array.from({ length: random.below(2_000) }, () => random.below(256))),
  ])();
}
