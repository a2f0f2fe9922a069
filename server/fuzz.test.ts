import { afterAll, beforeAll, expect, it } from 'vitest';
import { BODY, EVENT, openCompanion, problemOf, type TestCompanion } from './test-companion.ts';

/** For any input of a client: never a 500, and every refusal is a problem document with a known code. */

let companion: TestCompanion;
let token: string;
beforeAll(async () => {
  companion = await openCompanion();
  token = await companion.token();
});
afterAll(() => companion.world.store.close());

/** The same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const random = createRandom(20_260_615);
const one = <T>(of: readonly T[]): T => of[random(of.length)] as T;

const STRANGE: readonly (readonly unknown[])[] = [
  [null, true, false, 0, -1, 1.5, 1e308, -0, 2 ** 53, 12, 2030],
  [
    '',
    ' ',
    '4242424242424242',
    '1'.repeat(9_000),
    '\u0000',
    '\ud800',
    '‮',
    '💳',
    "' or 1=1 --",
    '<script>',
    '../..',
  ],
  [
    [],
    [[]],
    {},
    { a: {} },
    [1, 2, 3],
    ['card'],
    { length: 3 },
    { toString: 1 },
    { valueOf: 1 },
    { toJSON: 'x' },
  ],
];
const VALUES = STRANGE.flat();
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'card',
  'customer',
  'number',
  '',
  'amount',
  'then',
  '0',
];

/** A nearly valid body: some fields have other values, some are extra, some are missing. */
function spoiled(value: unknown): unknown {
  if (random(8) === 0) return one(VALUES);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(() => random(12) > 0);
  const changed = entries.map(([key, inner]) => [key, spoiled(inner)] as const);
  const more = random(4) === 0 ? [[one(KEYS), one(VALUES)] as const] : [];
  return Object.fromEntries([...changed, ...more]);
}

/** JSON text with keys that an object literal cannot hold, doubled ones, and deep or huge values. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return one<() => string>([
    () => text,
    () => text,
    () => text,
    () => text.slice(0, random(text.length + 1)),
    () => text.replace('{', '{"__proto__":{"isAdmin":true},'),
    () => text.replace('{', '{"card":{"number":1e999},'),
    () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    () => `{"customer":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
    () => `{"card":{"expMonth":${'9'.repeat(400)}}}`,
    () => `\ufeff${text}`,
  ])();
}

const TYPES = [
  Array<string>(6).fill('application/json'),
  [
    'application/json; charset=utf-16',
    'APPLICATION/JSON;',
    'application/x-www-form-urlencoded',
    'text/plain',
  ],
  ['multipart/form-data', 'multipart/form-data; boundary=', 'application/json, text/html', '', '; ;', '*/*'],
].flat();
const HEADERS: readonly Record<string, string>[] = [
  {},
  {},
  {},
  { accept: 'text/html' },
  { accept: 'x'.repeat(5_000) },
  { 'accept-language': 'uk'.repeat(500) },
  { 'idempotency-key': '"' },
  { 'idempotency-key': '\u00ff\u00fe\u00fd\u00fc\u00fb\u00fa\u00f9\u00f8' },
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
  ['/payments', '/payments', '/payments', '/hosted', '/hosted', '/webhook', '/session', '/pay-form.js'],
  [
    '/payments/%',
    '/payments/%00',
    '/payments/%E0%A4%A',
    '/payments/..%2f',
    '/payments/__proto__',
    '/return/%ff',
  ],
  [
    '/session?%',
    '/session?a[]=1&a[]=2',
    '/session?__proto__=1',
    '/payments/x?wait=%00',
    '/payments/x?wait=9&wait=9',
  ],
  [
    '/payments/x?since=+275760-09-13T00:00:00.001Z',
    '/payments/x?since=2026-13-45T99:99:99Z',
    '//',
    '/payments//',
  ],
].flat();

async function sendAnything(round: number): Promise<Response> {
  const method = one([
    'POST',
    'POST',
    'POST',
    'POST',
    'GET',
    'PUT',
    'DELETE',
    'OPTIONS',
    'HEAD',
    'PATCH',
    'QUERY',
    'MKCOL',
  ]);
  const type = one(TYPES);
  const text = type.includes('form') ? formText() : textOf(spoiled(BODY));
  const bytes = new TextEncoder().encode(text);
  if (random(6) === 0) bytes[random(bytes.length || 1)] = 0xff;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': type,
    'idempotency-key': `fuzz-${100_000 + round}`,
    ...one(HEADERS),
  };
  const body = method === 'GET' || method === 'HEAD' ? undefined : bytes;
  return companion.ask(one(PATHS), { method, headers, ...(body && { body }) });
}

function formText(): string {
  const field = () =>
    one([
      `order=${token}`,
      'order=',
      'email=a@b',
      '%',
      '%ff=%fe',
      '__proto__=1',
      'constructor=x',
      '&&&',
      'data=AAAA',
      'signature=x',
    ]);
  return `${field()}&${field()}&${field()}`;
}

it('two thousand strange requests bring no 500, and problems with a known code', async () => {
  const codes = new Set<string>();
  for (let round = 0; round < 2_000; round += 1) {
    const answer = await sendAnything(round);
    const { status } = answer;
    if (status >= 500 && status !== 502) expect.fail(`round ${round}: ${status} ${await answer.text()}`);
    const isProblem = answer.headers.get('content-type') === 'application/problem+json';
    if (isProblem && (await answer.clone().text()) !== '') codes.add((await problemOf(answer)).code);
    else if (
      status >= 400 &&
      !answer.headers.get('content-type')?.includes('text/html') &&
      (await answer.text()) !== ''
    )
      expect.fail(`round ${round}: ${status} is no problem`);
  }
  expect([...codes].sort()).toEqual(
    expect.arrayContaining(['bad-request', 'invalid-input', 'method-not-allowed', 'unsupported-media-type']),
  );
  expect(companion.world.lines.filter(({ event }) => event === 'request.failed')).toEqual([]);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
}, 60_000);

it('five hundred strange signed webhooks are taken in', async () => {
  for (let round = 0; round < 500; round += 1) {
    const event = spoiled(EVENT);
    const answer = await companion.webhook(
      typeof event === 'object' && event !== null ? (event as Record<string, unknown>) : { status: event },
    );
    if (answer.status !== 200) expect.fail(`round ${round}: ${answer.status} ${JSON.stringify(event)}`);
  }
}, 60_000);
