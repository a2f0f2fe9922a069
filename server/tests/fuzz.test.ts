import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BODY, EVENT, openCompanion, problemOf, type TestCompanion } from '../testing/companion.ts';

/** For any input of a client: never a 500, and every refusal is a problem document with a known code. */

let companion: TestCompanion;
let token: string;
beforeAll(async () => {
  companion = await openCompanion();
  token = await companion.token();
});
afterAll(() => companion.deps.store.close());

const STRANGE_TEXTS = [
  '',
  ' ',
  '4242424242424242',
  '\u0000',
  '\ud800',
  '\u202e',
  "' or 1=1 --",
  '<script>',
  '../..',
];
const STRANGE_OTHERS = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  [[]],
  {},
  ['card'],
  { toJSON: 'x' },
];
const STRANGE = fc.oneof(fc.constantFrom<unknown>(...STRANGE_TEXTS, ...STRANGE_OTHERS), fc.jsonValue());
const KEYS = [
  'card',
  'number',
  'customer',
  'amount',
  'status',
  '__proto__',
  'constructor',
  'toString',
  'then',
  '',
];

/** A valid object with some fields set to something else or left out, at the top or one level below. */
const spoiled = (valid: object) => {
  const places = fc.tuple(
    fc.constantFrom('', ...Object.keys(valid)),
    fc.constantFrom(...KEYS, ...Object.keys(valid)),
  );
  return fc.array(fc.tuple(places, STRANGE), { maxLength: 4 }).map((changes) => {
    const copy = structuredClone(valid);
    for (const [[outer, key], value] of changes) {
      const holder: unknown = outer === '' ? copy : Reflect.get(copy, outer);
      if (typeof holder === 'object' && holder !== null)
        Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  });
};

/** JSON text, also cut, with doubled keys, or with deep or huge values. */
const TEXTS = fc.oneof(
  { weight: 4, arbitrary: spoiled(BODY).map((body) => JSON.stringify(body)) },
  fc.tuple(spoiled(BODY), fc.nat(400)).map(([body, end]) => JSON.stringify(body).slice(0, end)),
  fc.constantFrom(
    '{"__proto__":{"isAdmin":true},"card":{"number":1e999}}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `{"customer":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
    `{"card":{"expMonth":${'9'.repeat(400)}}}`,
    `\ufeff${JSON.stringify(BODY)}`,
    'order=&%ff=%fe&__proto__=1&&&data=AAAA&signature=x&email=a@b&%',
  ),
);
const TYPES = ['application/json', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded'];
const HEADERS: readonly Record<string, string>[] = [
  { accept: 'text/html' },
  { accept: 'x'.repeat(5_000) },
  { 'accept-language': 'uk'.repeat(500) },
  { 'idempotency-key': '"' },
  { authorization: 'Bearer ..' },
  { authorization: `Bearer ${'A'.repeat(6_000)}` },
  { 'x-forwarded-for': ',,,,' },
  { 'x-request-id': '../../etc' },
  { 'if-none-match': '"' },
  { 'accept-encoding': 'br;q=,' },
  { 'content-length': '7' },
  { range: 'bytes=0-1' },
];
const PATHS = [
  '/payments /hosted /webhook /session /pay-form.js /return/%ff // /payments//',
  '/payments/% /payments/%00 /payments/%E0%A4%A /payments/..%2f /payments/__proto__ /payments/x?wait=%00',
  '/session?% /session?a[]=1&a[]=2 /session?__proto__=1 /payments/x?since=+275760-09-13T00:00:00.001Z',
].flatMap((line) => line.split(' '));
const METHODS = ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'QUERY'];

const REQUESTS = fc.record({
  path: fc.oneof({ weight: 2, arbitrary: fc.constant('/payments') }, fc.constantFrom(...PATHS)),
  method: fc.oneof({ weight: 2, arbitrary: fc.constant('POST') }, fc.constantFrom(...METHODS)),
  type: fc.constantFrom(...TYPES, ...TYPES, 'text/plain', 'multipart/form-data; boundary=', '', '; ;', '*/*'),
  more: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, fc.constantFrom(...HEADERS)),
  text: TEXTS,
});

it('three hundred strange requests bring no 500, and problems with a known code', async () => {
  const codes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(REQUESTS, async ({ path, method, type, more, text }) => {
      const key = crypto.randomUUID();
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': type,
        'idempotency-key': key,
        ...more,
      };
      const body = method === 'GET' || method === 'HEAD' ? undefined : text;
      const answer = await companion.ask(path, { method, headers, ...(body !== undefined && { body }) });
      if (answer.status !== 502) expect(answer.status).toBeLessThan(500);
      const isPage = answer.headers.get('content-type')?.startsWith('text/html');
      if (answer.status >= 400 && !isPage && (await answer.clone().text()) !== '')
        codes.add((await problemOf(answer)).code);
    }),
    { numRuns: 300, seed: 20_260_615 },
  );
  expect([...codes]).toEqual(
    expect.arrayContaining(['bad-request', 'invalid-input', 'method-not-allowed', 'unsupported-media-type']),
  );
  expect(companion.deps.lines.filter(({ event }) => event === 'request.failed')).toEqual([]);
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
});

it('strange signed webhooks are taken in', async () => {
  await fc.assert(
    fc.asyncProperty(spoiled(EVENT), async (event) => {
      expect((await companion.webhook({ ...event })).status).toBe(200);
    }),
    { numRuns: 150, seed: 20_260_615 },
  );
});
