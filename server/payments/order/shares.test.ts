import { expect, it } from 'vitest';
import { sameId, sharesOf, sumOf } from './shares.ts';

const ANNA = '00000000-0000-4000-8000-00000000000a';

it('shares are read as minor units, and nothing else is taken for an amount', () => {
  expect(sharesOf([{ subMerchantId: ANNA, amount: '7.5' }], 'UAH')).toEqual([
    { subMerchantId: ANNA, amountMinor: 750 },
  ]);
  expect(() => sharesOf([{ subMerchantId: ANNA, amount: '7,5' }], 'UAH')).toThrow(RangeError);
});

it('shares add up', () => {
  expect(sumOf([])).toBe(0);
  expect(
    sumOf([
      { subMerchantId: ANNA, amountMinor: 750 },
      { subMerchantId: 'borys', amountMinor: 5 },
    ]),
  ).toBe(755);
});

it('the id of a sub-merchant is the same in any case', () => {
  expect([sameId(ANNA, ANNA.toUpperCase()), sameId(ANNA.toUpperCase(), ANNA), sameId(ANNA, 'borys')]).toEqual(
    [true, true, false],
  );
});
