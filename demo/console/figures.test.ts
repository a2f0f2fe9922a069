import { describe, expect, it } from 'vitest';
import { approvalOf, declinesOf, periodsOf } from './figures.ts';

const START = Date.parse('2026-06-15T12:00:00.000Z');
const payment = (
  status: 'success' | 'failure' | 'pending',
  { code = null, at = 0 }: { code?: string | null; at?: number } = {},
) => ({
  status,
  statusCode: code,
  createdAt: new Date(START + at * 1000).toISOString(),
});
const CANCELLED = payment('failure', { code: '6007' });

describe('the approval rate', () => {
  it('is that of the payments that have ended, without cancelled ones', () => {
    const successes = [payment('success'), payment('success'), payment('success')];
    const list = [...successes, payment('failure'), CANCELLED, payment('pending')];
    expect(approvalOf(list)).toEqual({ succeeded: 3, declined: 1, cancelled: 1, open: 1, rate: 0.75 });
    expect(approvalOf([payment('pending')]).rate).toBeNull();
  });

  it.each([3, 30_000, 3_000_000])('over time counts every payment once: within %s s', (seconds) => {
    const list = [0, 0.4, 0.5, 1].map((part) => payment('success', { at: part * seconds }));
    const periods = periodsOf(list);
    expect(periods.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(4);
    expect(periods.every(({ from }, index) => index === 0 || from > (periods[index - 1]?.from ?? 0))).toBe(
      true,
    );
  });

  it('over time is empty without payments', () => {
    expect(periodsOf([])).toEqual([]);
  });
});

describe('the reasons of declines', () => {
  const list = ['4153', '4009', '4155', '4001', '4144', '4010', null].map((code) =>
    payment('failure', { code }),
  );

  it('come with the most frequent one first, and none for what was cancelled', () => {
    expect(declinesOf([...list, CANCELLED], 10)[0]).toEqual({ name: 'Declined by the bank', count: 2 });
    expect(declinesOf([CANCELLED, payment('success')], 10)).toEqual([]);
  });

  it('add up to all declines, where only some are named too', () => {
    const counts = declinesOf(list, 3);
    expect(counts.map(({ name }) => name)).toEqual(['Declined by the bank', 'Insufficient funds', 'Other']);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
  });
});
