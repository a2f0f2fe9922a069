import { describe, expect, it } from 'vitest';
import { dueReversals, isReversed, reversalDueAt, stuckReversals } from './duplicate.ts';
import type { Fact } from './journal.ts';
import {
  answered,
  begun,
  certain,
  NOON,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
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

const due = (...facts: Fact[]) =>
  dueReversals(stateOf(...facts)).map(({ attempt, remainder }) => [
    attempt.id,
    remainder.method,
    remainder.amountMinor,
  ]);

describe('a reversal', () => {
  it('is not begun beside another operation, nor twice', () => {
    expect(due(...TWICE, requested())).toEqual([]);
    expect(due(...TWICE, reverse())).toEqual([]);
    expect(due(...TWICE, reverse(), unanswered('request-1'))).toEqual([]);
  });

  it('that was made leaves nothing to do', () => {
    const facts = [
      ...TWICE,
      reverse(),
      answered('request-1', { method: 'refund', operationId: 'operation-1' }),
    ];
    expect(due(...facts)).toEqual([]);
    const state = stateOf(...facts);
    expect(isReversed(state, certain(state.attempts[0]))).toBe(true);
  });

  it('takes back what is left where the portal has refunded a part', () => {
    expect(due(...TWICE, reportedOperation('operation-1'))).toEqual([['attempt-1', 'refund', 710]]);
  });

  it('that was made only in part needs review', () => {
    const part = answered('request-1', { method: 'refund', operationId: 'operation-1', amountMinor: 500 });
    const state = stateOf(...TWICE, reverse({ amountMinor: 500 }), part);
    expect(dueReversals(state)).toEqual([]);
    expect(stuckReversals(state).map((one) => one.id)).toEqual(['attempt-1']);
  });

  it('that failed is due again: later and later after a refusal, sooner where the gateway was busy', () => {
    const pause = (...facts: Fact[]) => {
      const state = stateOf(...TWICE, ...facts);
      const last = certain(state.requests.at(-1));
      return reversalDueAt(state, certain(state.attempts[0]), last.sentAt) - last.sentAt;
    };
    expect(pause(reverse(), refused('other'))).toBe(60_000);
    expect(
      pause(reverse(), refused('other'), reverse({ id: 'request-2' }), refused('other', 'request-2')),
    ).toBe(120_000);
    expect(pause(reverse(), refused('busy'))).toBe(5_000);
    const failure = { method: 'refund', amountMinor: 1010, status: 'failure' as const };
    expect(pause(reverse(), answered('request-1', failure))).toBe(60_000);
    expect(pause(reverse(), { kind: 'not-sent', about: 'request-1', reason: 'ECONNREFUSED' })).toBe(5_000);
    const often = (means: 'other' | 'busy') =>
      Array.from({ length: 12 }, (_, index) => `request-${index}`).flatMap((id) => [
        reverse({ id }),
        refused(means, id),
      ]);
    expect([pause(...often('other')), pause(...often('busy'))]).toEqual([86_400_000, 3_600_000]);
  });

  it('that was never tried, or was sent by a clock that was set back since, is due now', () => {
    const dueAt = (now: number, ...facts: Fact[]) => {
      const state = stateOf(...TWICE, ...facts);
      return reversalDueAt(state, certain(state.attempts[0]), now);
    };
    const before = NOON - 86_400_000;
    expect(dueAt(before)).toBe(before);
    expect(dueAt(before, reverse(), refused('other'))).toBe(before);
  });

  it('makes nothing reversed of what did not succeed, or still holds money', () => {
    const reversed = (...facts: Fact[]) => {
      const state = stateOf(...facts);
      return isReversed(state, certain(state.attempts[0]));
    };
    expect(reversed(...FIRST)).toBe(false);
    expect(reversed(...TWICE, reverse())).toBe(false);
    const done = (amountMinor: number) =>
      answered('request-1', { method: 'refund', operationId: 'operation-1', amountMinor });
    expect(reversed(...TWICE, reverse({ amountMinor: 500 }), done(500))).toBe(false);
    expect(reversed(...TWICE, reverse(), done(1010))).toBe(true);
    expect(reversed(...TWICE, reverse(), done(1010), resolvedAs('attempt-1', 'failure'))).toBe(false);
    expect(reversed(...TWICE, reportedOperation('operation-1', { amountMinor: 1010 }))).toBe(false);
  });
});
