import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type ProblemCode, PROBLEMS } from '../contract/problem.ts';
import { CUSTOMER, FINGERPRINT } from '../contract/testing/fixtures.ts';
import { createLog } from '../node/log.ts';
import { STORE_SECRETS } from '../payments/testing/test-deps.ts';
import * as test from '../testing/companion.ts';
import { useFolder } from '../testing/folder.ts';

/**
 * Mutated requests to every route: never a 500, every refusal is a problem document with a known code, and no card number
 * or secret comes back, is logged or stored. `npm run fuzz` raises `FUZZ_CASES`, and tries other seeds (`FUZZ_SEED`).
 */
const numRuns = Number(process.env['FUZZ_CASES'] ?? 600);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_615);
/** With a paid order little is left to do. */
const CASES_PER_ORDER = 20;

const CARD = test.BODY.card.number;
const CARD_NUMBER = new RegExp(CARD.split('').join('[ -]?'));
const METRICS_KEY = 'the-key-of-the-metrics-reader';
const SECRETS = [
  test.ORDER_SECRET,
  test.MERCHANT_API_KEY,
  test.API_SECRET,
  METRICS_KEY,
  STORE_SECRETS.current,
];
const UUID = '6f1c2a52-8b1e-4d6e-9a57-3f0a4f6c1d11';
const ORDER = {
  amount: '10.10',
  currency: 'UAH',
  description: 'A lamp',
  method: 'auth',
  modes: ['direct', 'hosted'],
  threeDs: 'supported',
  brands: ['visa', 'mastercard'],
  products: [{ id: '1', name: 'Lamp' }],
  payload: 'p',
  mcc: '5411',
  orderTimeout: 600,
  lang: 'en',
  customer: { ...CUSTOMER, id: 'c-1', country: 'UA' },
  returnUrl: 'https://shop.example/thanks',
};

const inFolder = useFolder('file');
let companion: test.TestCompanion;
beforeAll(async () => {
  companion = await test.openCompanion({ database: inFolder('pay.db'), metricsKey: METRICS_KEY });
});

/** An order that requests refer to. */
interface Subject {
  orderId: string;
  paymentId: string;
  linkId: string;
}

async function newSubject(orderId: string): Promise<Subject> {
  const created = companion.merchant('/orders', { body: { ...ORDER, id: orderId } });
  const { url } = await test.jsonOf<{ url: string }>(created);
  const token = await companion.token({ ...ORDER, id: orderId });
  const opened = companion.ask('/hosted', { token, body: {} });
  const { payment } = await test.jsonOf<{ payment: { id: string } }>(opened);
  return { orderId, paymentId: payment.id, linkId: url.slice(url.lastIndexOf('/') + 1) };
}

type Route = readonly [as: keyof typeof BEARERS | 'form' | 'gateway', call: string, body?: object];
const BEARERS = { merchant: test.MERCHANT_API_KEY, metrics: METRICS_KEY, order: null, nobody: null };

