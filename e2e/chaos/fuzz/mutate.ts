import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Secrets } from '../../bench/companion.ts';
import type { Random } from '../random.ts';
import { type GoodRequest, orderToken, type Subject, webhookForm } from './corpus.ts';
import { spoiledBytes, spoiledText, spoiledValue, strangeText } from './strange.ts';
import { bytesOf, type FuzzRequest } from './wire.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'MKCOL', 'TRACE', 'PURGE'];
const TYPES = [
  ['application/json; charset=utf-16', 'APPLICATION/JSON;', 'text/plain', 'multipart/form-data', '; ;', ''],
  ['multipart/form-data; boundary=', 'application/x-www-form-urlencoded', 'application/json, text/html'],
].flat();
const HEADERS: readonly (readonly [string, string])[] = [
  ['accept', 'text/html'],
  ['accept', 'x'.repeat(5_000)],
  ['accept-encoding', 'br;q=,'],
  ['accept-language', 'uk'.repeat(500)],
  ['authorization', 'Bearer ..'],
  ['authorization', `Bearer ${'A'.repeat(6_000)}`],
  ['content-encoding', 'br'],
  ['cookie', 'a=b; a=c'],
  ['expect', '100-continue'],
  ['forwarded', 'for="[::1]"'],
  ['host', ''],
  ['host', 'a b'],
  ['host', '127.0.0.1.1'],
  ['idempotency-key', '"'],
  ['idempotency-key', '\u00ff\u00fe\u00fd'],
  ['if-none-match', '"'],
  ['if-modified-since', 'yesterday'],
  ['origin', 'null'],
  ['origin', 'https://elsewhere.example'],
  ['range', 'bytes=0-1'],
  ['sec-fetch-site', 'cross-site'],
  ['upgrade', 'websocket'],
  ['x-forwarded-for', ',,,,'],
  ['x-http-method-override', 'DELETE'],
];
/** A long poll would hold up the run, not the companion. */
const LONG_POLL = /wait=\d{2,}/g;

/** A valid request with a fault in it, or sometimes with none. */
export function mutated(random: Random, good: GoodRequest, subject: Subject, secrets: Secrets): FuzzRequest {
  const request = written(random, good, subject, secrets);
  if (random.chance(0.08)) request.method = random.pick(METHODS);
  if (random.chance(0.15)) request.path = spoiledPath(random, request.path);
  if (random.chance(0.15)) Object.assign(request.headers, Object.fromEntries([random.pick(HEADERS)]));
  if (random.chance(0.1)) request.headers['content-type'] = random.pick(TYPES);
  if (random.chance(0.05)) request.headers['x-request-id'] = safe(strangeText(random));
  if (random.chance(0.1)) request.body = spoiledBody(random, request.body);
  const { authorization } = request.headers;
  if (authorization !== undefined && random.chance(0.08))
    request.headers['authorization'] = safe(spoiledText(random, authorization));
  if (random.chance(0.02)) Object.assign(request, gzipped(request));
  request.path = request.path.replaceAll(LONG_POLL, 'wait=1');
  return request;
}

function written(
  random: Random,
  { method, path, as, body }: GoodRequest,
  { order }: Subject,
  { orderSecret, apiSecret, merchantApiKey }: Secrets,
): FuzzRequest {
  const token = orderToken(random, order, orderSecret);
  const headers: Record<string, string> = { 'idempotency-key': `fuzz-${randomUUID()}` };
  if (as !== 'nobody') headers['authorization'] = `Bearer ${as === 'order' ? token : merchantApiKey}`;
  if (body === null) return { method, path, headers, body: Buffer.alloc(0) };
  headers['content-type'] = body.kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const value = spoiledValue(random, body.value);
  const text = {
    json: () => JSON.stringify(value) ?? '',
    form: () => formOf(random, value, token),
    webhook: () => webhookForm(value, apiSecret),
  }[body.kind]();
  return { method, path, headers, body: Buffer.from(text) };
}

function formOf(random: Random, value: unknown, token: string): string {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const form = new URLSearchParams(fields.map(([name, inner]) => [name, textOf(inner, name, token)]));
  const more = random.chance(0.1)
    ? `&${random.pick(['%', '%ff=%fe', '__proto__=1', '&&&', 'order=', '=x'])}`
    : '';
  return form + more;
}

const textOf = (inner: unknown, name: string, token: string): string =>
  name === 'order' ? token : typeof inner === 'string' ? wellFormed(inner) : JSON.stringify(inner);

/** Removes halves of surrogate pairs, which no address and no form can contain. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

function spoiledPath(random: Random, path: string): string {
  const [plain = '', query = ''] = path.split('?');
  const strange = encodeURI(wellFormed(strangeText(random)));
  const changed = random.pick<() => string>([
    () => `${plain}?${query}&${query}`,
    () => `${plain}?${strange}=${strange}&a[]=1&__proto__=1`,
    () => `${plain}/${strange}`,
    () => plain.replace(/[^/]+$/, strange),
    () => plain.replace(/[^/]+$/, random.pick(['%', '%00', '%E0%A4%A', '..%2f', '__proto__', '.', '..'])),
    () => spoiledText(random, path),
    () => `http://elsewhere.example${path}`,
    () => random.pick(['*', '/', '//', '/pay', '/pay/', '/pay/api', '/pay/api/', '/favicon.ico']),
  ])();
  return safe(changed).replaceAll(' ', '%20') || '/';
}

/** Removes line ends, which are tested by the raw noise. */
const safe = (text: string): string => text.replaceAll(/[\r\n\0]/g, '').slice(0, 7_000);

function spoiledBody(random: Random, body: Buffer): Buffer {
  const text = body.toString();
  return random.pick<() => Buffer>([
    () => spoiledBytes(random, body),
    () => spoiledBytes(random, body),
    () => Buffer.from(text.replace('{', '{"__proto__":{"isAdmin":true},')),
    () => Buffer.from(text.replace('{', '{"card":{"number":1e999},')),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from('['.repeat(20_000) + ']'.repeat(20_000)),
    () => Buffer.from(`{"customer":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}}`),
    () => Buffer.from(`{"card":{"expMonth":${'9'.repeat(400)}}}`),
    () => Buffer.concat([body, Buffer.alloc(random.pick([1, 70_000, 300_000]), ' ')]),
  ])();
}

function gzipped({ headers, body }: FuzzRequest): Partial<FuzzRequest> {
  return { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) };
}

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
