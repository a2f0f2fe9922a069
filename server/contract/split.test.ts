import { expect, it } from 'vitest';
import { sharesOf, sumOf } from './split.ts';

const ANNA = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';

it('shares are read as minor units, and add up', () => {
  const shares = sharesOf([{ subMerchantId: ANNA, amount: '7.5' }], 'UAH');
  expect(shares).toEqual([{ subMerchantId: ANNA, amountMinor: 750 }]);
  expect(sumOf([...shares, { amountMinor: 5 }])).toBe(755);
  expect(sumOf([])).toBe(0);
});

it('a share without a valid amount is not read', () => {
  expect(() => sharesOf([{ subMerchantId: ANNA, amount: '7,5' }], 'UAH')).toThrow(RangeError);
});
