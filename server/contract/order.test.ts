import { describe, expect, it } from 'vitest';
import { orderSchema, unusableFields } from './order.ts';
import { WHOLE_CUSTOMER } from './testing/fixtures.ts';

const LEAST = { id: 'order-7', amount: '10.10', currency: 'UAH', description: 'Two books' };
const SHOP = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const OTHER = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8c';
const SHOPS = [SHOP, OTHER, '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8d'];

/** A list in a list, and so on. */
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** "path code" of every fault of an order, with the code from zod or the schema. */
function faults(order: unknown): string[] {
  const { error } = orderSchema.safeParse(order);
  return (error?.issues ?? []).map((issue) => {
    const code = issue.code === 'custom' ? String(issue.params?.['code']) : issue.code;
    return `${issue.path.join('.')} ${code}`;
  });
}

describe('an order', () => {
  it('needs an id, an amount, a currency and a description; the rest has defaults', () => {
    expect(orderSchema.parse(LEAST)).toEqual({
      ...LEAST,
      amountMinor: 1010,
      method: 'purchase',
      threeDs: 'supported',
      customer: {},
      rules: {},
    });
    for (const name of ['id', 'amount', 'currency', 'description'] as const) {
      expect(faults({ ...LEAST, [name]: undefined })).toEqual([expect.stringMatching(`^${name} `)]);
    }
  });

  it('loses what could be a card number from its description, which is kept and shown', () => {
    const description = 'Two books, paid with 4242 4242 4242 4242';
    expect(orderSchema.parse({ ...LEAST, description }).description).toBe('Two books, paid with [removed]');
  });

  it.each([null, [], {}])('has no customer where %j stands for one', (customer) => {
    expect(orderSchema.parse({ ...LEAST, customer }).customer).toEqual({});
    expect(unusableFields({ ...LEAST, customer })).toEqual([]);
  });

  it('takes everything that the contract names', () => {
    const full = {
      ...LEAST,
      method: 'purchase',
      modes: ['direct', 'hosted'],
      threeDs: 'always',
      brands: ['visa', 'prostir'],
      split: [
        { subMerchantId: SHOP, amount: '7' },
        { subMerchantId: OTHER, amount: '3.10' },
      ],
      products: [{ id: 1, name: 'Book', taxes: [{ type: 'vat', prc: 20 }] }],
      payload: 'x'.repeat(4000),
      mcc: '5942',
      validationUrl: 'https://shop.example/validate',
      orderTimeout: 900,
      lang: 'PT_BR',
      customer: WHOLE_CUSTOMER,
      rules: { microfinance: true, igaming: true },
      returnUrl: 'http://localhost:3000/thanks',
    };
    expect(orderSchema.parse(full)).toEqual({ ...full, amountMinor: 1010 });
  });

  it.each<[string, object]>([
    ['id invalid_format', { id: '' }],
    ['id order-id-too-long', { id: 'x'.repeat(33) }],
    ['id invalid_format', { id: 'a/b' }],
    ['id invalid_format', { id: 'order\n' }],
    ['id invalid_format', { id: '..' }],
    ['id invalid_type', { id: 7 }],
    ['amount invalid_type', { amount: 10.1 }],
    ['amount not-positive', { amount: '0' }],
    ['amount too-many-decimals', { amount: '0.5', currency: 'JPY' }],
    ['currency unknown-currency', { currency: 'uah' }],
    ['description too_small', { description: '  ' }],
    ['description too_big', { description: 'x'.repeat(2049) }],
    ['method invalid_value', { method: 'refund' }],
    ['modes too_small', { modes: [] }],
    ['brands.0 invalid_value', { brands: ['Visa'] }],
    ['payload too_big', { payload: 'x'.repeat(4001) }],
    ['mcc invalid_format', { mcc: '594' }],
    ['orderTimeout too_small', { orderTimeout: 0 }],
    ['orderTimeout invalid_type', { orderTimeout: 1.5 }],
    ['lang unknown-language', { lang: 'uk-UA' }],
    ['products invalid_type', { products: {} }],
    ['products.1 invalid_type', { products: [{}, ['book']] }],
    ['products.0 invalid_type', { products: [null] }],
    ['products.1 too-deep', { products: [{}, { taxes: nested(9) }] }],
    ['threeDs invalid_value', { threeDs: 'sometimes' }],
    ['orderTimeout too_big', { orderTimeout: 31_536_001 }],
    ['returnUrl invalid_format', { returnUrl: '/thanks' }],
    ['validationUrl invalid_format', { validationUrl: 'ftp://shop.example' }],
    ['customer invalid_type', { customer: ['Olena'] }],
    ['customer.id surrounding-white-space', { customer: { id: 'C-1 ', email: 'nobody' } }],
    ['customer unrecognized_keys', { customer: { first_name: 'Olena' } }],
    ['rules.igaming invalid_value', { rules: { igaming: false } }],
    [' unrecognized_keys', { amountMinor: 1 }],
  ])('is refused for "%s" (%#)', (fault, change) => {
    expect(faults({ ...LEAST, ...change })).toEqual([fault]);
  });

  it('takes the test currency, ids with dots, languages in upper or lower case, and no products at all', () => {
    const changes = [
      { currency: 'XTS', id: 'v1.2' },
      { id: '...' },
      { products: [] },
      { lang: 'EN' },
      { lang: 'zh_ha' },
    ];
    for (const change of changes) expect(faults({ ...LEAST, ...change })).toEqual([]);
    expect(orderSchema.parse({ ...LEAST, id: '007' }).id).toBe('007');
  });
});

describe('a split', () => {
  const split = (...amounts: string[]) => ({
    ...LEAST,
    split: amounts.map((amount, index) => ({ subMerchantId: SHOPS[index], amount })),
  });

  it('adds up to the amount, without a float in between', () => {
    expect(faults(split('10.10'))).toEqual([]);
    expect(faults(split('0.10', '0.20', '9.80'))).toEqual([]);
    expect(faults({ ...split('0.10', '0.20'), amount: '0.30' })).toEqual([]);
  });

  it.each([
    ['less', ['10.09'], 'split does-not-add-up'],
    ['more', ['10.10', '0.01'], 'split does-not-add-up'],
    ['nothing for one', ['10.10', '0'], 'split.1.amount not-positive'],
    ['no number', ['ten', '10.10'], 'split.0.amount not-a-decimal'],
  ])('is refused with %s', (_, amounts, fault) => {
    expect(faults(split(...amounts))).toEqual([fault]);
  });

  it('names no sub-merchant twice, in upper case neither', () => {
    const shares = [SHOP, SHOP.toUpperCase()].map((subMerchantId) => ({ subMerchantId, amount: '5.05' }));
    expect(faults({ ...LEAST, split: shares })).toEqual(['split.1.subMerchantId duplicate-sub-merchant']);
  });

  it('has the decimals of the order’s currency', () => {
    expect(faults({ ...split('7', '3'), amount: '10', currency: 'JPY' })).toEqual([]);
    expect(faults({ ...split('7.5', '2.5'), amount: '10', currency: 'JPY' })).toHaveLength(2);
  });

  it('is for a purchase alone', () => {
    for (const method of ['auth', 'lookup'])
      expect(faults({ ...split('10.10'), method })).toEqual(['split only-for-purchase']);
  });

  it('names at least one sub-merchant by its UUID', () => {
    const ofShop = [{ subMerchantId: '7', amount: '10.10' }];
    expect(faults({ ...LEAST, split: [] })).toEqual(['split too_small']);
    expect(faults({ ...LEAST, split: ofShop })).toEqual(['split.0.subMerchantId invalid_format']);
  });
});
