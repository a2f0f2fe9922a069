import { expect, it } from 'vitest';
import { totalsOf } from './totals.ts';

const entry = (createdAt: string, currency: string, ...amounts: string[]) => ({
  createdAt,
  currency,
  amounts,
});

it('money is added up exactly, by day in UTC and by currency, the days together at the end', () => {
  const entries = [
    entry('2026-06-16T00:00:00.000Z', 'UAH', '0.10', '0.00'),
    entry('2026-06-15T23:59:59.999Z', 'UAH', '0.20', '0.00'),
    entry('2026-06-15T12:00:00.000Z', 'JPY', '500', '20'),
    entry('2026-06-15T00:00:00.000Z', 'UAH', '0.10', '0.05'),
  ];
  expect(totalsOf(entries)).toEqual([
    { day: '2026-06-16', currency: 'UAH', sums: [10, 0] },
    { day: '2026-06-15', currency: 'UAH', sums: [30, 5] },
    { day: '2026-06-15', currency: 'JPY', sums: [500, 20] },
    { day: '', currency: 'UAH', sums: [40, 5] },
    { day: '', currency: 'JPY', sums: [500, 20] },
  ]);
});

it('days on which no money was moved are left out', () => {
  expect(totalsOf([entry('2026-06-15T12:00:00.000Z', 'UAH', '0', '0.00')])).toEqual([]);
});