/** A valid request of each kind. */
function routesFor({ orderId, paymentId, linkId }: Subject): readonly Route[] {
  const by = { customer: CUSTOMER, fingerprint: FINGERPRINT };
  const event = { ...test.EVENT, payment_id: UUID, order_id: orderId, method: 'auth', status: 'pending' };
  const order = `/api/orders/${orderId}`;
  const comment = { comment: 'c' };
  const resolution = { status: 'failure', ...comment };
  const merchant: readonly (readonly [call: string, body?: object])[] = [
    ['POST /api/orders', { ...ORDER, id: orderId, expiresIn: 3600 }],
    [`GET ${order}`],
    [`GET ${order}/receipt?format=html`],
    [`POST ${order}/capture`, { amount: '6.00', ...comment }],
    [`POST ${order}/void`, comment],
    [`POST ${order}/refund`, { amount: '1.00', receiptDelivery: 'none', paymentId }],
    [`POST ${order}/cancel`, {}],
    [`POST ${order}/close`, {}],
    [`POST ${order}/resend`, { operation: 'auth' }],
    ['GET /api/payments?status=success&from=2026-01-01&limit=2'],
    ['GET /api/operations?method=refund&limit=2'],
    ['GET /api/balances/accounts'],
    [`GET /api/balances/accounts/${UUID}`],
    ['GET /api/balances/terminals'],
    [`GET /api/balances/terminals/${UUID}`],
    ['GET /api/receipts/2020-01-01?format=html&method=purchase'],
    ['GET /api/messages?state=waiting'],
    [`POST /api/messages/${UUID}/send`, {}],
    ['GET /api/review'],
    [`POST /api/payments/${paymentId}/resolve`, resolution],
    [`POST /api/operations/${UUID}/resolve`, resolution],
    ['GET /api/openapi.json'],
    ['DELETE /api/customers/c-1'],
  ];
  return [
    ['order', 'GET /session'],
    ['order', 'POST /payments', { ...by, card: test.BODY.card }],
    ['order', 'POST /payments', { ...by, cardToken: 'gpay:token' }],
    ['order', 'POST /payments', { ...by, savedCard: { id: UUID }, saveCard: true }],
    ['order', `GET /payments/${paymentId}?wait=0`],
    ['order', 'POST /hosted', { customer: CUSTOMER }],
    ['order', 'DELETE /saved-cards/1'],
    ['form', 'POST /hosted', { ...CUSTOMER }],
    ['form', 'POST /session', {}],
    ['nobody', `GET /return/${paymentId}`],
    ['form', `POST /return/${paymentId}`, {}],
    ['nobody', `GET /order/${linkId}`],
    ['nobody', 'OPTIONS /payments'],
    ...['/frame', '/pay-form.js', '/../livez', '/../readyz'].map(
      (path) => ['nobody', `GET ${path}`] as const,
    ),
    ['gateway', 'POST /webhook', event],
    ['gateway', 'POST /webhook', { ...event, method: 'capture', operation_id: UUID, status: 'failure' }],
    ['metrics', 'GET /../metrics'],
    ...merchant.map((rest) => ['merchant', ...rest] as const),
  ];
}

const pick = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Mostly nothing. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>, weight = 6): fc.Arbitrary<T | null> =>
  fc.oneof({ weight, arbitrary: fc.constant(null) }, arbitrary);
const TEXTS = pick(
  ...[
    ['', ' ', '\u0000', '\ud800', '\u202e', '💳', '\ufeff', '%', '%00', '../..', '//', '\\', '"', '{{7*7}}'],
    [
      CARD,
      CARD.split('').join(' '),
      CARD.replaceAll(/(.{4})(?!$)/g, '$1 '),
      '-1',
      '1e999',
      '100.001',
      '1,00',
    ],
    ["' or 1=1 --", '<script>alert(1)</script>', '\r\nset-cookie: a=b', 'null', 'XTS', 'lookup', UUID],
    ['9999-12-31T23:59:59Z', '+275760-09-13', 'x'.repeat(9_000), '1'.repeat(9_000)],
  ].flat(),
);
const LONG_LIST = Array.from({ length: 300 }, () => ({ id: '1' }));
const OTHERS = pick<unknown>(
  ...[
    [null, true, 0, -1, 1.5, 2030, 1e308, 2 ** 53, Number(CARD)],
    [[], [[]], {}, ['card'], { toJSON: 'x' }, LONG_LIST],
  ].flat(),
);
const KEYS = pick(
  'number',
  'customer',
  'amount',
  '__proto__',
  'constructor',
  'toString',
  'then',
  '',
  'extra',
);
/** Changes of any JSON value: `at` chooses the place. */
const CHANGES = fc.array(
  fc.record({
    at: fc.nat(1_000),
    act: pick('replace', 'replace', 'remove', 'add'),
    key: KEYS,
    value: fc.oneof(TEXTS, OTHERS, fc.jsonValue()),
  }),
  { maxLength: 3 },
);
type Changes = typeof CHANGES extends fc.Arbitrary<infer T> ? T : never;

