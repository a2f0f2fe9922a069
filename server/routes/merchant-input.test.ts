import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../contract/problem.ts';
import { WHOLE_CUSTOMER } from '../contract/testing/fixtures.ts';
import { openCompanion, problemOf, type TestCompanion } from '../testing/companion.ts';
import { type Description, faultsOf, readDescription } from './testing/description.ts';

/**
 * Invalid input to the merchant API: for every fault of a field the answer names the field and the rule, nothing is
 * sent to the gateway and nothing is stored.
 */

let folder: string;
let companion: TestCompanion;
let description: Description;
let database: Database.Database;
/** The database's version before the tests. */
let before: unknown;

const SHOP = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const OTHER = '1f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8c';
const STRANGER = '2f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8d';
const share = (subMerchantId: string, amount: string) => ({ subMerchantId, amount });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-input-'));
  const path = join(folder, 'pay.db');
  companion = await openCompanion({ database: path });
  description = await readDescription(companion);
  const pay = (order: object) => companion.pay({ order: { ...order }, key: crypto.randomUUID() });
  const split = [share(SHOP, '7.00'), share(OTHER, '3.10')];
  const answers = [
    await pay({ id: 'paid' }),
    await pay({ id: 'reserved', method: 'auth' }),
    await pay({ id: 'shared', split }),
    await companion.ask('/hosted', { token: await companion.token({ id: 'open' }), body: {} }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  companion.deps.gateway.calls.length = 0;
  database = new Database(path, { readonly: true });
  before = dataVersion();
});
afterAll(async () => {
  database.close();
  await companion.deps.store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Changes as soon as another connection has written: SQLite counts commits that change the file. */
function dataVersion(): unknown {
  return database.prepare('pragma data_version').raw().get();
}

/**
 * Sends a request that must be refused with a documented problem, with nothing sent and nothing stored. @returns the
 * problem
 */
async function refusal(path: string, body?: object): Promise<Problem> {
  const answer = await companion.merchant(path, body && { body });
  const problem = await problemOf(answer.clone());
  expect(problem.status).toBeGreaterThanOrEqual(400);
  expect(problem.status).toBeLessThan(500);
  const paths = problem.errors?.map((error) => error.path) ?? [];
  expect(paths).toEqual([...new Set(paths)]);
  expect(await faultsOf(description, body ? 'post' : 'get', `/api${path}`, answer)).toEqual([]);
  expect(companion.deps.gateway.calls).toEqual([]);
  expect(dataVersion()).toEqual(before);
  return problem;
}

const isAt = (path: string) => (error: { path: string }) =>
  error.path === path || error.path.startsWith(`${path}.`);

interface Request {
  path: string;
  /** a valid request */
  body: object;
  /** values that each field refuses; undefined where it is required */
  fields: Record<string, readonly unknown[]>;
}

const ORDER = {
  id: 'new-1',
  amount: '10.00',
  currency: 'UAH',
  description: 'Two books',
  method: 'purchase',
  modes: ['direct'],
  threeDs: 'always',
  brands: ['visa'],
  split: [share(SHOP, '7'), share(OTHER, '3')],
  products: [{ name: 'Book' }],
  payload: 'x',
  mcc: '5942',
  validationUrl: 'https://shop.example/check',
  orderTimeout: 900,
  lang: 'UK',
  customer: WHOLE_CUSTOMER,
  rules: { microfinance: true, igaming: true },
  returnUrl: 'https://shop.example/thanks',
  expiresIn: 3600,
};

const TEXT = [null, 7, ['text']] as const;
const AMOUNT = [null, 1, '', '0', '-1', '1.001', '9007199254740993'];
const CHOICE = [null, '', 'PURCHASE', '__proto__'];
const URL = [null, '', '/path', 'javascript:alert(1)'];
const LIST = [null, 7, 'text', {}];
const OBJECT = [null, 7, 'text', ['text']];
const FLAG = [null, false, 1, 'true'];
const UUID = [null, '', '0f3d1c6a-5b7e-4c1d-9a2b', undefined];
const SAME_SHOP = [SHOP, SHOP.toUpperCase()];
const text = (most: number) => [...TEXT, ' ', 'x'.repeat(most + 1)];
const COMMENT = text(2048);
const whole = (least: number, most: number) => [null, '7', [], 1.5, least - 1, most + 1];
const RESOLVE = {
  body: { status: 'failure', comment: 'Looked up' },
  fields: { status: [...CHOICE, undefined], comment: [...COMMENT, undefined] },
};

const REQUESTS: Request[] = [
  {
    path: '/orders',
    body: ORDER,
    fields: {
      id: [...TEXT, '', '..', 'a b', 'a/b', 'ä', '\u0000', 'x'.repeat(33), undefined],
      amount: [...AMOUNT, undefined],
      currency: [...TEXT, '', 'uah', 'ZZZ', '980', undefined],
      description: [...text(2048), undefined],
      method: CHOICE,
      modes: LIST,
      'modes.0': CHOICE,
      threeDs: CHOICE,
      brands: LIST,
      'brands.0': CHOICE,
      split: LIST,
      'split.0': OBJECT,
      'split.0.subMerchantId': UUID,
      'split.0.amount': [...AMOUNT, undefined],
      'split.1.subMerchantId': SAME_SHOP,
      products: LIST,
      'products.0': OBJECT,
      payload: [...TEXT, 'x'.repeat(4001)],
      mcc: [...TEXT, '', '594', '59421', 'abcd'],
      validationUrl: URL,
      orderTimeout: whole(1, 31_536_000),
      lang: [...TEXT, '', 'XX', 'uk-UA'],
      customer: OBJECT.filter((value) => value !== null),
      'customer.id': text(256),
      rules: OBJECT,
      'rules.microfinance': FLAG,
      'rules.igaming': FLAG,
      returnUrl: URL,
      expiresIn: whole(60, 31_536_000),
    },
  },
  {
    path: '/orders/reserved/capture',
    body: { amount: '5.00', comment: 'Sold' },
    fields: { amount: AMOUNT, comment: COMMENT, split: LIST },
  },
  { path: '/orders/reserved/void', body: { comment: 'Sold out' }, fields: { comment: COMMENT } },
  {
    path: '/orders/paid/refund',
    body: { amount: '5.00', comment: 'Broken', receiptDelivery: 'email' },
    fields: { amount: AMOUNT, comment: COMMENT, receiptDelivery: CHOICE, split: LIST },
  },
  {
    path: '/orders/shared/refund',
    body: { amount: '3.00', split: [share(SHOP, '2.00'), share(OTHER, '1.00')] },
    fields: {
      amount: AMOUNT,
      split: LIST,
      'split.0': OBJECT,
      'split.0.subMerchantId': [...UUID, STRANGER],
      'split.1.subMerchantId': SAME_SHOP,
      'split.0.amount': [...AMOUNT, undefined],
    },
  },
  {
    path: '/orders/paid/resend',
    body: { operation: 'purchase', transactionId: 't-1' },
    fields: { operation: [...CHOICE, undefined], transactionId: text(64) },
  },
  { path: `/payments/${STRANGER}/resolve`, ...RESOLVE },
  { path: `/operations/${STRANGER}/resolve`, ...RESOLVE },
];
const FIELDS = REQUESTS.flatMap(({ path, body, fields }) =>
  Object.entries(fields).map(([field, values]) => ({ path, body, field, values })),
);

/** A copy of a body with one field set. `path` as in a problem: "split.0.amount". */
function withField(body: object, path: string, value: unknown): object {
  const copy = structuredClone(body);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<object>((at, key) => Reflect.get(at, key) as object, copy);
  Reflect.set(holder, last, value);
  return copy;
}

describe('an invalid field', () => {
  it.each(FIELDS)(
    'is named, and stops everything: $field of POST $path',
    async ({ path, body, field, values }) => {
      for (const value of values) {
        const problem = await refusal(path, withField(body, field, value));
        expect(problem).toMatchObject({ status: 422, code: 'invalid-input' });
        expect(problem.errors?.filter(isAt(field)), String(value)).not.toEqual([]);
      }
    },
  );

  it.each(REQUESTS)('is unknown: it is named where it stands in POST $path', async ({ path, body }) => {
    const { errors } = await refusal(path, { ...body, amountMinor: 1 });
    expect(errors).toContainEqual({ path: 'amountMinor', code: 'unknown-field' });
    for (const other of [[], ['amount'], [[{}]]])
      expect(await refusal(path, other)).toMatchObject({ code: 'invalid-input' });
  });

  it('is one of several, and all are named', async () => {
    const body = { amount: 1, comment: '', split: [{ amount: null }], more: true };
    const { errors } = await refusal('/orders/shared/refund', body);
    expect(errors?.map(({ path }) => path).toSorted()).toEqual([
      'amount',
      'comment',
      'more',
      'split.0.amount',
      'split.0.subMerchantId',
    ]);
  });

  it('makes an order too large for the header that its token travels in: the largest field is named', async () => {
    const products = (name: string) => Array.from({ length: 300 }, (_, id) => ({ id, name }));
    for (const [path, over] of [
      ['products', { products: products('A book about lamps, '.repeat(8)) }],
      ['payload', { payload: '\u0001'.repeat(4000), products: products('A book about oil lamps, no less') }],
    ] as const) {
      const { errors } = await refusal('/orders', { ...ORDER, ...over });
      expect(errors).toEqual([{ path, code: 'too-big' }]);
    }
  });
});

describe('an invalid parameter', () => {
  const LONG = 'x'.repeat(33);
  it.each([
    ['orderId', 'order-id-too-long', `/orders/${LONG}`],
    ['orderId', 'order-id-too-long', `/orders/${LONG}/receipt?format=pdf`],
    ['orderId', 'invalid', '/orders/a%20b'],
    ['orderId', 'invalid', '/orders/%00'],
    ['status', 'invalid', '/payments?status=paid'],
    ['status', 'invalid', '/payments?status=init&status=pending'],
    ['from', 'invalid', '/payments?from=2026-02-30'],
    ['from', 'invalid', '/payments?from=yesterday'],
    ['from', 'invalid', '/payments?from=1750000000'],
    ['from', 'invalid', '/payments?from=2026-02-30T12:00:00Z'],
    ['to', 'invalid', '/payments?to=2026-06-15T25:00:00Z'],
    ['to', 'invalid', '/payments?to=2026-06-15T12:00:00'],
    ['to', 'before-from', '/payments?from=2026-06-16&to=2026-06-15'],
    ['cursor', 'invalid', '/payments?cursor='],
    ['cursor', 'invalid', '/payments?cursor=a%20b'],
    ['limit', 'wrong-type', '/payments?limit=many'],
    ['limit', 'too-small', '/payments?limit=0'],
    ['limit', 'too-big', '/payments?limit=101'],
    ['format', 'required', '/orders/paid/receipt'],
    ['format', 'invalid', '/orders/paid/receipt?format=PDF'],
    ['transactionId', 'invalid', '/orders/paid/receipt?format=pdf&transactionId=1'],
    ['creditReference', 'wrong-type', '/orders/paid/receipt?format=signed_pdf&creditReference=yes'],
    ['date', 'invalid', '/receipts/2026-02-30?format=pdf'],
    ['format', 'required', '/receipts/2026-06-15'],
    ['method', 'invalid', '/receipts/2026-06-15?format=pdf&method=void'],
    ['method', 'split-not-available', '/receipts/2026-06-15?format=pdf&method=split'],
    ['id', 'invalid', '/balances/accounts/1'],
    ['id', 'invalid', '/balances/terminals/none'],
    ['more', 'unknown-field', '/balances/accounts?more=1'],
    ['__proto__', 'unknown-field', '/payments?__proto__=1'],
  ])('is named: %s (%s) of GET %s', async (name, code, path) => {
    const problem = await refusal(path);
    expect(problem).toMatchObject({ status: 422, code: 'invalid-input', errors: [{ path: name, code }] });
  });

  it.each(['capture', 'void', 'refund', 'cancel', 'resend'])('is the order of a POST: %s', async (name) => {
    const body = name === 'resend' ? { operation: 'purchase' } : {};
    const problem = await refusal(`/orders/${LONG}/${name}`, body);
    expect(problem.errors).toEqual([{ path: 'orderId', code: 'order-id-too-long' }]);
    expect(await refusal(`/orders/nobody/${name}`, body)).toMatchObject({
      status: 404,
      code: 'order-not-found',
    });
  });

  it('is an unknown order or payment', async () => {
    expect(await refusal('/orders/nobody')).toMatchObject({ status: 404, code: 'order-not-found' });
    expect(await refusal('/orders/nobody/receipt?format=pdf')).toMatchObject({ code: 'order-not-found' });
    const body = { status: 'failure', comment: 'x' };
    expect(await refusal(`/payments/${STRANGER}/resolve`, body)).toMatchObject({ code: 'payment-not-found' });
    expect(await refusal('/payments/one/resolve', body)).toMatchObject({
      errors: [{ path: 'paymentId', code: 'invalid' }],
    });
    // An operation that was made in the portal has an id that is no UUID.
    for (const id of [STRANGER, `${STRANGER}-7`]) {
      const problem = await refusal(`/operations/${id}/resolve`, body);
      expect(problem).toMatchObject({ status: 404, code: 'not-found', detail: 'Operation not found' });
    }
  });
});

describe('what is no amount in any currency', () => {
  it('is named before the order is looked at', async () => {
    const amount = '1.001';
    const split = [share(SHOP, amount), share(SHOP, amount), { subMerchantId: 'x', amount }];
    // Not captured, not paid, unknown.
    for (const path of ['reserved/refund', 'open/capture', 'nobody/refund']) {
      const { errors = [] } = await refusal(`/orders/${path}`, { amount, split, comment: [] });
      expect(errors.map((error) => `${error.path} ${error.code}`).toSorted()).toEqual([
        'amount too-many-decimals',
        'comment wrong-type',
        'split.0.amount too-many-decimals',
        'split.1.amount too-many-decimals',
        'split.1.subMerchantId duplicate-sub-merchant',
        'split.2.amount too-many-decimals',
        'split.2.subMerchantId invalid',
      ]);
    }
  });

  it('is classified by the currency where that matters: by the order', async () => {
    const large = { amount: '999999999999999' };
    expect(await refusal('/orders/nobody/refund', large)).toMatchObject({ code: 'order-not-found' });
    const { errors } = await refusal('/orders/paid/refund', large);
    expect(errors).toEqual([{ path: 'amount', code: 'too-big' }]);
  });
});

it.each([
  [
    'reserved/capture',
    { amount: '10.11' },
    'amount exceeds-authorized',
    'At most 10.10 UAH can be captured.',
  ],
  [
    'paid/refund',
    { amount: '10.11' },
    'amount exceeds-refundable',
    'At most 10.10 UAH can still be refunded.',
  ],
  ['paid/refund', { split: [share(SHOP, '1')] }, 'split split-not-allowed'],
  ['shared/refund', { amount: '1' }, 'split split-required'],
  [
    'shared/refund',
    { split: [share(SHOP, '7.01')] },
    'split.0.amount exceeds-share',
    `Left: 7.00 for ${SHOP}`,
  ],
  ['shared/refund', { split: [share(STRANGER, '1')] }, 'split.0.subMerchantId unknown-sub-merchant'],
  ['shared/refund', { amount: '2', split: [share(SHOP, '1')] }, 'split does-not-add-up'],
])(
  'an amount that the payment does not have is refused by its rule: %s %j',
  async (path, body, rule, detail = '') => {
    const problem = await refusal(`/orders/${path}`, body);
    expect(problem).toMatchObject({
      status: 422,
      code: 'invalid-input',
      detail: expect.stringContaining(detail),
    });
    expect(problem.errors?.map((error) => `${error.path} ${error.code}`)).toContain(rule);
  },
);

it('the requests above are taken as they stand where no field is spoiled', async () => {
  for (const { path, body } of REQUESTS.filter(({ path }) => !path.endsWith('/resolve'))) {
    const answer = await companion.merchant(path, {
      body: path === '/orders' ? { ...body, id: 'new-2' } : body,
    });
    const known = path.endsWith('/resend') ? 404 : path.endsWith('/void') ? 409 : 200;
    expect([path, answer.status]).toEqual([path, known]);
    expect(await faultsOf(description, 'post', `/api${path}`, answer)).toEqual([]);
  }
  expect(dataVersion()).not.toEqual(before);
});

const PATHS = [
  '/orders',
  '/orders/reserved/capture',
  '/orders/shared/refund',
  '/orders/paid/resend',
  `/payments/${STRANGER}/resolve`,
  `/operations/${STRANGER}/resolve`,
  '/orders/open/cancel',
  '/orders/%/void',
  '/orders//refund',
  '/payments',
  '/orders/paid/receipt',
  '/receipts/2026-06-15',
  '/balances/accounts',
];

it('any input is never answered by a fault of ours', async () => {
  const words = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'format', 'limit', ''));
  const fields = fc.dictionary(
    fc.constantFrom('amount', 'split', 'comment', 'id', '__proto__'),
    fc.jsonValue(),
  );
  const bodies = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.string({ unit: 'binary' }),
    fields.map((body) => JSON.stringify(body)),
  );
  const queries = fc
    .array(fc.tuple(words, words), { maxLength: 3 })
    .map((pairs) => String(new URLSearchParams(pairs)));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), queries, bodies, async (path, query, body) => {
      for (const init of [{}, { body, headers: { 'content-type': 'application/json' } }]) {
        expect((await companion.merchant(`${path}?${query}`, init)).status).toBeLessThan(500);
      }
    }),
    { numRuns: 50, seed: 20_260_615 },
  );
});

it('nothing of all that was an unexpected error', () => {
  expect(companion.deps.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
