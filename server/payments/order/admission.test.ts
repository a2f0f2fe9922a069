import { describe, expect, it } from 'vitest';
import {
  attemptsLeft,
  blockingAttempt,
  chargedAttempt,
  currentAttempt,
  isContradicted,
  isInDoubt,
  MAX_ATTEMPTS,
} from './admission.ts';
import type { Fact } from './journal.ts';
import type { Report } from './report.ts';
import {
  answered,
  begun,
  reported,
  reportedOperation,
  requested,
  stateOf,
  parameters,
  unanswered,
} from './test-entries.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];
const FAILED: Fact[] = [begun(), answered('attempt-1', { status: 'failure' })];
const OPEN: Fact[] = [begun(), unanswered('attempt-1')];
const second = (over: Partial<Report> = {}): Fact[] => [
  begun({ id: 'attempt-2' }),
  answered('attempt-2', { gatewayOrderId: 'attempt-2', ...over }),
];
const CONTRADICTED = [...PAID, reported({ status: 'failure' })];
/** The second one has paid, and then the first one turns out to be paid too. */
const TWICE = [...OPEN, ...second(), reported()];
const REVERSAL = requested({ origin: 'reversal', amountMinor: 1010 });
const REVERSED = answered('request-1', { method: 'refund', operationId: 'operation-1', amountMinor: 1010 });
const updatedOver = (amountMinor: number): Fact => ({
  kind: 'order-updated',
  parameters: parameters({ amountMinor }),
});

/** A refund was sent, and the order got its former terms again before the end of it was known. */
const REFUNDING = [
  ...PAID,
  requested({ amountMinor: 1010 }),
  unanswered('request-1'),
  updatedOver(2020),
  updatedOver(1010),
];
const REFUNDED = reportedOperation('operation-1', { amountMinor: 1010 });

const blockedBy = (...facts: Fact[]) => blockingAttempt(stateOf(...facts))?.id ?? null;
const current = (...facts: Fact[]) => currentAttempt(stateOf(...facts))?.id ?? null;
const charged = (...facts: Fact[]) => chargedAttempt(stateOf(...facts))?.id ?? null;

it('an order may be tried ten times; what never reached the gateway does not count', () => {
  expect(attemptsLeft(stateOf())).toBe(MAX_ATTEMPTS);
  expect(attemptsLeft(stateOf(...FAILED))).toBe(9);
  expect(attemptsLeft(stateOf(begun(), { kind: 'not-sent', about: 'attempt-1', reason: 'ENOTFOUND' }))).toBe(
    10,
  );
  const many = Array.from({ length: 12 }, (_, index) => begun({ id: `attempt-${index}` }));
  expect(attemptsLeft(stateOf(...many))).toBe(0);
});

it('what is disputed is in doubt, or contradicted where it has succeeded', () => {
  const facts = (status: 'success' | 'failure' | 'unknown', dispute: 'amount-mismatch' | null) => {
    const one = { status, dispute };
    return [isInDoubt(one), isContradicted(one)];
  };
  expect(facts('success', null)).toEqual([false, false]);
  expect(facts('success', 'amount-mismatch')).toEqual([false, true]);
  expect(facts('failure', null)).toEqual([false, false]);
  expect(facts('failure', 'amount-mismatch')).toEqual([true, false]);
  expect(facts('unknown', 'amount-mismatch')).toEqual([true, false]);
});

