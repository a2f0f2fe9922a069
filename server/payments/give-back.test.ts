import { expect, it } from 'vitest';
import { toGiveBack } from './give-back.ts';
import type { Payment } from './payment.ts';
import { ANNA, BORYS, operation } from './test-operations.ts';

const split = [
  { subMerchantId: ANNA, amountMinor: 700 },
  { subMerchantId: BORYS, amountMinor: 310 },
];
const payment = (over: Partial<Payment>) =>
  ({ method: 'purchase', amountMinor: 1010, split: null, paidMinor: null, ...over }) as Payment;
const part = operation({ status: 'success', amountMinor: 300 });

it.each([
  ['the whole', payment({}), [], { amountMinor: 1010, split: null, whole: true, clear: true }],
  ['what was paid', payment({ paidMinor: 900 }), [], { amountMinor: 900, whole: true }],
  ['every share, which add up', payment({ split, paidMinor: 900 }), [], { amountMinor: 1010, split }],
  ['the rest', payment({}), [part], { amountMinor: 710, whole: false, clear: true }],
  [
    'the rest of the shares',
    payment({ split }),
    [{ ...part, amountMinor: 310, split: split.slice(1) }],
    { amountMinor: 700, split: split.slice(0, 1), whole: false, clear: true },
  ],
  ['shares that nobody can tell', payment({ split }), [part], { amountMinor: 710, clear: false }],
  ['nothing of a lookup', payment({ method: 'lookup' }), [], null],
])('gives back %s', (_what, of, operations, expected) => {
  if (expected) expect(toGiveBack(of, operations)).toMatchObject(expected);
  else expect(toGiveBack(of, operations)).toBeNull();
});
