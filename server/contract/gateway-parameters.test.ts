import { describe, expect, it } from 'vitest';
import {
  CREATE_PARAMETERS,
  CREATE_VARIANTS,
  OPERATION_ENDPOINTS,
  OPERATION_PARAMETERS,
  type Parameter,
  requiredCustomer,
  typeFaults,
  variantOf,
} from './gateway-parameters.ts';
import { WHOLE_FINGERPRINT } from './testing/fixtures.ts';
import { CREATE_TABLE, OPERATION_TABLE, rowsOf } from './testing/gateway-tables.ts';

const A = '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01';
const { browserAcceptHeader: _, ...PARTIAL_FINGERPRINT } = WHOLE_FINGERPRINT;
const long = (length: number) => 'x'.repeat(length);

/** Of each type of the document: what it takes, and what it refuses. */
const TYPES: Readonly<Record<string, { good: unknown[]; bad: unknown[] }>> = {
  UUID: { good: [A, A.toUpperCase()], bad: ['shop', '', 7] },
  MODE: { good: ['direct', 'hosted'], bad: ['DIRECT', ''] },
  METHOD: { good: ['purchase', 'auth', 'lookup'], bad: ['credit', ''] },
  Number: {
    good: [0.01, 10, 10.5, 9_999_999_999_999.99],
    bad: ['10.50', 10.505, 0, -1, 1e15, Number.NaN, Number.POSITIVE_INFINITY],
  },
  CURRENCY: { good: ['UAH', 'XTS'], bad: ['uah', 'ZZZ', 'hryvnia', ''] },
  'String(2048)': { good: ['x', long(2048)], bad: ['', long(2049), 1] },
  'String(256)': { good: ['x', long(256)], bad: ['', long(257), 42] },
  'String(32)': { good: ['x', long(32)], bad: ['', long(33), 1] },
  String: { good: ['x', 'Олена'], bad: ['', 7, {}] },
  'Text(4000)': { good: ['', long(4000)], bad: [long(4001), 1] },
  'Text(2048)': { good: ['', long(2048)], bad: [long(2049), 1] },
  '3DS': { good: ['supported', 'always', 'never'], bad: ['sometimes'] },
  Split: {
    good: [
      [{ amount: 70, sub_merchant_id: A }],
      [
        { amount: 0.01, sub_merchant_id: A },
        { amount: 10.5, sub_merchant_id: A },
      ],
    ],
    bad: [
      [],
      { amount: 100, sub_merchant_id: A },
      [A],
      [{ amount: 0, sub_merchant_id: A }],
      [{ amount: -10, sub_merchant_id: A }],
      [{ amount: 30.005, sub_merchant_id: A }],
      [{ amount: '70', sub_merchant_id: A }],
      [{ sub_merchant_id: A }],
      [{ amount: 100 }],
      [{ amount: 100, sub_merchant_id: 'shop' }],
      [{ amount: 100, sub_merchant_id: A, name: 'Shop' }],
    ],
  },
  CC_NUMBER: {
    good: ['4242424242424242', long(12).replaceAll('x', '4'), long(19).replaceAll('x', '4')],
    bad: [4242424242424242, '4242 4242 4242 4242', '42424242424', '42424242424242424242'],
  },
  Month: { good: [1, 12], bad: ['12', 0, 13, 1.5] },
  Year: { good: [0, 30, 99, 2030], bad: ['30', 130, 2130, -1, Number.NaN] },
  CVV: { good: ['123', '1234'], bad: [123, '12', '12a', '12345'] },
  Objects: { good: [[], [{ id: 1, taxes: [{ prc: 20 }] }]], bad: [{}, ['book'], [null]] },
  LANG: { good: ['UK', 'PT_BR', 'ZH_HA'], bad: ['uk', 'uk-UA', 'UKR', 'XX', ''] },
  'Alpha-2': { good: ['UA'], bad: ['UKR', 'ua', ''] },
  Date: {
    good: ['1990-02-28', '2024-02-29'],
    bad: ['1990-02-30', '2026-02-29', '1990-1-1', '28.02.1990', '2026-13-01', '2026-02-28T00:00:00', ''],
  },
  URL: {
    good: ['https://shop.example/x?y=1', 'http://127.0.0.1:9/webhook'],
    bad: ['shop.example', '/return/1', 'ftp://shop.example/', 'xhttp://shop.example', 'javascript:alert(1)'],
  },
  MCC: { good: ['5411'], bad: [5411, '59', '54111'] },
  Fingerprint: {
    good: [WHOLE_FINGERPRINT],
    bad: [
      PARTIAL_FINGERPRINT,
      { ...WHOLE_FINGERPRINT, browserColorDepth: 24 },
      { ...WHOLE_FINGERPRINT, browserPlugins: '0' },
      'x',
    ],
  },
  JSON: { good: [{}, { version: 'EC_v1', data: ['a', null] }], bad: ['x', ['x'], 7] },
  Integer: { good: [1, 900, 31_536_000], bad: ['900', 0, 1.5, 31_536_001] },
  Delivery: { good: ['email', 'sms', 'viber', 'none'], bad: ['pigeon', ''] },
};

