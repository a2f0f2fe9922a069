import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../contract/problem.ts';
import { WHOLE_CUSTOMER } from '../contract/testing/fixtures.ts';
import { ANNA, BORYS, SPLIT } from '../payments/testing/test-deps.ts';
import { ORDER, openCompanion, problemOf, type TestCompanion } from '../testing/companion.ts';
import { useFolder } from '../testing/folder.ts';
import { type Description, faultsOf, readDescription } from './testing/description.ts';

/**
 * Invalid input to the merchant API: for every fault of a field the answer names the field and the rule, nothing is
 * sent to the gateway and nothing is stored. All rules of an order: server/contract/order.test.ts.
 */

const inFolder = useFolder('file');
let companion: TestCompanion;
let description: Description;
let database: Database.Database;
/** The database's version before the tests. */
let before: unknown;

const STRANGER = '2f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8d';
const share = (subMerchantId: string, amount: string) => ({ subMerchantId, amount });

beforeAll(async () => {
  const path = inFolder('pay.db');
  companion = await openCompanion({ database: path });
  description = await readDescription(companion);
  await companion.paid({ id: 'paid' });
  await companion.paid({ id: 'reserved', method: 'auth' });
  await companion.paid({ id: 'shared', split: SPLIT });
  await companion.ask('/hosted', { token: await companion.token({ id: 'open' }), body: {} });
  expect(companion.deps.gateway.calls).toHaveLength(4);
  companion.deps.gateway.calls.length = 0;
  database = new Database(path, { readonly: true });
  before = dataVersion();
});
afterAll(async () => {
  database.close();
  await companion.deps.store.close();
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
  expect(problem.status).toBeLessThan(500);
  const paths = problem.errors?.map((error) => error.path) ?? [];
  expect(paths).toEqual([...new Set(paths)]);
  expect(await faultsOf(description, body ? 'post' : 'get', `/api${path}`, answer)).toEqual([]);
  expect(companion.deps.gateway.calls).toEqual([]);
  expect(dataVersion()).toEqual(before);
  return problem;
}
const faults = async (path: string, body?: object) =>
  ((await refusal(path, body)).errors ?? []).map((error) => `${error.path} ${error.code}`);

const isAt = (path: string) => (error: { path: string }) =>
  error.path === path || error.path.startsWith(`${path}.`);

interface Request {
  path: string;
  /** a valid request */
  body: object;
  /** values that each field refuses; undefined where it is required */
  fields: Record<string, readonly unknown[]>;
}

const NEW_ORDER = {
  ...ORDER,
  id: 'new-1',
  brands: ['visa'],
  split: SPLIT,
  products: [{ name: 'Book' }],
  customer: WHOLE_CUSTOMER,
  rules: { microfinance: true, igaming: true },
  returnUrl: 'https://shop.example/thanks',
  expiresIn: 3600,
};
const AMOUNT = [null, 1, '', '0', '-1', '1.001', '9007199254740993'];
const CHOICE = [null, '', 'PURCHASE', '__proto__'];
const LIST = [null, 7, 'text', {}];
const OBJECT = [null, 7, 'text', ['text']];
const UUID = [null, '', '0f3d1c6a-5b7e-4c1d-9a2b', undefined];
const SAME_SHOP = [ANNA, ANNA.toUpperCase()];
const text = (most: number) => [null, 7, ['text'], ' ', 'x'.repeat(most + 1)];
const COMMENT = text(2048);
const RESOLVE = {
  body: { status: 'failure', comment: 'Looked up' },
  fields: { status: [...CHOICE, undefined], comment: [...COMMENT, undefined] },
};

const REQUESTS: Request[] = [
  {
    path: '/orders',
    body: NEW_ORDER,
    fields: {
      id: ['..', 'a/b', 'x'.repeat(33), undefined],
      amount: [...AMOUNT, undefined],
      'brands.0': CHOICE,
      'split.0.amount': ['0', undefined],
      'split.1.subMerchantId': SAME_SHOP,
      'products.0': OBJECT,
      'customer.id': text(256),
      'rules.igaming': [null, false, 1, 'true'],
      returnUrl: [null, '', '/path', 'javascript:alert(1)'],
      expiresIn: [null, '7', [], 60.5, 59, 31_536_001],
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
    body: { amount: '3.00', split: [share(ANNA, '2.00'), share(BORYS, '1.00')] },
    fields: {
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
    expect(await faults(path, { ...body, amountMinor: 1 })).toContain('amountMinor unknown-field');
    for (const other of [[], [[{}]]])
      expect(await refusal(path, other)).toMatchObject({ code: 'invalid-input' });
  });

  it('is one of several, and all are named', async () => {
    const body = { amount: 1, comment: '', split: [{ amount: null }], more: true };
    expect((await faults('/orders/shared/refund', body)).toSorted()).toEqual([
      'amount wrong-type',
      'comment too-small',
      'more unknown-field',
      'split.0.amount wrong-type',
      'split.0.subMerchantId required',
    ]);
  });

  it('makes an order too large for the header that its token travels in: the largest field is named', async () => {
    const products = (name: string) => Array.from({ length: 300 }, (_, id) => ({ id, name }));
    for (const [path, over] of [
      ['products', { products: products('A book about lamps, '.repeat(8)) }],
      ['payload', { payload: '\u0001'.repeat(4000), products: products('A book about oil lamps, no less') }],
    ] as const)
      expect(await faults('/orders', { ...NEW_ORDER, ...over })).toEqual([`${path} too-big`]);
  });
});

describe('an invalid parameter', () => {
  const LONG = 'x'.repeat(33);
  it.each([
    ['orderId order-id-too-long', `/orders/${LONG}`],
    ['orderId order-id-too-long', `/orders/${LONG}/receipt?format=pdf`],
    ['orderId invalid', '/orders/a%20b'],
    ['orderId invalid', '/orders/%00'],
    ['status invalid', '/payments?status=paid'],
    ['status invalid', '/payments?status=init&status=pending'],
    ['from invalid', '/payments?from=2026-02-30'],
    ['from invalid', '/payments?from=1750000000'],
    ['from invalid', '/payments?from=2026-02-30T12:00:00Z'],
    ['to invalid', '/payments?to=2026-06-15T25:00:00Z'],
    ['to invalid', '/payments?to=2026-06-15T12:00:00'],
    ['to before-from', '/payments?from=2026-06-16&to=2026-06-15'],
    ['cursor invalid', '/payments?cursor='],
    ['cursor invalid', '/payments?cursor=a%20b'],
    ['limit wrong-type', '/payments?limit=many'],
    ['limit too-small', '/payments?limit=0'],
    ['limit too-big', '/payments?limit=101'],
    ['format required', '/orders/paid/receipt'],
    ['format invalid', '/orders/paid/receipt?format=PDF'],
    ['transactionId invalid', '/orders/paid/receipt?format=pdf&transactionId=1'],
    ['creditReference wrong-type', '/orders/paid/receipt?format=signed_pdf&creditReference=yes'],
    ['date invalid', '/receipts/2026-02-30?format=pdf'],
    ['format required', '/receipts/2026-06-15'],
    ['method invalid', '/receipts/2026-06-15?format=pdf&method=void'],
    ['method split-not-available', '/receipts/2026-06-15?format=pdf&method=split'],
    ['id invalid', '/balances/accounts/1'],
    ['id invalid', '/balances/terminals/none'],
    ['cursor invalid', '/review?cursor=tomorrow%21'],
    ['state invalid', '/messages?state=delivered'],
    ['state invalid', '/messages?state='],
    ['__proto__ unknown-field', '/payments?__proto__=1'],
  ])('is named: %s of GET %s', async (fault, path) => {
    const problem = await refusal(path);
    expect(problem).toMatchObject({ status: 422, code: 'invalid-input' });
    expect(problem.errors?.map((error) => `${error.path} ${error.code}`)).toEqual([fault]);
  });

  it.each(['capture', 'void', 'refund', 'cancel', 'resend'])('is the order of a POST: %s', async (name) => {
    const body = name === 'resend' ? { operation: 'purchase' } : {};
    expect(await faults(`/orders/${LONG}/${name}`, body)).toEqual(['orderId order-id-too-long']);
    const unknown = await refusal(`/orders/nobody/${name}`, body);
    expect(unknown).toMatchObject({ status: 404, code: 'order-not-found' });
  });

  it('is an unknown order, payment or operation', async () => {
    expect(await refusal('/orders/nobody')).toMatchObject({ status: 404, code: 'order-not-found' });
    expect(await refusal('/orders/nobody/receipt?format=pdf')).toMatchObject({ code: 'order-not-found' });
    const { body } = RESOLVE;
    expect(await refusal(`/payments/${STRANGER}/resolve`, body)).toMatchObject({ code: 'payment-not-found' });
    expect(await faults('/payments/one/resolve', body)).toEqual(['paymentId invalid']);
    // An operation that was made in the portal has an id that is no UUID.
    for (const id of [STRANGER, `${STRANGER}-7`]) {
      const problem = await refusal(`/operations/${id}/resolve`, body);
      expect(problem).toMatchObject({ status: 404, code: 'not-found', detail: 'Operation not found' });
    }
  });
});

describe('an amount', () => {
  it('of no currency is named before the order is looked at', async () => {
    const amount = '1.001';
    const split = [share(ANNA, amount), share(ANNA, amount), { subMerchantId: 'x', amount }];
    // Not captured, not paid, unknown.
    for (const path of ['reserved/refund', 'open/capture', 'nobody/refund'])
      expect((await faults(`/orders/${path}`, { amount, split, comment: [] })).toSorted()).toEqual([
        'amount too-many-decimals',
        'comment wrong-type',
        'split.0.amount too-many-decimals',
        'split.1.amount too-many-decimals',
        'split.1.subMerchantId duplicate-sub-merchant',
        'split.2.amount too-many-decimals',
        'split.2.subMerchantId invalid',
      ]);
  });

  it('is classified by the currency where that matters: by the order', async () => {
    const large = { amount: '999999999999999' };
    expect(await refusal('/orders/nobody/refund', large)).toMatchObject({ code: 'order-not-found' });
    expect(await faults('/orders/paid/refund', large)).toEqual(['amount too-big']);
  });

  it.each([
    ['paid', { amount: '10.11' }, 'amount exceeds-refundable', 'At most 10.10 UAH can still be refunded.'],
    ['shared', { split: [share(ANNA, '7.01')] }, 'split.0.amount exceeds-share', `Left: 7.00 for ${ANNA}`],
  ])(
    'that the payment does not have is refused by its rule, which says what is left: %s %j',
    async (id, body, rule, detail) => {
      const problem = await refusal(`/orders/${id}/refund`, body);
      expect(problem).toMatchObject({ status: 422, detail: expect.stringContaining(detail) });
      expect(problem.errors?.map((error) => `${error.path} ${error.code}`)).toContain(rule);
    },
  );
});

it('the requests above are taken as they stand where no field is spoiled', async () => {
  for (const { path, body } of REQUESTS.filter(({ path }) => !path.endsWith('/resolve'))) {
    const answer = await companion.merchant(path, { body });
    const known = path.endsWith('/resend') ? 404 : path.endsWith('/void') ? 409 : 200;
    expect([path, answer.status]).toEqual([path, known]);
    expect(await faultsOf(description, 'post', `/api${path}`, answer)).toEqual([]);
  }
  expect(dataVersion()).not.toEqual(before);
});
