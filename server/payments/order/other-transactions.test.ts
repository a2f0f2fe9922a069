import { describe, expect, it } from 'vitest';
import type { Fact } from './journal.ts';
import type { Report } from './report.ts';
import {
  answered,
  begun,
  reported,
  reportedOperation,
  resolvedAs,
  stateOf,
  unanswered,
} from './test-entries.ts';

const UNKNOWN: Fact[] = [begun(), unanswered('attempt-1')];
const FIRST = { transactionId: 'transaction-1', gatewayPaymentId: 'payment-1' };
const SECOND = { transactionId: 'transaction-2', gatewayPaymentId: 'payment-2' };
const PAID: Fact[] = [begun(), answered('attempt-1', FIRST)];
const RECURRING = { recurring: { id: 'subscription-1', status: 'active' } };

/** The effect of a report after some facts. */
const effect = (facts: readonly Fact[], over: Partial<Report>) =>
  stateOf(...facts, reported(over)).effects.at(-1);

describe('a further charge of the subscription that a payment began', () => {
  it.each<[string, Partial<Report>, string]>([
    ['another transaction is kept', { transactionId: 'transaction-2' }, 'ignored'],
    ['another transaction is kept, also as a failure', { ...SECOND, status: 'failure' }, 'ignored'],
    ['the same transaction in capitals is the payment', { transactionId: 'TRANSACTION-1' }, 'unchanged'],
    [
      'the same transaction counts, whatever its payment',
      { ...FIRST, gatewayPaymentId: 'payment-2' },
      'disputed',
    ],
    ['without a transaction another payment is kept', { gatewayPaymentId: 'payment-2' }, 'ignored'],
    ['without a transaction the same payment counts', { gatewayPaymentId: 'payment-1' }, 'unchanged'],
    ['another transaction of another method contradicts', { ...SECOND, method: 'auth' }, 'disputed'],
  ])('%s', (_what, over, what) => {
    expect(effect(PAID, over)).toBe(what);
  });

  it('cannot be before the payment has succeeded, nor after it has failed', () => {
    const ended = (status: 'pending' | 'failure') => [begun(), answered('attempt-1', { ...FIRST, status })];
    expect(effect(ended('pending'), { transactionId: 'transaction-2' })).toBe('applied');
    expect(effect(ended('failure'), { transactionId: 'transaction-2' })).toBe('disputed');
  });

  it('is recognised by its payment if no transaction of ours is known', () => {
    const paid = [begun(), answered('attempt-1', { gatewayPaymentId: 'payment-1' })];
    expect(effect(paid, SECOND)).toBe('ignored');
    // The first report that names our transaction is applied.
    expect(effect(paid, { ...SECOND, gatewayPaymentId: 'payment-1' })).toBe('applied');
  });

  it('is not recognised if the payment was only manually resolved as successful', () => {
    const pending = [begun(), answered('attempt-1', { ...FIRST, status: 'pending' as const })];
    const decided = [...pending, resolvedAs('attempt-1', 'success')];
    expect(effect(decided, { transactionId: 'transaction-2', status: 'failure' })).toBe('disputed');
  });
});

describe('a report that names a subscription', () => {
  it.each<[string, Partial<Report>, string]>([
    ['of another payment is kept', SECOND, 'ignored'],
    [
      'of another payment is kept, whatever its transaction',
      { ...FIRST, gatewayPaymentId: 'payment-2' },
      'ignored',
    ],
    ['of the payment itself counts', FIRST, 'unchanged'],
    ['of the transaction that paid contradicts it', { ...FIRST, status: 'failure' }, 'disputed'],
    ['of another method is forgiven', { ...FIRST, method: 'auth' }, 'ignored'],
    ['of no transaction is forgiven', { gatewayPaymentId: 'payment-1', status: 'failure' }, 'ignored'],
  ])('%s', (_what, over, what) => {
    expect(effect(PAID, { ...RECURRING, ...over })).toBe(what);
  });

  it('is forgiven where nothing is known of our transaction', () => {
    expect(effect([begun(), answered('attempt-1')], { ...RECURRING, ...FIRST, status: 'failure' })).toBe(
      'ignored',
    );
    expect(effect([begun(), answered('attempt-1')], { ...FIRST, status: 'failure' })).toBe('disputed');
  });

  it('may be the first that is reported of the payment', () => {
    expect(effect(UNKNOWN, { ...RECURRING, ...FIRST })).toBe('applied');
  });
});

describe('a report of a kind', () => {
  it.each([
    ['with which no payment begins is kept', 'credit', 'ignored'],
    ['with which another payment begins contradicts', 'lookup', 'disputed'],
    ['with which another payment begins contradicts', 'auth', 'disputed'],
    ['with which ours began counts', 'purchase', 'applied'],
  ])('%s: %s', (_what, method, what) => {
    expect(effect(UNKNOWN, { method })).toBe(what);
  });
});

describe("an operation's report", () => {
  const paid = [begun(), answered('attempt-1', FIRST)];
  const learnt = (over: Partial<Report>) =>
    stateOf(...paid, reportedOperation('operation-1', over)).operations.length === 1;

  it.each<[string, Partial<Report>, boolean]>([
    ['of the same payment counts', { gatewayPaymentId: 'payment-1' }, true],
    ['that names no payment counts', {}, true],
    ['that names no project and no currency counts', { posId: null, currency: null }, true],
    ['of another project does not', { posId: 'another' }, false],
    ['of another payment does not', { gatewayPaymentId: 'payment-2' }, false],
    ['in another currency does not', { currency: 'EUR' }, false],
  ])('%s', (_what, over, counts) => {
    expect(learnt(over)).toBe(counts);
  });

  it('does not count where it comes under the order id of another attempt', () => {
    const fact = reported({ method: 'refund', operationId: 'operation-1', gatewayOrderId: 'attempt-2' });
    const misled = { ...fact, attemptId: 'attempt-1' } as Fact;
    const state = stateOf(...paid, misled);
    expect([state.operations, state.effects.at(-1)]).toEqual([[], 'ignored']);
  });
});