const TABLES = [
  ['create', CREATE_TABLE, CREATE_VARIANTS.map((variant) => CREATE_PARAMETERS[variant])],
  ['operation', OPERATION_TABLE, OPERATION_ENDPOINTS.map((endpoint) => OPERATION_PARAMETERS[endpoint])],
] as const satisfies readonly [string, string, (readonly Parameter[])[]][];

describe.each(TABLES)('the %s table', (_name, printed, columns) => {
  it('has the needs of the document in every column', () => {
    for (const [column, parameters] of columns.entries()) {
      const expected = rowsOf(printed).map(({ name, needs }) => [name, needs[column]] as const);
      const found = parameters.map(({ name, need }) => [name, need] as const);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    }
  });

  it.each(rowsOf(printed))('has $name as $type', ({ name, type }) => {
    const parameter: Parameter | undefined = columns[0]?.find((one) => one.name === name);
    const { good, bad } = TYPES[type] ?? { good: [], bad: [] };
    const sent = { currency: 'UAH', method: 'purchase' };
    const isGood = (value: unknown) =>
      parameter !== undefined && typeFaults(name, parameter.type, value, sent).length === 0;
    expect(good.filter((value) => !isGood(value))).toEqual([]);
    expect(bad.filter(isGood)).toEqual([]);
    expect(good.length * bad.length).toBeGreaterThan(0);
  });
});

it('an amount has the decimals of its currency, and may be nothing for a lookup', () => {
  const faultsOf = (amount: number, sent: object) => {
    const { type } = CREATE_PARAMETERS.direct.find(({ name }) => name === 'amount') ?? {};
    return type && typeFaults('amount', type, amount, { ...sent }).map(({ text }) => text);
  };
  expect(faultsOf(1050, { currency: 'JPY' })).toEqual([]);
  expect(faultsOf(10.5, { currency: 'JPY' })).toEqual(['must be an amount with at most 2 decimal digits']);
  expect(faultsOf(0, { currency: 'UAH', method: 'lookup' })).toEqual([]);
  expect(faultsOf(0, { currency: 'UAH', method: 'auth' })).toEqual(['must be positive']);
});

it('a fault names the inner field and its rule, without the value', () => {
  const { type } = CREATE_PARAMETERS['split-direct'].find(({ name }) => name === 'split') ?? {};
  const faults = type && typeFaults('split', type, [{ amount: '70' }], { currency: 'UAH' });
  expect(faults).toEqual([
    { field: 'split.0.amount', rule: 'format', text: 'must be a Number' },
    { field: 'split.0.sub_merchant_id', rule: 'required', text: 'must be a UUID' },
  ]);
});

it.each([
  [false, 'direct', 'auth', 'direct'],
  [false, 'hosted', 'purchase', 'hosted'],
  [false, 'direct', 'lookup', 'direct-lookup'],
  [false, 'hosted', 'lookup', 'hosted-lookup'],
  [true, 'direct', 'purchase', 'split-direct'],
  [true, 'hosted', 'lookup', 'split-hosted'],
  [false, 'unknown', undefined, 'direct'],
])('split %j, mode %s and method %s select the column %s', (isSplit, mode, method, variant) => {
  expect(variantOf(isSplit, mode, method)).toBe(variant);
});

describe('the customer fields that a payment requires', () => {
  const plain = { amountMinor: 1000, currency: 'UAH', hasTaxId: false };
  const ALL = ['firstName', 'lastName', 'email', 'phone'];
  const CONTACT = ['email', 'phone'];

  it.each([
    ['direct', {}, ALL],
    ['hosted', {}, CONTACT],
    ['hosted', { igaming: true }, ALL],
    ['hosted', { microfinance: true }, [...ALL, 'birthday']],
    ['hosted', { microfinance: true, hasTaxId: true }, ALL],
    ['hosted', { microfinance: true, amountMinor: 3_000_000 }, [...ALL, 'birthday']],
    ['hosted', { microfinance: true, amountMinor: 3_000_001 }, [...ALL, 'taxId']],
    ['hosted', { microfinance: true, amountMinor: 3_000_001, currency: 'EUR' }, [...ALL, 'birthday']],
    ['direct-lookup', { microfinance: true }, []],
    ['hosted-lookup', { igaming: true, microfinance: true }, []],
    ['split-direct', { igaming: true }, ALL],
    ['split-hosted', { igaming: true }, CONTACT],
    ['split-hosted', { microfinance: true }, [...CONTACT, 'birthday']],
  ] as const)('%s with %j are %j', (variant, terms, fields) => {
    expect(requiredCustomer(variant, { ...plain, ...terms })).toEqual(fields);
  });
});
