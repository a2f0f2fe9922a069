import { expect, test } from 'vitest';
import { type Movement, accountBalance, terminalBalance } from './balances.ts';

const DAY = 86_400_000;
const NOW = 1000 * DAY;
const SHARES = [
  { subMerchantId: 'a', amountMinor: 7000 },
  { subMerchantId: 'b', amountMinor: 3000 },
];

function moved(kind: Movement['kind'], amountMinor: number, more: Partial<Movement> = {}): Movement {
  return { kind, paymentId: 'payment-1', currency: 'UAH', amountMinor, split: null, at: NOW, ...more };
}

const refund = (amountMinor: number, more: Partial<Movement> = {}) => moved('refund', amountMinor, more);

test.each<[what: string, movements: Movement[], available: number, reserve: number]>([
  ['nothing', [], 0, 0],
  ['a purchase', [moved('purchase', 10_000)], 9300, 500],
  ['a capture', [moved('auth', 10_000), moved('capture', 4000)], 3720, 200],
  ['an auth', [moved('auth', 10_000)], 0, 0],
  ['an auth and its void', [moved('auth', 10_000), moved('void', 10_000)], 0, 0],
  ['a lookup', [moved('lookup', 100)], 0, 0],
  ['a p2p transfer', [moved('p2p', 100)], 0, 0],
  ['a credit', [moved('credit', 2500)], -2500, 0],
  ['a purchase and a part of it back', [moved('purchase', 10_000), refund(4000)], 5460, 300],
  ['a purchase and all of it back', [moved('purchase', 10_000), refund(10_000)], -300, 0],
  [
    'a credit after a purchase, which frees no reserve',
    [moved('purchase', 10_000), moved('credit', 5000)],
    4300,
    500,
  ],
  ['a purchase split whole', [moved('purchase', 10_000, { split: SHARES })], 0, 0],
  ['a purchase split in part', [moved('purchase', 20_000, { split: SHARES })], 9300, 500],
  [
    'a split purchase and a share of it back',
    [moved('purchase', 10_000, { split: SHARES }), refund(3000, { split: SHARES.slice(1) })],
    0,
    0,
  ],
])('%s leaves what it should on the account', (_what, movements, availableMinor, reserveMinor) => {
  expect(accountBalance(movements, NOW)).toEqual({ availableMinor, reserveMinor });
});

test('refunds in parts free exactly the reserve that the payment had, whatever the rounding', () => {
  const movements = [moved('purchase', 9999), refund(3333), refund(3333), refund(3333)];
  expect(accountBalance(movements, NOW).reserveMinor).toBe(0);
});

test('what was held is available after 180 days, and not a moment before', () => {
  const movements = [moved('purchase', 10_000)];
  expect(accountBalance(movements, NOW + 180 * DAY - 1)).toEqual({ availableMinor: 9300, reserveMinor: 500 });
  expect(accountBalance(movements, NOW + 180 * DAY)).toEqual({ availableMinor: 9800, reserveMinor: 0 });
});

test('a refund after the reserve was freed takes no reserve of another payment', () => {
  const late = { at: NOW + 170 * DAY };
  const other = { paymentId: 'payment-2', ...late };
  const movements = [moved('purchase', 10_000), refund(10_000, late), moved('purchase', 2000, other)];
  expect(accountBalance(movements, NOW + 181 * DAY).reserveMinor).toBe(100);
});

test('amounts of fifteen digits lose nothing', () => {
  const movements = [moved('purchase', 999_999_999_999_999)];
  expect(accountBalance(movements, NOW)).toEqual({
    availableMinor: 930_000_000_000_000 - 1,
    reserveMinor: 50_000_000_000_000,
  });
});

test('a terminal has whole amounts, those of sub-merchants too, and no fees', () => {
  const movements = [
    moved('purchase', 10_000, { split: SHARES }),
    moved('auth', 500),
    moved('capture', 500),
    refund(3000, { split: SHARES.slice(1) }),
    moved('credit', 100),
  ];
  expect(terminalBalance(movements)).toBe(7400);
});
