import { describe, expect, it } from 'vitest';
import {
  dueReversals,
  duplicates,
  isReversed,
  payingAttempt,
  reversalDueAt,
  stuckReversals,
} from './duplicate.ts';
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
  statement,
  unanswered,
} from './test-entries.ts';

const FIRST: Fact[] = [begun(), unanswered('attempt-1')];
const SECOND: Fact[] = [begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
/** The second one has paid, and then the first one turns out to be paid too. */
const TWICE: Fact[] = [...FIRST, ...SECOND, reported()];
const reverse = (over: { id?: string; amountMinor?: number } = {}): Fact =>
  requested({ origin: 'reversal', amountMinor: 1010, ...over });
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

describe('which attempt pays', () => {
  it('the first success to be known pays, and the other one is reversed', () => {
    expect(summary(...TWICE)).toEqual({
      paying: 'attempt-2',
      duplicates: ['attempt-1'],
      due: [['attempt-1', 'refund', 1010]],
    });
  });

  it('a disputed success does not pay', () => {
    expect(summary(...TWICE, reported({ gatewayOrderId: 'attempt-2', status: 'failure' }))).toMatchObject({
      paying: 'attempt-1',
      due: [],
    });
  });

  it('the gateway outranks a person', () => {
    const facts = [...FIRST, resolvedAs('attempt-1', 'success'), ...SECOND];
    expect(summary(...facts).paying).toBe('attempt-2');
  });

  it('a lookup or an authorization that is a duplicate is reversed as what it is', () => {
    const auth = { method: 'auth' as const };
    const facts = [begun(auth), unanswered('attempt-1'), begun({ id: 'attempt-2', ...auth })];
    const both = [answered('attempt-2', { gatewayOrderId: 'attempt-2', ...auth }), reported(auth)];
    expect(summary(...facts, ...both).due).toEqual([['attempt-1', 'void', 1010]]);
  });
});

describe("a person's decision", () => {
  it('as "success" alone never has a success of the gateway reversed, nor is it reversed itself', () => {
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
  const restated: Fact = { kind: 'order-stated', statement: statement({ amountMinor: 2020 }) };
  const stray = [...FIRST, restated, reported()];
  const right = [
    begun({ id: 'attempt-2', amountMinor: 2020 }),
    answered('attempt-2', { gatewayOrderId: 'attempt-2', amountMinor: 2020 }),
  ];

  it('does not pay the order, and waits for a person', () => {
    expect(summary(...stray)).toEqual({ paying: null, duplicates: [], due: [] });
    expect(reviewItems(stateOf(...stray))).toMatchObject([{ paymentId: 'attempt-1', reason: 'other-terms' }]);
  });

  it('waits for a person too where only a person called another one paid', () => {
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
    expect(summary(restated, ...FIRST, ...right, reported())).toMatchObject({
      paying: 'attempt-2',
      due: [['attempt-1', 'refund', 1010]],
    });
  });

  it('pays again when the order is over its terms again', () => {
    const back: Fact = { kind: 'order-stated', statement: statement() };
    expect(summary(...stray, back).paying).toBe('attempt-1');
  });
});

describe('a reversal', () => {
  it('is not begun beside another operation, nor twice', () => {
    expect(summary(...TWICE, requested()).due).toEqual([]);
    expect(summary(...TWICE, reverse()).due).toEqual([]);
    expect(summary(...TWICE, reverse(), unanswered('request-1')).due).toEqual([]);
  });

  it('that was made leaves nothing to do', () => {
    const facts = [
      ...TWICE,
      reverse(),
      answered('request-1', { method: 'refund', operationId: 'operation-1' }),
    ];
    expect(summary(...facts).due).toEqual([]);
    const state = stateOf(...facts);
    expect(isReversed(state, certain(state.attempts[0]))).toBe(true);
  });

  it('takes back what is left where the portal has refunded a part', () => {
    expect(summary(...TWICE, reportedOperation('operation-1')).due).toEqual([['attempt-1', 'refund', 710]]);
  });

  it('that was made in part only waits for a person', () => {
    const part = answered('request-1', { method: 'refund', operationId: 'operation-1', amountMinor: 500 });
    const state = stateOf(...TWICE, reverse({ amountMinor: 500 }), part);
    expect(dueReversals(state)).toEqual([]);
    expect(stuckReversals(state).map((one) => one.id)).toEqual(['attempt-1']);
  });

  it('that failed is due again: later and later after a refusal, sooner where the gateway was busy', () => {
    const pause = (...facts: Fact[]) => {
      const state = stateOf(...TWICE, ...facts);
      const last = certain(state.requests.at(-1));
      return reversalDueAt(state, certain(state.attempts[0])) - last.updatedAt;
    };
    expect(pause(reverse(), refused('other'))).toBe(60_000);
    expect(
      pause(reverse(), refused('other'), reverse({ id: 'request-2' }), refused('other', 'request-2')),
    ).toBe(120_000);
    expect(pause(reverse(), refused('busy'))).toBe(5_000);
    expect(pause(reverse(), { kind: 'not-sent', about: 'request-1', reason: 'ECONNREFUSED' })).toBe(5_000);
  });
});
