import { describe, expect, it } from 'vitest';
import { approvalOf, approvalOverTime, declinesOf, timeToPayOf } from './figures.ts';

const START = Date.parse('2026-06-15T12:00:00.000Z');
const payment = (
  status: 'success' | 'failure' | 'pending',
  over: { code?: string; at?: number; took?: number } = {},
) => ({
  status,
  statusCode: over.code ?? null,
  createdAt: new Date(START + (over.at ?? 0) * 1000).toISOString(),
  updatedAt: new Date(START + ((over.at ?? 0) + (over.took ?? 0)) * 1000).toISOString(),
});

describe('the approval rate', () => {
  it('is that of the payments that have ended', () => {
    const list = [
      payment('success'),
      payment('success'),
      payment('success'),
      payment('failure'),
      payment('pending'),
    ];
    expect(approvalOf(list)).toEqual({ succeeded: 3, failed: 1, open: 1, rate: 0.75 });
    expect(approvalOf([payment('pending')]).rate).toBeNull();
  });

  it('is shown over time, every payment in one piece', () => {
    const list = [
      payment('success', { at: 0 }),
      payment('failure', { at: 5 }),
      payment('success', { at: 10 }),
    ];
    const pieces = approvalOverTime(list, 2);
    expect(pieces.map(({ succeeded, failed }) => [succeeded, failed])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect(pieces.map(({ from }) => from - START)).toEqual([0, 5000]);
    expect(approvalOverTime([payment('success')], 4).map(({ succeeded }) => succeeded)).toEqual([1, 0, 0, 0]);
    expect(approvalOverTime([], 4)).toEqual([]);
  });
});

it('declines are counted by reason, the commonest first', () => {
  const list = [
    payment('failure', { code: '4153' }),
    payment('failure', { code: '4009' }),
    payment('failure', { code: '4155' }),
    payment('failure'),
    payment('success', { code: '1000' }),
  ];
  expect(declinesOf(list)).toEqual([
    { reason: 'declined', count: 2 },
    { reason: 'funds', count: 1 },
    { reason: 'generic', count: 1 },
  ]);
});

describe('the time to pay', () => {
  it('is that of successes, in pieces and in the middle', () => {
    const list = [1, 2, 4, 700].map((took) => payment('success', { took }));
    const { pieces, medianS } = timeToPayOf([...list, payment('failure', { took: 9 })]);
    expect(medianS).toBe(3);
    expect(pieces.map(({ count }) => count)).toEqual([1, 1, 1, 0, 0, 0, 1]);
    expect(timeToPayOf([payment('success', { took: 5 })]).medianS).toBe(5);
    expect(timeToPayOf([]).medianS).toBeNull();
  });
});