describe('a new attempt', () => {
  it.each<[string, Fact[], string | null]>([
    ['may begin where there is none', [], null],
    ['may begin after a failure', FAILED, null],
    ['waits for one that is open', OPEN, 'attempt-1'],
    ['waits for one that is disputed', [...OPEN, reported({ amountMinor: 5 })], 'attempt-1'],
    ['waits for a failure that is disputed', [...FAILED, reported()], 'attempt-1'],
    ['waits for one that is contradicted', CONTRADICTED, 'attempt-1'],
    [
      'waits for one that is contradicted, also over other terms',
      [...CONTRADICTED, updatedOver(2020)],
      'attempt-1',
    ],
    [
      'waits for the one that is open rather than for one that is doubted',
      [...CONTRADICTED, begun({ id: 'attempt-2' })],
      'attempt-2',
    ],
    ['may not begin where the order is paid', PAID, 'attempt-1'],
    [
      'may not begin where its money was refunded: it was paid',
      [...PAID, reportedOperation('operation-1', { amountMinor: 1010 })],
      'attempt-1',
    ],
    ['may begin where the order is over other terms since', [...PAID, updatedOver(2020)], null],
    [
      'may begin where the order was updated after a refund',
      [
        ...PAID,
        reportedOperation('operation-1', { amountMinor: 1010 }),
        updatedOver(2020),
        updatedOver(1010),
      ],
      null,
    ],
    [
      'waits for a refund that is open, for as long as nobody knows whether the order is paid',
      REFUNDING,
      'attempt-1',
    ],
    ['may begin once that refund has succeeded', [...REFUNDING, REFUNDED], null],
  ])('%s', (_what, facts, blocking) => {
    expect(blockedBy(...facts)).toBe(blocking);
  });

  it('waits for a duplicate as long as it is being reversed', () => {
    const paidElsewhere = [...TWICE, updatedOver(2020)];
    expect(blockedBy(...paidElsewhere, REVERSAL)).toBe('attempt-1');
    expect(blockedBy(...paidElsewhere, REVERSAL, REVERSED)).toBe(null);
  });

  it('does not wait for a contradicted success that was reversed', () => {
    const facts = [...TWICE, REVERSAL, REVERSED, updatedOver(2020)];
    expect(blockedBy(...facts, reported({ status: 'failure' }))).toBe(null);
  });
});

describe('the state of an order is determined by', () => {
  it.each<[string, Fact[], string | null]>([
    ['nothing without an attempt', [], null],
    [
      'the attempt that pays it, whatever came later',
      [...PAID, ...second({ status: 'failure' })],
      'attempt-1',
    ],
    ['the attempt that pays it, rather than one that is open', [...OPEN, ...second()], 'attempt-2'],
    ['a contradicted success', [...CONTRADICTED, ...second({ status: 'failure' })], 'attempt-1'],
    [
      'a contradicted success, rather than one that is open',
      [...CONTRADICTED, begun({ id: 'attempt-2' })],
      'attempt-1',
    ],
    [
      'no contradicted success that was reversed',
      [...TWICE, REVERSAL, REVERSED, reported({ status: 'failure' }), updatedOver(2020)],
      null,
    ],
    ['the one that is open', [...OPEN, ...second({ status: 'failure' })], 'attempt-1'],
    ['the latest failure otherwise', [...FAILED, ...second({ status: 'failure' })], 'attempt-2'],
    ['no success over other terms', [...FAILED, ...second(), updatedOver(2020)], 'attempt-1'],
    ['no duplicate that is being reversed', [...TWICE, REVERSAL, updatedOver(2020)], null],
  ])('%s', (_what, facts, id) => {
    expect(current(...facts)).toBe(id);
  });
});

describe('the money that the merchant can move is that of', () => {
  it.each<[string, Fact[], string | null]>([
    ['nothing without a success', FAILED, null],
    ['the attempt that pays', TWICE, 'attempt-2'],
    ['a success over other terms that stands alone', [...PAID, updatedOver(2020)], 'attempt-1'],
    ['the latest of several of these', [...TWICE, updatedOver(2020)], 'attempt-2'],
    ['none that is disputed', CONTRADICTED, null],
    ['none that is being reversed', [...TWICE, REVERSAL, updatedOver(2020)], 'attempt-2'],
  ])('%s', (_what, facts, id) => {
    expect(charged(...facts)).toBe(id);
  });
});
