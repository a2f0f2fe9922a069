import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../contract/problem.ts';
import { WHOLE_CUSTOMER } from '../contract/test-fixtures.ts';
import { openCompanion, problemOf, type TestCompanion } from '../test-companion.ts';
import * as bad from './test-bad-values.ts';
import { type Description, faultsOf, readDescription } from './test-description.ts';

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
  companion.world.gateway.calls.length = 0;
  database = new Database(path, { readonly: true });
  before = dataVersion();
});
afterAll(async () => {
  database.close();
  await companion.world.store.close();
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
  expect(companion.world.gateway.calls).toEqual([]);
  expect(dataVersion()).toEqual(before);
  return problem;
}

const isAt = (path: string) => (error: { path: string }) =>
  error.path === path || error.path.startsWith(`${path}.`);

interface Request {
  path: string;
  /** a valid request */
  body: object;
  fields: Record<string, bad.BadValues>;
}

const COMMENT = bad.badText(2048);
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

const REQUESTS: Request[] = [
  {
    path: '/orders',
    body: ORDER,
    fields: {
      id: bad.required(bad.badPattern('', ' ', '.', '..', 'a b', 'a/b', 'ä', 'x'.repeat(33), '\u0000')),
      amount: bad.required(bad.badAmount),
      currency: bad.required(bad.badPattern('', 'uah', 'UA', 'ZZZ', 'UAHH', '980')),
      description: bad.required(bad.badText(2048)),
      method: bad.badOneOf,
      modes: bad.badList,
      'modes.0': bad.badOneOf,
      threeDs: bad.badOneOf,
      brands: bad.badList,
      'brands.0': bad.badOneOf,
      split: bad.badList,
      'split.0': bad.badObject,
      'split.0.subMerchantId': bad.required(bad.badUuid),
      'split.0.amount': bad.required(bad.badAmount),
      'split.1.subMerchantId': fc.constantFrom(SHOP, SHOP.toUpperCase()),
      products: bad.badList,
      'products.0': bad.badObject,
      payload: bad.badNote(4000),
      mcc: bad.badPattern('', '594', '59421', 'abcd'),
      validationUrl: bad.badUrl,
      orderTimeout: bad.badWhole(1, 31_536_000),
      lang: bad.badPattern('', 'XX', 'uk-UA', 'English'),
      customer: bad.badObject,
      'customer.id': bad.badText(256),
      'customer.firstName': bad.badText(100),
      'customer.lastName': bad.badText(100),
      'customer.patronymic': bad.badText(100),
      'customer.email': bad.badPattern(
        '',
        'nobody',
        'a@',
        '@b',
        'a b@c.example',
        `${'a'.repeat(250)}@b.example`,
      ),
      'customer.phone': bad.badPattern('', '12', 'phone', '+'.repeat(9)),
      'customer.country': bad.badPattern('', 'ua', 'UKR', '1'),
      'customer.birthday': bad.badPattern('', '1990', '1990-02-30', '03.02.1990', '1990-2-3'),
      'customer.taxId': bad.badText(32),
      'customer.referrer': bad.badUrl,
      rules: bad.badObject,
      'rules.microfinance': bad.badFlag,
      'rules.igaming': bad.badFlag,
      returnUrl: bad.badUrl,
      expiresIn: bad.badWhole(60, 31_536_000),
    },
  },
  {
    path: '/orders/reserved/capture',
    body: { amount: '5.00', comment: 'Sold' },
    fields: { amount: bad.badAmount, comment: COMMENT, split: bad.badList },
  },
  { path: '/orders/reserved/void', body: { comment: 'Sold out' }, fields: { comment: COMMENT } },
  {
    path: '/orders/paid/refund',
    body: { amount: '5.00', comment: 'Broken', receiptDelivery: 'email' },
    fields: { amount: bad.badAmount, comment: COMMENT, receiptDelivery: bad.badOneOf, split: bad.badList },
  },
  {
    path: '/orders/shared/refund',
    body: { amount: '3.00', split: [share(SHOP, '2.00'), share(OTHER, '1.00')] },
    fields: {
      amount: bad.badAmount,
      split: bad.badList,
      'split.0': bad.badObject,
      'split.0.subMerchantId': bad.required(fc.oneof(bad.badUuid, fc.constant(STRANGER))),
      'split.1.subMerchantId': fc.constantFrom(SHOP, SHOP.toUpperCase()),
      'split.0.amount': bad.required(bad.badAmount),
    },
  },
  {
    path: '/orders/paid/resend',
    body: { operation: 'purchase', transactionId: 't-1' },
    fields: { operation: bad.required(bad.badOneOf), transactionId: bad.badText(64) },
  },
  {
    path: `/payments/${STRANGER}/resolve`,
    body: { status: 'failure', comment: 'Looked up' },
    fields: { status: bad.required(bad.badOneOf), comment: bad.required(COMMENT) },
  },
  {
    path: `/operations/${STRANGER}/resolve`,
    body: { status: 'failure', comment: 'Looked up' },
    fields: { status: bad.required(bad.badOneOf), comment: bad.required(COMMENT) },
  },
];
const FIELDS = REQUESTS.flatMap(({ path, body, fields }) =>
  Object.entries(fields).map(([field, values]) => ({ path, body, field, values })),
);

describe('an invalid field', () => {
  it.each(FIELDS)(
    'is named, and stops everything: $field of POST $path',
    async ({ path, body, field, values }) => {
      await fc.assert(
        fc.asyncProperty(values, async (value) => {
          const problem = await refusal(path, bad.withField(body, field, value));
          expect(problem).toMatchObject({ status: 422, code: 'invalid-input' });
          expect(problem.errors?.filter(isAt(field)).map(({ code }) => code)).toEqual(
            expect.arrayContaining([expect.stringMatching(/^[a-z][a-z-]+$/)]),
          );
        }),
        { numRuns: 25, seed: 20_260_615 },
      );
    },
  );

  it('is unknown: it is named wherever it stands', async () => {
    const name = fc.stringMatching(/^[a-z]{3,12}X$/);
    for (const { path, body } of REQUESTS) {
      await fc.assert(
        fc.asyncProperty(name, fc.anything(), async (field, value) => {
          const problem = await refusal(path, { ...body, [field]: value ?? null });
          expect(problem.errors).toContainEqual({ path: field, code: 'unknown-field' });
        }),
        { numRuns: 5, seed: 20_260_615 },
      );
    }
  });

  it('is the id of an order, too long for what may be done with it later', async () => {
    const { errors } = await refusal('/orders', { ...ORDER, id: 'x'.repeat(33) });
    expect(errors).toEqual([{ path: 'id', code: 'order-id-too-long' }]);
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

  it('makes a body of another kind', async () => {
    for (const { path } of REQUESTS) {
      for (const body of [[], ['amount'], [[{}]]]) {
        expect(await refusal(path, body)).toMatchObject({ code: 'invalid-input' });
      }
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
    ['orderId', 'invalid', '/orders/%E0%A4%A'],
    ['orderId', 'invalid', '/orders/a%2fb/receipt?format=pdf'],
    ['status', 'invalid', '/payments?status=paid'],
    ['status', 'invalid', '/payments?status='],
    ['status', 'invalid', '/payments?status=init&status=pending'],
    ['from', 'invalid', '/payments?from=yesterday'],
    ['from', 'invalid', '/payments?from=2026-02-30'],
    ['to', 'invalid', '/payments?to=2026-06-15T25:00:00Z'],
    ['to', 'invalid', '/payments?to=2026-06-15T12:00:00'],
    ['cursor', 'invalid', '/payments?cursor='],
    ['cursor', 'invalid', '/payments?cursor=a%20b'],
    ['limit', 'wrong-type', '/payments?limit=many'],
    ['limit', 'wrong-type', '/payments?limit=1.5'],
    ['limit', 'wrong-type', '/payments?limit=-1'],
    ['limit', 'too-small', '/payments?limit=0'],
    ['limit', 'too-big', '/payments?limit=101'],
    ['format', 'required', '/orders/paid/receipt'],
    ['format', 'invalid', '/orders/paid/receipt?format=PDF'],
    ['transactionId', 'invalid', '/orders/paid/receipt?format=pdf&transactionId=1'],
    ['creditReference', 'wrong-type', '/orders/paid/receipt?format=signed_pdf&creditReference=yes'],
    ['date', 'invalid', '/receipts/2026-02-30?format=pdf'],
    ['date', 'invalid', '/receipts/today?format=pdf'],
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
  const MALFORMED = [
    ['NaN', 'not-a-decimal'],
    ['', 'not-a-decimal'],
    ['abc', 'not-a-decimal'],
    ['-1', 'not-positive'],
    ['0.00', 'not-positive'],
    ['1.001', 'too-many-decimals'],
    ['9007199254740993', 'too-big'],
    ['1'.repeat(21), 'too-big'],
  ] as const;
  // Not captured, not paid, unknown.
  const PATHS = ['reserved/refund', 'open/capture', 'nobody/capture', 'nobody/refund'];

  it.each(MALFORMED)('is named before the order is looked at: %j', async (amount, code) => {
    const split = [share(SHOP, amount), share(SHOP, amount), { subMerchantId: 'x', amount }];
    for (const path of PATHS) {
      const problem = await refusal(`/orders/${path}`, { amount, split, comment: [] });
      expect(problem).toMatchObject({ status: 422, code: 'invalid-input' });
      const errors = [
        { path: 'amount', code },
        { path: 'comment', code: 'wrong-type' },
        { path: 'split.0.amount', code },
        { path: 'split.1.amount', code },
        { path: 'split.2.amount', code },
        { path: 'split.1.subMerchantId', code: 'duplicate-sub-merchant' },
        { path: 'split.2.subMerchantId', code: 'invalid' },
      ];
      expect(problem.errors).toHaveLength(errors.length);
      expect(problem.errors).toEqual(expect.arrayContaining(errors));
    }
  });

  it('is named in an order, every one at once', async () => {
    const split = [share(SHOP, 'x'), share(SHOP, '-1')];
    const { errors } = await refusal('/orders', { ...ORDER, amount: '1.001', currency: 'QQQ', split });
    expect(errors?.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
      'amount too-many-decimals',
      'currency unknown-currency',
      'split.0.amount not-a-decimal',
      'split.1.amount not-positive',
      'split.1.subMerchantId duplicate-sub-merchant',
    ]);
  });

  it('is classified by the currency where that matters: by the order', async () => {
    const large = { amount: '999999999999999' };
    expect(await refusal('/orders/nobody/refund', large)).toMatchObject({ code: 'order-not-found' });
    expect((await refusal('/orders/paid/refund', large)).errors).toEqual([
      { path: 'amount', code: 'too-big' },
    ]);
  });
});

it('a value of the wrong type is one fault', async () => {
  for (const value of [[], {}, null, 7, ['x'.repeat(3000)]]) {
    const { errors } = await refusal('/orders/paid/refund', { comment: value });
    expect(errors).toEqual([{ path: 'comment', code: 'wrong-type' }]);
  }
});

describe('an amount that the payment does not have', () => {
  it.each([
    ['reserved/capture', { amount: '10.11' }, 'amount', 'exceeds-authorized'],
    ['paid/refund', { amount: '10.11' }, 'amount', 'exceeds-refundable'],
    ['paid/refund', { split: [share(SHOP, '1')] }, 'split', 'split-not-allowed'],
    ['shared/refund', { amount: '1' }, 'split', 'split-required'],
    ['shared/refund', { split: [share(SHOP, '7.01')] }, 'split.0.amount', 'exceeds-share'],
    [
      'shared/refund',
      { split: [share(SHOP, '1'), share(SHOP, '1')] },
      'split.1.subMerchantId',
      'duplicate-sub-merchant',
    ],
    ['shared/refund', { split: [share(STRANGER, '1')] }, 'split.0.subMerchantId', 'unknown-sub-merchant'],
    ['shared/refund', { amount: '2', split: [share(SHOP, '1')] }, 'split', 'does-not-add-up'],
  ])('is refused by its rule: %s %j', async (path, body, field, code) => {
    const problem = await refusal(`/orders/${path}`, body);
    expect(problem).toMatchObject({ status: 422, code: 'invalid-input' });
    expect(problem.errors).toContainEqual({ path: field, code });
  });
});

it.each([
  ['reserved/capture', { amount: '10.11' }, 'At most 10.10 UAH can be captured.'],
  ['paid/refund', { amount: '10.11' }, 'At most 10.10 UAH can still be refunded.'],
  ['shared/refund', { split: [share(SHOP, '7.01')] }, `Left: 7.00 for ${SHOP}`],
])('too much of %s is refused with what is left', async (path, body, detail) => {
  expect((await refusal(`/orders/${path}`, body)).detail).toContain(detail);
});

it('nothing of all that was an unexpected error', () => {
  expect(companion.world.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

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
