import { describe, expect, it } from 'vitest';
import { dueReversals, duplicates, payingAttempt, remainder, stuckReversals } from './duplicate.ts';
import type { Fact } from './journal.ts';
import { reviewItems } from './review.ts';
import {
  answered,
  begun,
  certain,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
  parameters,
  unanswered,
} from './test-entries.ts';

const FIRST: Fact[] = [begun(), unanswered('attempt-1')];
const SECOND: Fact[] = [begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
/** The second one has paid, and then the first one turns out to be paid too. */
const TWICE: Fact[] = [...FIRST, ...SECOND, reported()];
const refused = (means: 'other' | 'busy', about = 'request-1'): Fact => ({
  kind: 'refused',
  about,
  refusal: {
    means,
    code: null,
    description: 'No',
  },
});

const summary = (...facts: Fact[]) => {
  const state = stateOf(...facts);
  return {
    paying: payingAttempt(state)?.id ?? null,
    duplicates: duplicates(state).map((one) => one.id),
    due: dueReversals(state).map(({ attempt, remainder }) => [
      attempt.id,
      remainder.method,
      remainder.amountMinor,
    ]),
  };
};

describe("a person's decision", () => {
  it('as "success" never has a success of the gateway reversed, nor is it reversed itself', () => {
    const facts = [...FIRST, resolvedAs('attempt-1', 'success'), ...SECOND];
    expect(summary(...facts)).toMatchObject({ duplicates: [], due: [] });
    expect(reviewItems(stateOf(...facts))).toMatchObject([
      { paymentId: 'attempt-1', reason: 'unconfirmed-duplicate' },
    ]);
  });

  it('counts once the gateway confirms it: the attempt that succeeded first pays', () => {
    const facts = [...FIRST, resolvedAs('attempt-1', 'success'), ...SECOND, reported()];
    expect(summary(...facts).due).toHaveLength(1);
  });
});

describe('a success over other terms', () => {
  const updated: Fact = { kind: 'order-updated', parameters: parameters({ amountMinor: 2020 }) };
  const stray = [...FIRST, updated, reported()];
  const right = [
    begun({ id: 'attempt-2', amountMinor: 2020 }),
    answered('attempt-2', { gatewayOrderId: 'attempt-2', amountMinor: 2020 }),
  ];

  it('does not pay the order, and needs review', () => {
    expect(summary(...stray)).toEqual({ paying: null, duplicates: [], due: [] });
    expect(reviewItems(stateOf(...stray))).toMatchObject([{ paymentId: 'attempt-1', reason: 'other-terms' }]);
  });

  it('needs review too if another one was only manually resolved as paid', () => {
    const facts = [...stray, begun({ id: 'attempt-2', amountMinor: 2020 }), unanswered('attempt-2')];
    expect(reviewItems(stateOf(...facts, resolvedAs('attempt-2', 'success')))).toMatchObject([
      { paymentId: 'attempt-1', reason: 'other-terms' },
      { paymentId: 'attempt-2', reason: 'unconfirmed-duplicate' },
    ]);
  });

  it('goes back once another success pays, whichever came first', () => {
    expect(summary(...stray, ...right)).toMatchObject({
      paying: 'attempt-2',
      due: [['attempt-1', 'refund', 1010]],
    });
    expect(summary(updated, ...FIRST, ...right, reported())).toMatchObject({
      paying: 'attempt-2',
      due: [['attempt-1', 'refund', 1010]],
    });
  });

  it('pays again when the order is over its terms again', () => {
    const back: Fact = { kind: 'order-updated', parameters: parameters() };
    expect(summary(...stray, back).paying).toBe('attempt-1');
  });
});

describe('a duplicate', () => {
  it('is not reversed while the money of the paying one was returned in the portal', () => {
    const portal = (over: { amountMinor: number; status?: 'failure' }) =>
      reportedOperation('operation-1', { gatewayOrderId: 'attempt-2', ...over });
    expect(summary(...TWICE, portal({ amountMinor: 1010 }))).toMatchObject({ duplicates: [], due: [] });
    expect(summary(...TWICE, portal({ amountMinor: 1010, status: 'failure' })).due).toHaveLength(1);
    expect(summary(...TWICE, portal({ amountMinor: 1000 })).due).toHaveLength(1);
    const ours = [
      requested({ attemptId: 'attempt-2', amountMinor: 1010 }),
      answered('request-1', {
        method: 'refund',
        operationId: 'operation-1',
        amountMinor: 1010,
        gatewayOrderId: 'attempt-2',
      }),
    ];
    expect(summary(...TWICE, ...ours).due).toHaveLength(1);
    // An operation in the portal on the duplicate itself does not count, nor does a failed one.
    const part = reportedOperation('operation-2', { amountMinor: 100 });
    expect(summary(...TWICE, ...ours, part).due).toEqual([['attempt-1', 'refund', 910]]);
    const failed = reportedOperation('operation-3', { gatewayOrderId: 'attempt-2', status: 'failure' });
    expect(summary(...TWICE, ...ours, failed).due).toHaveLength(1);
  });

  it('is reversed where the portal has captured the paying one and we have refunded it', () => {
    const auth = { method: 'auth' as const };
    const second = { gatewayOrderId: 'attempt-2' };
    const facts = [
      begun(auth),
      unanswered('attempt-1'),
      begun({ id: 'attempt-2', ...auth }),
      answered('attempt-2', { ...second, ...auth }),
      reported(auth),
      reportedOperation('operation-1', { ...second, method: 'capture', amountMinor: 1010 }),
      requested({ attemptId: 'attempt-2', amountMinor: 1010 }),
      answered('request-1', { ...second, method: 'refund', operationId: 'operation-2', amountMinor: 1010 }),
    ];
    expect(summary(...facts).due).toEqual([['attempt-1', 'void', 1010]]);
  });

  it('is not reversed where the merchant has moved its money', () => {
    const moved = answered('request-1', { method: 'refund', operationId: 'operation-1', amountMinor: 300 });
    const state = stateOf(...TWICE, requested(), moved);
    expect([dueReversals(state), stuckReversals(state).map((one) => one.id)]).toEqual([[], ['attempt-1']]);
    const other = requested({ attemptId: 'attempt-2' });
    const done = answered('request-1', {
      method: 'refund',
      operationId: 'operation-1',
      amountMinor: 300,
      gatewayOrderId: 'attempt-2',
    });
    expect(summary(...TWICE, other, done).due).toHaveLength(1);
    expect(summary(...TWICE, requested(), refused('other')).due).toHaveLength(1);
  });

  it('that is a captured authorization is refunded as far as it was captured', () => {
    const auth = { method: 'auth' as const };
    const facts = [
      begun(auth),
      unanswered('attempt-1'),
      begun({ id: 'attempt-2', ...auth }),
      answered('attempt-2', { gatewayOrderId: 'attempt-2', ...auth }),
      reported(auth),
    ];
    const capture = (status: 'success' | 'pending') =>
      reportedOperation('operation-1', { method: 'capture', amountMinor: 600, status });
    expect(summary(...facts, capture('success')).due).toEqual([['attempt-1', 'refund', 600]]);
    expect(summary(...facts, capture('pending')).due).toEqual([]);
    const state = stateOf(...facts);
    expect(remainder(state, certain(state.attempts[0]))).toEqual({
      method: 'void',
      amountMinor: 1010,
      split: null,
      full: true,
      clear: true,
    });
    const released = reportedOperation('operation-1', { method: 'void', amountMinor: 1010 });
    expect(summary(...facts, released)).toMatchObject({ duplicates: ['attempt-1'], due: [] });
  });

  it('that was divided is reversed share by share, as long as it is known whose are left', () => {
    const split = [
      { subMerchantId: 'anna', amountMinor: 700 },
      { subMerchantId: 'borys', amountMinor: 310 },
    ];
    const twice = [
      begun({ split }),
      unanswered('attempt-1'),
      begun({ id: 'attempt-2', split }),
      answered('attempt-2', { gatewayOrderId: 'attempt-2' }),
      reported(),
    ];
    const whole = [requested({ split: [certain(split[0])], amountMinor: 700 })];
    const state = stateOf(...twice, ...whole);
    expect(remainder(state, certain(state.attempts[0]))).toEqual({
      method: 'refund',
      amountMinor: 310,
      split: [split[1]],
      full: false,
      clear: true,
    });
    const due = (...facts: Fact[]) => dueReversals(stateOf(...facts)).map(({ remainder: left }) => left);
    expect(due(...twice)).toEqual([{ method: 'refund', amountMinor: 1010, split, full: true, clear: true }]);
    const portal = [...twice, reportedOperation('operation-1')];
    expect(due(...portal)).toEqual([]);
    expect(stuckReversals(stateOf(...portal)).map((one) => one.id)).toEqual(['attempt-1']);
    const attempt = certain(stateOf(...portal).attempts[0]);
    expect(remainder(stateOf(...portal), attempt)).toMatchObject({
      amountMinor: 710,
      full: false,
      clear: false,
    });
  });
});

it('a split payment that paid less than the sum of its shares is not reversed: it is unknown whose shares are there', () => {
  const split = [
    { subMerchantId: 'anna', amountMinor: 700 },
    { subMerchantId: 'borys', amountMinor: 310 },
  ];
  const facts = [begun({ split }), unanswered('attempt-1'), reported({ amountMinor: 900 })];
  const state = stateOf(...facts, resolvedAs('attempt-1', 'success'));
  expect(remainder(state, certain(state.attempts[0]))).toMatchObject({
    amountMinor: 900,
    full: false,
    clear: false,
  });
});