/** Merchants choose their order ids and addresses freely: both stay as they are. */
const KEPT = new Set(['id', 'returnUrl']);

function placesIn(value: unknown): (readonly [holder: object, key: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[value, key] as const, ...placesIn(inner)]);
}

function mutated(value: unknown, changes: Changes): unknown {
  const root = { whole: structuredClone(value) };
  for (const { at, act, key, value: other } of changes) {
    const places = placesIn(root);
    const [holder, name] = places[at % places.length] ?? [root, 'whole'];
    if (act === 'remove') Reflect.deleteProperty(holder, name);
    else if (act === 'add' || !KEPT.has(name))
      // An assignment to `__proto__` would be none.
      Object.defineProperty(holder, act === 'add' ? key : name, {
        value: structuredClone(other),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  return root.whole;
}

/** What is done to the text of a body, or of a path. */
const BODIES = pick<(text: string) => string | Uint8Array>(
  (text) => text.slice(0, text.length / 2),
  (text) => text + text,
  (text) => `\ufeff${text}`,
  (text) => Buffer.from(text, 'utf16le'),
  (text) => text.replace('{', '{"__proto__":{"isAdmin":true},"card":{"number":1e999},'),
  (text) => text + ' '.repeat(300_000),
  () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  () => `{"customer":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  () => 'order=&%ff=%fe&__proto__=1&&&data=AAAA&signature=x&email=a@b&%',
);
const PATHS = fc.oneof(
  pick<(path: string) => string>(
    (path) => `${path}${path.includes('?') ? '&' : '?'}a[]=1&__proto__=1&from=+275760-09-13T00:00:00.001Z&%`,
    (path) => `${path}/`,
    (path) => path.replace('/', '//'),
    (path) => path.toUpperCase(),
    () => '/',
  ),
  pick('%', '%00', '%ff', '%E0%A4%A', '..%2f', '__proto__', CARD).map(
    (last) => (path: string) => path.replace(/[^/?]+(?=\?|$)/, last),
  ),
);
const HEADERS = pick<Record<string, string>>(
  ...['text/html', 'text/csv', 'x'.repeat(5_000)].map((accept) => ({ accept })),
  ...['Bearer ..', `Bearer ${'A'.repeat(6_000)}`, 'Basic YTpi'].map((authorization) => ({ authorization })),
  ...['"', '\u00ff\u00fe', ''].map((key) => ({ 'idempotency-key': key })),
  ...['null', 'https://elsewhere.example'].map((origin) => ({ origin })),
  ...['../../etc', CARD].map((id) => ({ 'x-request-id': id })),
  ...['text/plain', 'multipart/form-data; boundary=', '; ;', ''].map((type) => ({ 'content-type': type })),
  ...['application/json; charset=utf-16', 'application/x-www-form-urlencoded'].map((type) => ({
    'content-type': type,
  })),
  { 'accept-language': 'uk'.repeat(500) },
  { 'accept-encoding': 'br;q=,' },
  { 'content-encoding': 'gzip' },
  { 'content-length': '7' },
  { 'if-none-match': '"' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-forwarded-for': ',,,,' },
  { range: 'bytes=0-1' },
);
const REQUESTS = fc.record({
  route: fc.nat(1_000),
  changes: CHANGES,
  claims: rarely(CHANGES),
  method: rarely(pick('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'QUERY', 'POST'), 10),
  path: rarely(PATHS),
  headers: rarely(HEADERS, 4),
  body: rarely(BODIES, 8),
});
type Mutation = typeof REQUESTS extends fc.Arbitrary<infer T> ? T : never;

async function send(subject: Subject, mutation: Mutation): Promise<Response> {
  const routes = routesFor(subject);
  const [as, call, valid] = routes[mutation.route % routes.length] ?? (['nobody', 'GET /'] as const);
  const [method = '', path = ''] = call.split(' ');
  const order = mutated({ ...ORDER, id: subject.orderId }, mutation.claims ?? []);
  const token = await test.sign(companion.deps, { order });
  const value = mutated(valid, mutation.changes);
  const headers: Record<string, string> = { 'idempotency-key': crypto.randomUUID() };
  const bearer = as === 'order' ? token : as in BEARERS && BEARERS[as as keyof typeof BEARERS];
  if (bearer) headers['authorization'] = `Bearer ${bearer}`;
  if (as === 'form' || as === 'gateway') Object.assign(headers, test.FORM);
  else if (valid) headers['content-type'] = 'application/json';
  const written = valid ? (as === 'form' ? formOf(value, token) : (JSON.stringify(value) ?? '')) : undefined;
  const text = as === 'gateway' ? test.webhookForm(written ?? '') : written;
  const asked = mutation.method ?? method;
  const hasBody = text !== undefined && !['GET', 'HEAD'].includes(asked);
  return companion.ask((mutation.path ?? String)(path), {
    method: asked,
    headers: { ...headers, ...mutation.headers },
    ...(hasBody && { body: (mutation.body ?? String)(text) }),
  });
}

function formOf(value: unknown, order: string): string {
  const fields = Object.entries(Object(value) as object).map(([name, inner]) => [
    name,
    typeof inner === 'string' ? inner : JSON.stringify(inner),
  ]);
  return String(new URLSearchParams([...fields, ['order', order]]));
}

it('strange requests bring no 500, and problems with a known code', async () => {
  const codes = new Set<ProblemCode>();
  let subject = await newSubject('fuzz-0');
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(REQUESTS, async (mutation) => {
      sent += 1;
      if (sent % CASES_PER_ORDER === 0) subject = await newSubject(`fuzz-${sent}`);
      const answer = await send(subject, mutation);
      const text = await answer.clone().text();
      expectClean(JSON.stringify([...answer.headers]) + text);
      const isPage = answer.headers.get('content-type')?.startsWith('text/html');
      if (answer.status < 400 || isPage || text === '') expect(answer.status).toBeLessThan(500);
      else codes.add((await test.problemOf(answer)).code);
    }),
    { numRuns, seed },
  );
  const ours = [...codes].filter((code) => !(PROBLEMS[code][0] < 500 || code.startsWith('gateway-')));
  expect(ours).toEqual([]);
  expect([...codes]).toEqual(
    expect.arrayContaining(['bad-request', 'invalid-input', 'method-not-allowed', 'unsupported-media-type']),
  );
  expect(companion.deps.lines.filter(({ event }) => event === 'request.failed')).toEqual([]);
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
}, 600_000);

it('strange signed webhooks are taken in', async () => {
  await fc.assert(
    fc.asyncProperty(CHANGES, async (changes) => {
      const event = mutated(test.EVENT, changes);
      const body = test.webhookForm(JSON.stringify(Object(event)));
      expect((await companion.ask('/webhook', { body, headers: test.FORM })).status).toBe(200);
    }),
    { numRuns: numRuns / 4, seed },
  );
});

it('every call of the merchant API is among them', async () => {
  const routes = routesFor({ orderId: 'o', paymentId: 'p', linkId: 'l' }).map(([, call]) => call);
  const description = companion.merchant('/openapi.json');
  const { paths } = await test.jsonOf<{ paths: Record<string, object> }>(description);
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      const address = path.replace(/^\/pay|\{\w+\}/g, (found) => (found === '/pay' ? '' : '[^/?]+'));
      expect(routes).toContainEqual(
        expect.stringMatching(new RegExp(`^${method.toUpperCase()} ${address}(?:\\?|$)`)),
      );
    }
});

it('nothing of it is in the log or in the store', async () => {
  let text = '';
  const log = createLog('debug', { write: (line) => void (text += line) });
  for (const { event, fields } of companion.deps.lines) log(event, fields);
  expectClean(text);
  await companion.deps.store.close();
  for (const name of readdirSync(inFolder())) expectClean(readFileSync(inFolder(name), 'latin1'));
});

function expectClean(text: string): void {
  const found = CARD_NUMBER.exec(text);
  expect(found && text.slice(Math.max(0, found.index - 60), found.index)).toBeNull();
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
}
