import { describe, expect, it } from 'vitest';
import type { Share } from '../contract/split.ts';
import {
  type Candidates,
  integer,
  isDate,
  isHttpUrl,
  isJsonObject,
  shareViolations,
  violationsOf,
} from './request-rules.ts';

const HOSTED: Candidates = { mode: 'hosted', method: 'purchase', currency: 'UAH' };
const violations = (
  over: Record<string, unknown>,
  amountMinor = 1010,
  rules: Parameters<typeof violationsOf>[2] = { microfinance: false },
) => violationsOf({ ...HOSTED, ...over }, amountMinor, rules).map(({ field, rule }) => `${field} ${rule}`);

describe('a format', () => {
  it.each([
    ['https://shop.example/x', true],
    ['http://shop.example/x', true],
    ['xhttp://shop.example/x', false],
    ['ftp://shop.example/x', false],
    ['shop.example', false],
    [new URL('https://shop.example/'), false],
  ])('of an address holds for %j: %s', (value, holds) => {
    expect(isHttpUrl(value)).toBe(holds);
  });

  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['2026-13-01', false],
    ['2026-02', false],
    ['2026', false],
    ['2026-2-8', false],
    [' 2026-02-28', false],
    ['2026-02-28 ', false],
    [2026, false],
  ])('of a day holds for %j: %s', (value, holds) => {
    expect(isDate(value)).toBe(holds);
  });

  it('of a whole number holds from the least to the most', () => {
    expect([0, 1, 12, 13, 1.5, '1', null].map(integer(1, 12))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('of an object holds for what JSON can carry as it is', () => {
    const nested = (depth: number): object => (depth === 0 ? {} : { deeper: nested(depth - 1) });
    for (const value of [{}, { a: [1, 'b', null, true] }, nested(32)]) expect(isJsonObject(value)).toBe(true);
    const others = [null, [], 'x', { a: 1, b: Number.NaN }, { a: undefined }, { a: () => 1 }, nested(33)];
    for (const value of others) expect(isJsonObject(value)).toBe(false);
  });

  it.each([
    ['4242424242424242', []],
    ['00000000000', ['cc_number format']],
    ['00000000000000000000', ['cc_number format']],
    ['4242424242424243', ['cc_number format']],
    [' 4242424242424242', ['cc_number format']],
    ['4242 4242 4242 4242', ['cc_number format']],
    [4_242_424_242_424_242, ['cc_number format']],
  ])('of a card number is digits with their check digit: %j', (cc_number, expected) => {
    expect(violations({ cc_number })).toEqual(expected);
  });

  it('of the customer’s fields is text', () => {
    expect(violations({ customer_id: 7, customer_email: {} })).toEqual([
      'customer_id format',
      'customer_email format',
    ]);
  });

  it('of the fingerprint is text throughout', () => {
    const browser_fingerprint = {
      browserColorDepth: 24,
      browserLanguage: '',
      browserTimeZone: 'Europe/Kyiv',
    };
    expect(violations({ browser_fingerprint })).toEqual([
      'browser_fingerprint.browserColorDepth required',
      'browser_fingerprint.browserLanguage required',
    ]);
  });
});

describe('of a microfinance customer', () => {
  const rules = { microfinance: true, namesRequired: true };
  const named = { customer_fname: 'Olena', customer_lname: 'Koval' };

  it('the tax id is required above 30 000 UAH, otherwise it or the birthday', () => {
    expect(violations(named, 3_000_001, rules)).toEqual(['customer_tax_id required']);
    expect(violations(named, 3_000_000, rules)).toEqual(['customer_birthday birthday-or-tax-id']);
    expect(violations({ ...named, currency: 'EUR' }, 3_000_001, rules)).toEqual([
      'customer_birthday birthday-or-tax-id',
    ]);
    expect(violations({ ...named, customer_tax_id: '1234567890' }, 3_000_001, rules)).toEqual([]);
  });

  it('nothing is required for a card verification', () => {
    expect(violations({ method: 'lookup' }, 3_000_001, rules)).toEqual([]);
  });
});

it('shares that are none are named, beside others that are', () => {
  const share = { subMerchantId: '1f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', amountMinor: 1010 };
  const named = (...shares: unknown[]) =>
    shareViolations(shares as Share[], 1010).map(({ field, rule }) => `${field} ${rule}`);
  expect(named(share)).toEqual([]);
  expect(named(7, share)).toEqual(['split.0 required']);
  expect(named(null, share)).toEqual(['split.0 required']);
  expect(named(share, { ...share, subMerchantId: share.subMerchantId.toUpperCase() })).toEqual([
    'split.1.sub_merchant_id duplicate',
  ]);
});
