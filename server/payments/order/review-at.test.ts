import { describe, expect, it } from 'vitest';
import type { Fact } from './journal.ts';
import { isClosed, isOverdue, reviewAt, reviewItemsAt } from './review.ts';
import {
  answered,
  begun,
  NOON,
  reported,
  reportedOperation,
  requested,
  stateOf,
  parameters,
  unanswered,
} from './test-entries.ts';

const DAY_MS = 86_400_000;
const YEARS_LATER = NOON + 3 * 366 * DAY_MS;
const OPEN: Fact[] = [begun(), unanswered('attempt-1')];
const PAID: Fact[] = [begun(), answered('attempt-1')];
const closed = (...facts: Fact[]) => isClosed(stateOf(...facts), YEARS_LATER);

it('a payment that has been open for a day can be resolved manually', () => {
  expect([isOverdue(NOON, NOON + DAY_MS - 1), isOverdue(NOON, NOON + DAY_MS)]).toEqual([false, true]);
});

describe('an order needs review', () => {
  const since = (...facts: Fact[]) => {
    const at = reviewAt(stateOf(...facts), NOON + DAY_MS);
    return at === null ? null : at - NOON;
  };

  it('for nothing that has ended, and for no page on which no payment has begun', () => {
    expect(since(...PAID)).toBe(null);
    expect(
      since(begun({ mode: 'hosted' }), {
        kind: 'page-opened',
        about: 'attempt-1',
        url: 'https://gateway.example',
      }),
    ).toBe(null);
  });

  it('a day after what has no end', () => {
    expect(since(...OPEN)).toBe(DAY_MS);
    expect(since(begun(), answered('attempt-1', { status: 'pending' }))).toBe(DAY_MS);
    expect(since(begun(), answered('attempt-1', { status: 'init' }))).toBe(DAY_MS);
    expect(since(...PAID, requested(), unanswered('request-1'))).toBe(DAY_MS + 2_000);
    expect(since(...PAID, reportedOperation('operation-1', { status: 'pending' }))).toBe(DAY_MS + 2_000);
  });

  it('at once at what is disputed', () => {
    expect(since(...OPEN, reported({ amountMinor: 1 }))).toBeLessThanOrEqual(2_000);
  });

  it('at once at what the journal dates ahead of a clock that was set back', () => {
    const state = stateOf(...OPEN, reported({ amountMinor: 1 }));
    expect(reviewAt(state, NOON - DAY_MS)).toBe(NOON - DAY_MS);
  });

  it('the list says the same as the time', () => {
    const state = stateOf(...OPEN);
    expect(reviewItemsAt(state, NOON + DAY_MS - 1)).toEqual([]);
    expect(reviewItemsAt(state, NOON + DAY_MS)).toMatchObject([
      { paymentId: 'attempt-1', reason: 'no-report' },
    ]);
  });
});

it('an order is closed once everything of it has ended', () => {
  expect(closed(...PAID)).toBe(true);
  expect(closed({ kind: 'order-updated', parameters: parameters() })).toBe(true);
  expect(closed(begun(), { kind: 'not-sent', about: 'attempt-1', reason: 'ECONNREFUSED' })).toBe(true);
});

it.each<[string, Fact[]]>([
  ['an attempt is open', [begun(), unanswered('attempt-1')]],
  ['an operation is open', [...PAID, requested(), unanswered('request-1')]],
  ['a person is waited for', [...PAID, reported({ status: 'failure' })]],
  [
    'a reversal is due',
    [...PAID, begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })],
  ],
])('is not closed, however old it is, while %s', (_what, facts) => {
  expect(closed(...facts)).toBe(false);
});

it('is not closed before its last entry is old enough', () => {
  const state = stateOf(...PAID);
  expect([isClosed(state, NOON + 1_000), isClosed(state, NOON + 1_001)]).toEqual([false, true]);
});
