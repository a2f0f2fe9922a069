import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from './journal.ts';
import {
  captureCeiling,
  hasOpenOperation,
  isUncaptured,
  moneyState,
  movements,
  refundable,
} from './ledger.ts';
import type { GatewayStatus } from './report.ts';
import {
  answered,
  begun,
  certain,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
  unanswered,
} from './test-entries.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];
const AUTHORIZED: Fact[] = [begun({ method: 'auth' }), answered('attempt-1', { method: 'auth' })];

const leftAfter = (...facts: Fact[]) => {
  const state = stateOf(...PAID, ...facts);
  return refundable(state, certain(state.attempts[0]))?.restMinor;
};

interface Move {
  id: string;
  amountMinor: number;
  status: GatewayStatus;
}

const moves = fc
  .array(
    fc.record({
      amountMinor: fc.constantFrom(100, 300, 301),
      status: fc.constantFrom<GatewayStatus>('pending', 'success', 'failure'),
    }),
    { maxLength: 5 },
  )
  .map((all) => all.map((one, index): Move => ({ ...one, id: `operation-${index}` })));
const ours = fc.array(fc.constantFrom(100, 300, 301), { maxLength: 3 });

describe('the ledger', () => {
  it('never counts less than what was moved, whoever moved it and in whatever order it is reported', () => {
    const stories = fc.tuple(moves, ours).chain(([all, amounts]) => {
      const requests = amounts.map((amountMinor, index) =>
        requested({ id: `request-${index}`, amountMinor }),
      );
      const ends = amounts.map((_, index) => unanswered(`request-${index}`));
      const reports = all.map(({ id, ...facts }) => reportedOperation(id, facts));
      const facts = [...requests, ...ends, ...reports];
      return fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length }),
      );
    });
    fc.assert(
      fc.property(stories, ([all, facts]) => {
        const state = stateOf(...PAID, ...facts);
        const counted = movements(state, certain(state.attempts[0]), 'returns').reduce(
          (sum, one) => sum + one.amountMinor,
          0,
        );
        const moved = all
          .filter((one) => one.status !== 'failure')
          .reduce((sum, one) => sum + one.amountMinor, 0);
        expect(counted).toBeGreaterThanOrEqual(moved);
      }),
      { numRuns: 1_000, seed: 20_260_615 },
    );
  }, 120_000);

  it('counts what was requested until it certainly failed', () => {
    expect(leftAfter(requested())).toBe(710);
    expect(leftAfter(requested(), unanswered('request-1'))).toBe(710);
    expect(leftAfter(requested(), unanswered('request-1'), { kind: 'not-found', about: 'request-1' })).toBe(
      1010,
    );
    expect(leftAfter(requested(), unanswered('request-1'), resolvedAs('request-1', 'failure'))).toBe(1010);
  });

  it('counts an operation of the portal like one of ours', () => {
    expect(leftAfter(reportedOperation('operation-1'))).toBe(710);
    expect(leftAfter(reportedOperation('operation-1', { status: 'pending' }))).toBe(710);
    expect(leftAfter(reportedOperation('operation-1', { status: 'failure' }))).toBe(1010);
  });

  it('counts an operation without an amount as the whole payment', () => {
    expect(leftAfter(reportedOperation('operation-1', { amountMinor: null, currency: null }))).toBe(0);
  });

  it('counts a request and the operation that it began once', () => {
    const done = { method: 'refund', amountMinor: 300, operationId: 'operation-1' };
    expect(leftAfter(requested(), answered('request-1', done))).toBe(710);
    expect(leftAfter(requested(), unanswered('request-1'), reportedOperation('operation-1'))).toBe(710);
  });

  it('counts a disputed operation as made', () => {
    const facts = [reportedOperation('operation-1', { status: 'failure' }), reportedOperation('operation-1')];
    expect(leftAfter(...facts)).toBe(710);
    const state = stateOf(...PAID, ...facts);
    expect(hasOpenOperation(state, 'attempt-1')).toBe(true);
  });

  it('refunds no more than what was paid, where that is less than what was ordered', () => {
    const state = stateOf(
      begun(),
      unanswered('attempt-1'),
      reported({ amountMinor: 900 }),
      resolvedAs('attempt-1', 'success'),
    );
    expect(refundable(state, certain(state.attempts[0]))?.totalMinor).toBe(900);
  });
});

describe('an authorization', () => {
  it('is uncaptured until a capture or a void may have been made', () => {
    const uncaptured = (...facts: Fact[]) => {
      const state = stateOf(...AUTHORIZED, ...facts);
      return isUncaptured(state, certain(state.attempts[0]));
    };
    expect(uncaptured()).toBe(true);
    expect(uncaptured(requested({ method: 'void', amountMinor: 1010 }))).toBe(false);
    expect(uncaptured(reportedOperation('operation-1', { method: 'capture', status: 'pending' }))).toBe(
      false,
    );
    expect(uncaptured(reportedOperation('operation-1', { method: 'capture', status: 'failure' }))).toBe(true);
  });

  it('can be refunded as far as it was certainly captured', () => {
    const left = (status: GatewayStatus) => {
      const state = stateOf(
        ...AUTHORIZED,
        reportedOperation('operation-1', { method: 'capture', amountMinor: 600, status }),
      );
      return refundable(state, certain(state.attempts[0]))?.restMinor ?? null;
    };
    expect([left('pending'), left('failure'), left('success')]).toEqual([null, null, 600]);
  });

  it('is authorized, voided, paid or refunded, whatever is certain', () => {
    const money = (...facts: Fact[]) => {
      const state = stateOf(...AUTHORIZED, ...facts);
      return moneyState(state, certain(state.attempts[0])).state;
    };
    const capture = reportedOperation('operation-1', { method: 'capture', amountMinor: 600 });
    expect(money()).toBe('authorized');
    expect(money(reportedOperation('operation-1', { method: 'void', amountMinor: 1010 }))).toBe('voided');
    expect(money(capture)).toBe('paid');
    expect(money(capture, reportedOperation('operation-2', { amountMinor: 600, status: 'pending' }))).toBe(
      'paid',
    );
    expect(money(capture, reportedOperation('operation-2', { amountMinor: 600 }))).toBe('refunded');
  });

  it('may be captured beyond its amount as far as the setting says, rounded down', () => {
    expect([
      captureCeiling(1010, 0),
      captureCeiling(1011, 15),
      captureCeiling(Number.MAX_SAFE_INTEGER, 0),
    ]).toEqual([1010, 1162, Number.MAX_SAFE_INTEGER]);
  });
});

describe('a split payment', () => {
  const SPLIT = [
    { subMerchantId: 'anna', amountMinor: 700 },
    { subMerchantId: 'borys', amountMinor: 310 },
  ];
  const shares = (...facts: Fact[]) => {
    const state = stateOf(begun({ split: SPLIT }), answered('attempt-1'), ...facts);
    return refundable(state, certain(state.attempts[0]))?.shares?.map((one) => one.amountMinor);
  };

  it('knows what is left of every share', () => {
    expect(shares()).toEqual([700, 310]);
    expect(shares(requested({ split: [{ subMerchantId: 'ANNA', amountMinor: 300 }] }))).toEqual([400, 310]);
  });

  it('counts a refund that does not say whose share it returned against every share', () => {
    expect(shares(reportedOperation('operation-1'))).toEqual([400, 10]);
  });
});
