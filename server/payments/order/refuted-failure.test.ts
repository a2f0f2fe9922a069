import { describe, expect, it } from 'vitest';
import type { Fact, OperationMethod } from './journal.ts';
import { nextDueAt } from './schedule.ts';
import {
  answered,
  begun,
  certain,
  NOON,
  reported,
  reportedOperation,
  resolvedAs,
  stateOf,
  unanswered,
} from './test-entries.ts';

const DISPUTED = 'operation-on-failure';
const NOT_FOUND: Fact[] = [unanswered('attempt-1'), { kind: 'not-found', about: 'attempt-1' }];
const FAILED: Fact[] = [answered('attempt-1', { status: 'failure', statusCode: '4148' })];
const done = (method: OperationMethod, operationId = 'operation-1') =>
  reportedOperation(operationId, { method });

const attemptAfter = (...facts: Fact[]) => certain(stateOf(begun(), ...facts).attempts[0]);

describe('an operation on a payment that we concluded had failed', () => {
  it.each<Fact>([
    { kind: 'not-found', about: 'attempt-1' },
    { kind: 'not-sent', about: 'attempt-1', reason: 'ECONNREFUSED' },
    { kind: 'refused', about: 'attempt-1', refusal: { means: 'busy', code: null, description: 'Busy' } },
  ])('disputes the payment, which is polled again: %o', (conclusion) => {
    for (const method of ['capture', 'void', 'refund'] as const) {
      const state = stateOf(begun(), unanswered('attempt-1'), conclusion, done(method));
      expect(state.effects.at(-1)).toBe('disputed');
      expect(certain(state.attempts[0])).toMatchObject({
        status: 'unknown',
        endedBy: null,
        dispute: DISPUTED,
        statusDescription: null,
      });
      expect(nextDueAt(state, NOON + 60_000)).not.toBeNull();
    }
  });

  it('is settled by the gateway’s report of the payment, unless that is a failure after all', () => {
    const refuted = [...NOT_FOUND, done('refund')];
    expect(attemptAfter(...refuted, reported())).toMatchObject({ status: 'success', dispute: null });
    expect(attemptAfter(...refuted, reported({ status: 'pending' }))).toMatchObject({
      status: 'pending',
      dispute: null,
    });
    const failure = { status: 'failure', endedBy: 'gateway', dispute: DISPUTED };
    expect(attemptAfter(...refuted, reported({ status: 'failure' }))).toMatchObject(failure);
  });

  it('counts also where it was reported before the conclusion', () => {
    const early = [unanswered('attempt-1'), done('refund')];
    expect(attemptAfter(...early)).toMatchObject({ status: 'unknown', dispute: null });
    const concluded = attemptAfter(...early, { kind: 'not-found', about: 'attempt-1' });
    expect(concluded).toMatchObject({ status: 'unknown', dispute: DISPUTED });
  });
});

describe('an operation on a payment that failed according to the gateway', () => {
  it.each(['refund', 'capture'] as const)('disputes it, whichever is reported first: %s', (method) => {
    const disputed = { status: 'failure', endedBy: 'gateway', dispute: DISPUTED };
    expect(attemptAfter(...FAILED, done(method))).toMatchObject(disputed);
    expect(attemptAfter(unanswered('attempt-1'), done(method), ...FAILED)).toMatchObject(disputed);
    expect(attemptAfter(...FAILED, done(method), reported())).toMatchObject({
      dispute: 'contradicting-ends',
    });
  });

  it('agrees with the failure if it is a void: neither leaves money taken', () => {
    const failed = { status: 'failure', endedBy: 'gateway', dispute: null };
    expect(attemptAfter(...FAILED, done('void'))).toMatchObject(failed);
    expect(attemptAfter(unanswered('attempt-1'), done('void'), ...FAILED)).toMatchObject(failed);
    expect(attemptAfter(...NOT_FOUND, done('void'), reported({ status: 'failure' }))).toMatchObject(failed);
  });
});

it.each<[string, Fact]>([
  ['failed', reportedOperation('operation-1', { status: 'failure' })],
  ['is pending', reportedOperation('operation-1', { status: 'pending' })],
  ['is of another project', reportedOperation('operation-1', { posId: 'another' })],
  ['has no id', reportedOperation('operation-1', { operationId: null })],
])('an operation that %s proves nothing', (_what, fact) => {
  for (const failure of [NOT_FOUND, FAILED]) {
    expect(attemptAfter(...failure, fact)).toMatchObject({ status: 'failure', dispute: null });
  }
});

it('an operation of the gateway’s own on a lookup proves nothing', () => {
  const state = stateOf(
    begun({ method: 'lookup' }),
    ...NOT_FOUND,
    done('void'),
    done('refund', 'operation-2'),
  );
  expect(state.attempts).toMatchObject([{ status: 'failure', dispute: null }]);
});

it('an operation on one payment proves nothing about another', () => {
  const state = stateOf(
    begun(),
    ...NOT_FOUND,
    begun({ id: 'attempt-2' }),
    answered('attempt-2', { gatewayOrderId: 'attempt-2' }),
    reportedOperation('operation-1', { gatewayOrderId: 'attempt-2' }),
  );
  expect(state.attempts).toMatchObject([{ status: 'failure', dispute: null }, { status: 'success' }]);
});

it('a manual resolution stands until the gateway reports a further operation', () => {
  const resolved = [...FAILED, done('refund'), resolvedAs('attempt-1', 'failure')];
  expect(attemptAfter(...resolved, done('refund'))).toMatchObject({ status: 'failure', dispute: null });
  expect(attemptAfter(...resolved, done('refund', 'operation-2'))).toMatchObject({
    status: 'unknown',
    dispute: 'contradicting-ends',
  });
});

it.each(['success', 'pending'] as const)(
  'a reopened manual resolution stays disputed after a %s',
  (status) => {
    const reopened = [...FAILED, resolvedAs('attempt-1', 'failure'), done('refund')];
    expect(attemptAfter(...reopened, reported({ status }))).toMatchObject({ dispute: 'contradicting-ends' });
  },
);
