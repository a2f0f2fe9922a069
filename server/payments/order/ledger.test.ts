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
  it('never counts less than what was moved, by anyone and reported in any order', () => {
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

  it('counts what the gateway says was refunded, where it says so', () => {
    const done = (amountMinor: number | null, operationId: string | null) =>
      answered('request-1', { method: 'refund', amountMinor, operationId });
    expect(leftAfter(requested(), done(290, null))).toBe(720);
    expect(leftAfter(requested(), done(290, 'operation-1'))).toBe(720);
    expect(leftAfter(requested(), done(null, 'operation-1'))).toBe(710);
  });

  it('counts only the operations of the payment itself', () => {
    const second = [begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
    const other = { gatewayOrderId: 'attempt-2' };
    expect(leftAfter(...second, reportedOperation('operation-1', other))).toBe(1010);
    expect(leftAfter(...second, requested({ attemptId: 'attempt-2' }))).toBe(1010);
    const open = stateOf(
      ...PAID,
      ...second,
      requested(),
      reportedOperation('operation-2', { ...other, status: 'pending' }),
    );
    expect(['attempt-1', 'attempt-2', 'attempt-3'].map((id) => hasOpenOperation(open, id))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('does not take an operation of another payment for that of a request, even with the same id', () => {
    const facts = [begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
    const other = reportedOperation('operation-1', { gatewayOrderId: 'attempt-2', amountMinor: 50 });
    const ours = [
      requested(),
      answered('request-1', { method: 'refund', amountMinor: 300, operationId: 'operation-1' }),
    ];
    const state = stateOf(...PAID, ...facts, other, ...ours);
    expect(state.attempts.map((one) => refundable(state, one)?.restMinor)).toEqual([710, 960]);
  });

  it('leaves nothing rather than less than nothing', () => {
    expect(leftAfter(reportedOperation('operation-1', { amountMinor: 2000 }))).toBe(0);
  });

  it('knows whether anything was refunded before', () => {
    const full = (...facts: Fact[]) => {
      const state = stateOf(...PAID, ...facts);
      return refundable(state, certain(state.attempts[0]))?.full;
    };
    expect([full(), full(requested())]).toEqual([true, false]);
  });

  it('refunds nothing of a card verification', () => {
    const state = stateOf(begun({ method: 'lookup' }), answered('attempt-1', { method: 'lookup' }));
    expect(refundable(state, certain(state.attempts[0]))).toBe(null);
  });

  it('is sure only of what has succeeded over a known amount', () => {
    const sure = (...facts: Fact[]) => {
      const state = stateOf(...PAID, ...facts);
      return movements(state, certain(state.attempts[0]), 'returns').map((one) => one.sure);
    };
    expect(sure(reportedOperation('operation-1'))).toEqual([true]);
    expect(sure(reportedOperation('operation-1', { status: 'pending' }))).toEqual([false]);
    expect(sure(reportedOperation('operation-1', { amountMinor: null }))).toEqual([false]);
    expect(sure(requested())).toEqual([false]);
    expect(sure(requested(), answered('request-1', { method: 'refund', amountMinor: 300 }))).toEqual([true]);
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

it('a purchase is paid until all of it was certainly refunded', () => {
  const money = (...facts: Fact[]) => {
    const state = stateOf(...PAID, ...facts);
    return moneyState(state, certain(state.attempts[0]));
  };
  const refund = (amountMinor: number, index: number) =>
    reportedOperation(`operation-${index}`, { amountMinor });
  expect(money()).toEqual({ state: 'paid', amountMinor: 1010 });
  expect(money(refund(1009, 1)).state).toBe('paid');
  expect(money(refund(1000, 1), refund(10, 2)).state).toBe('refunded');
  expect(money(requested({ amountMinor: 1010 })).state).toBe('paid');
});

describe('an authorization', () => {
  it('is uncaptured until a capture or a void may have been made', () => {
    const uncaptured = (...facts: Fact[]) => {
      const state = stateOf(...AUTHORIZED, ...facts);
      return isUncaptured(state, certain(state.attempts[0]));
    };
    expect(uncaptured()).toBe(true);
    const purchase = stateOf(...PAID);
    expect(isUncaptured(purchase, certain(purchase.attempts[0]))).toBe(false);
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
    const captured = answered('request-1', {
      method: 'capture',
      amountMinor: 600,
      operationId: 'operation-1',
    });
    const ours = stateOf(...AUTHORIZED, requested({ method: 'capture', amountMinor: 600 }), captured);
    expect(refundable(ours, certain(ours.attempts[0]))?.restMinor).toBe(600);
  });

  it('is authorized, voided, paid or refunded, as far as is certain', () => {
    const money = (...facts: Fact[]) => {
      const state = stateOf(...AUTHORIZED, ...facts);
      return moneyState(state, certain(state.attempts[0])).state;
    };
    const capture = reportedOperation('operation-1', { method: 'capture', amountMinor: 600 });
    expect(money()).toBe('authorized');
    expect(money(reportedOperation('operation-1', { method: 'void', status: 'pending' }))).toBe('authorized');
    expect(money(reportedOperation('operation-1', { method: 'void', amountMinor: 1010 }))).toBe('voided');
    expect(money(capture)).toBe('paid');
    expect(money(capture, reportedOperation('operation-2', { amountMinor: 600, status: 'pending' }))).toBe(
      'paid',
    );
    expect(money(capture, reportedOperation('operation-2', { amountMinor: 600 }))).toBe('refunded');
  });

  it('can be refunded as far as the largest capture that is reported', () => {
    const captured = (amountMinor: number, index: number) =>
      reportedOperation(`operation-${index}`, { method: 'capture', amountMinor });
    for (const amounts of [
      [600, 900, 700],
      [900, 600],
    ]) {
      const state = stateOf(...AUTHORIZED, ...amounts.map(captured));
      const attempt = certain(state.attempts[0]);
      expect(refundable(state, attempt)?.totalMinor).toBe(900);
      expect(moneyState(state, attempt)).toEqual({ state: 'paid', amountMinor: 900 });
    }
  });

  it('that was captured is refundable as far as captured, regardless of what was paid', () => {
    const state = stateOf(
      begun({ method: 'auth' }),
      unanswered('attempt-1'),
      reported({ method: 'auth', amountMinor: 900 }),
      resolvedAs('attempt-1', 'success'),
      reportedOperation('operation-1', { method: 'capture', amountMinor: 1010 }),
    );
    expect(refundable(state, certain(state.attempts[0]))?.totalMinor).toBe(1010);
  });

  it('may be captured beyond its amount as far as the setting says, rounded down', () => {
    expect([
      captureCeiling(1010, 0),
      captureCeiling(1011, 15),
      captureCeiling(Number.MAX_SAFE_INTEGER, 0),
    ]).toEqual([1010, 1162, Number.MAX_SAFE_INTEGER]);
  });
});
