import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderSchema } from '../../contract/order.ts';
import type { Fact, Terms } from './journal.ts';
import { certain, NOON, stateOf, parameters } from './test-entries.ts';
import { paysFor, sameTerms, classifyToken, parametersOf, termsOf } from './terms.ts';

const NOW_S = NOON / 1_000;
const over = (amountMinor: number): Terms => ({
  amountMinor,
  currency: 'UAH',
  method: 'purchase',
  split: null,
});
const orderUpdated = (amountMinor: number, issuedAt: number, by: 'token' | 'api' = 'token'): Fact => ({
  kind: 'order-updated',
  parameters: parameters({
    amountMinor,
    issuedAt,
    by,
  }),
});

describe('a token', () => {
  it('states an order that nothing is known of', () => {
    expect(classifyToken(stateOf(), { terms: over(1010), issuedAt: null })).toBe('newer');
  });

  it.each([
    ['a newer iat replaces what stands', 2020, NOW_S + 1, 'newer'],
    ['a newer iat counts from later on, over the same terms too', 1010, NOW_S + 1, 'newer'],
    ['an older iat with other terms is stale', 2020, NOW_S - 1, 'stale'],
    ['an older iat with the same terms states what stands', 1010, NOW_S - 1, 'current'],
    ['the same iat with other terms counts from when it is first seen', 2020, NOW_S, 'newer'],
    ['the same iat with the same terms states what stands', 1010, NOW_S, 'current'],
    ['without iat other terms count from when they are first seen', 2020, null, 'newer'],
    ['without iat the same terms state what stands', 1010, null, 'current'],
  ])('%s', (_what, amountMinor, issuedAt, standing) => {
    expect(classifyToken(stateOf(orderUpdated(1010, NOW_S)), { terms: over(amountMinor), issuedAt })).toBe(
      standing,
    );
  });

  it('that was replaced does not count as new when it is seen again', () => {
    const state = stateOf(orderUpdated(1010, NOW_S), orderUpdated(2020, NOW_S));
    expect(classifyToken(state, { terms: over(1010), issuedAt: null })).toBe('stale');
    expect(classifyToken(state, { terms: over(1010), issuedAt: NOW_S })).toBe('stale');
    expect(classifyToken(state, { terms: over(1010), issuedAt: NOW_S + 1 })).toBe('newer');
  });
});

it('of tokens with different iats the newest wins, in any order of arrival', () => {
  const tokens = fc.uniqueArray(
    fc.record({ issuedAt: fc.nat(50), amountMinor: fc.constantFrom(1010, 2020, 500) }),
    {
      selector: (one) => one.issuedAt,
      minLength: 1,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(tokens, (all) => {
      const facts: Fact[] = [];
      for (const { issuedAt, amountMinor } of all) {
        const standing = classifyToken(stateOf(...facts), { terms: over(amountMinor), issuedAt });
        if (standing === 'newer') facts.push(orderUpdated(amountMinor, issuedAt));
      }
      const newest = certain([...all].sort((one, other) => other.issuedAt - one.issuedAt)[0]);
      expect(certain(stateOf(...facts).parameters).amountMinor).toBe(newest.amountMinor);
    }),
    { numRuns: 1_000, seed: 20_260_615 },
  );
}, 120_000);

it('an update by the API counts from later on than every token before it', () => {
  const state = stateOf(orderUpdated(1010, NOW_S), orderUpdated(2020, NOW_S, 'api'));
  expect(certain(state.parameters)).toMatchObject({ amountMinor: 2020, by: 'api' });
  expect(classifyToken(state, { terms: over(1010), issuedAt: NOW_S })).toBe('stale');
});

it('shares are the same terms in any order and in any case of their ids', () => {
  const split = [
    { subMerchantId: 'anna', amountMinor: 700 },
    { subMerchantId: 'borys', amountMinor: 310 },
  ];
  const upper = split.toReversed().map((one) => ({ ...one, subMerchantId: one.subMerchantId.toUpperCase() }));
  expect(sameTerms({ ...over(1010), split }, { ...over(1010), split: upper })).toBe(true);
  expect(sameTerms({ ...over(1010), split }, over(1010))).toBe(false);
});

describe('the terms of an order', () => {
  const order = orderSchema.parse({
    id: 'order-1',
    amount: '10.10',
    currency: 'UAH',
    description: 'Two books',
    split: [
      { subMerchantId: '00000000-0000-4000-8000-00000000000a', amount: '7.00' },
      { subMerchantId: '00000000-0000-4000-8000-00000000000b', amount: '3.10' },
    ],
  });

  it('are its amount, currency, method and shares, in minor units', () => {
    expect(termsOf(order)).toEqual({
      ...over(1010),
      split: [
        { subMerchantId: '00000000-0000-4000-8000-00000000000a', amountMinor: 700 },
        { subMerchantId: '00000000-0000-4000-8000-00000000000b', amountMinor: 310 },
      ],
    });
    expect(termsOf({ ...order, split: undefined }).split).toBe(null);
  });

  it('count from the `iat` of the token, otherwise from now', () => {
    const orderUpdated = parametersOf(order, 'token', { issuedAt: 5, nowS: 7 });
    expect(orderUpdated).toEqual({
      ...termsOf(order),
      description: 'Two books',
      issuedAt: 5,
      by: 'token',
      linkId: null,
    });
    expect(parametersOf(order, 'api', { issuedAt: null, nowS: 7, linkId: 'page-1' })).toMatchObject({
      issuedAt: 7,
      by: 'api',
      linkId: 'page-1',
    });
  });

  it('are others with another amount, currency, method or division', () => {
    const split = [{ subMerchantId: 'anna', amountMinor: 1010 }];
    expect(sameTerms(over(1010), over(1010))).toBe(true);
    expect(sameTerms(over(1010), over(1011))).toBe(false);
    expect(sameTerms(over(1010), { ...over(1010), currency: 'EUR' })).toBe(false);
    expect(sameTerms(over(1010), { ...over(1010), method: 'auth' })).toBe(false);
    expect(
      sameTerms(
        { ...over(1010), split },
        { ...over(1010), split: [{ ...certain(split[0]), amountMinor: 1 }] },
      ),
    ).toBe(false);
    expect(paysFor({ ...over(1010), split }, over(1010))).toBe(true);
  });
});
