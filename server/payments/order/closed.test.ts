import { expect, it } from 'vitest';
import { isClosed } from './closed.ts';
import type { Fact } from './journal.ts';
import {
  answered,
  begun,
  NOON,
  reported,
  requested,
  stateOf,
  parameters,
  unanswered,
} from './test-entries.ts';

const YEARS_LATER = NOON + 3 * 366 * 86_400_000;
const PAID: Fact[] = [begun(), answered('attempt-1')];
const closed = (...facts: Fact[]) => isClosed(stateOf(...facts), YEARS_LATER);

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
