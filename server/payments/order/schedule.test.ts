import { describe, expect, it } from 'vitest';
import type { Fact } from './journal.ts';
import { isUrgent, lostCalls, nextDueAt } from './schedule.ts';
import {
  answered,
  begun,
  NOON,
  reported,
  reportedOperation,
  requested,
  stateOf,
  unanswered,
} from './test-entries.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];
const UNKNOWN: Fact[] = [begun(), unanswered('attempt-1')];
const CALL_MS = 35_000;
const SLACK_MS = 2_000;
const HOUR_MS = 3_600_000;

/** Seconds from now to the next status query, if `age` seconds have passed since noon. */
const pauseS = (age: number, ...facts: Fact[]) => {
  const now = NOON + age * 1_000;
  const due = nextDueAt(stateOf(...facts), now);
  return due === null ? null : (due - now) / 1_000;
};

it('an unknown outcome and a reversal that is due go before what waits for a customer', () => {
  const page: Fact = { kind: 'page-opened', about: 'attempt-1', url: 'https://gateway.example/pay' };
  expect(isUrgent(stateOf(begun({ mode: 'hosted' }), page))).toBe(false);
  expect(isUrgent(stateOf(...UNKNOWN))).toBe(true);
  expect(isUrgent(stateOf(...PAID, requested(), unanswered('request-1')))).toBe(true);
  const failed = [
    begun({ id: 'attempt-2' }),
    answered('attempt-2', { gatewayOrderId: 'attempt-2', status: 'failure' }),
  ];
  expect(isUrgent(stateOf(...failed, ...UNKNOWN))).toBe(true);
  const second = [begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
  expect(isUrgent(stateOf(...PAID, ...second))).toBe(true);
  expect(isUrgent(stateOf(...PAID))).toBe(false);
  const pending = answered('request-1', { method: 'refund', amountMinor: 300, status: 'pending' });
  expect(isUrgent(stateOf(...PAID, requested(), pending))).toBe(false);
});

describe('the next status query', () => {
  it('is none where everything has ended', () => {
    expect(pauseS(10, ...PAID)).toBe(null);
    expect(
      pauseS(
        10,
        ...PAID,
        requested(),
        answered('request-1', { method: 'refund', operationId: 'operation-1' }),
      ),
    ).toBe(null);
  });

  it('is never while a call is in flight, before its deadline', () => {
    for (const age of [0, 1, 20, 36]) {
      expect(nextDueAt(stateOf(begun()), NOON + age * 1_000)).toBe(NOON + CALL_MS + SLACK_MS);
    }
    expect(pauseS(37, begun())).toBe(18.5);
    expect(pauseS(38, begun())).toBe(19);
    // The operation was requested two seconds after noon.
    expect(pauseS(3, ...PAID, requested())).toBe(36);
  });

  it('counts from when the clock was set back for what was written ahead of it', () => {
    const setBack = { kind: 'clock-set-back' as const, now: NOON - 7_200_000 };
    expect(pauseS(-7_200 + 20, ...UNKNOWN, setBack)).toBe(10);
    expect(lostCalls(stateOf(begun(), setBack), NOON - 7_200_000 + CALL_MS + SLACK_MS)).toEqual([
      'attempt-1',
    ]);
  });

  it('comes after half the age, from one second on where the customer waits, an hour at the most', () => {
    expect([0, 10, 100, 86_400].map((age) => pauseS(age, ...UNKNOWN))).toEqual([1, 5, 50, 3_600]);
  });

  it('of a hosted page comes less and less often, and for the last time when it can no longer be paid', () => {
    const page: Fact = { kind: 'page-opened', about: 'attempt-1', url: 'https://gateway.example/pay' };
    const looks = (over: { expiresAt: number | null }) => {
      const state = stateOf(begun({ mode: 'hosted', ...over }), page);
      const ages = [];
      for (let now = NOON; ages.length < 1_000; ) {
        const next = nextDueAt(state, now);
        if (next === null) break;
        ages.push((next - NOON) / HOUR_MS);
        now = next;
      }
      return ages;
    };
    expect(looks({ expiresAt: NOON + HOUR_MS }).at(-1)).toBe(2);
    const unlimited = looks({ expiresAt: null });
    expect(unlimited.length).toBeLessThan(60);
    expect(unlimited.at(-1)).toBe(30 * 24);
  });

  it('comes at once after a report of an operation that names none, and until the gateway has answered', () => {
    const hint = reported({ method: 'refund', amountMinor: 300 });
    expect(nextDueAt(stateOf(...PAID, hint), NOON + 2_000)).toBe(NOON + 2_000);
    expect(nextDueAt(stateOf(...PAID, hint), NOON + 2_001)).toBe(NOON + 12_001);
    expect([20, 62, 86_402].map((age) => pauseS(age, ...PAID, hint))).toEqual([10, 30, 3_600]);
    expect(pauseS(62, ...PAID, hint, { kind: 'operations-read', about: 'attempt-1' })).toBe(null);
    expect(pauseS(2 + 30 * 86_400, ...PAID, hint)).toBe(null);
    // A journal with times in the future.
    expect(nextDueAt(stateOf(...PAID, hint), NOON - 86_400_000)).toBe(NOON - 86_400_000 + 10_000);
  });

  it('comes from ten seconds on where the customer is busy or a webhook is expected', () => {
    const page: Fact = { kind: 'page-opened', about: 'attempt-1', url: 'https://gateway.example/pay' };
    expect(pauseS(0, begun({ mode: 'hosted' }), page)).toBe(10);
    const challenge = {
      status: 'pending' as const,
      statusCode: '2122',
      actionUrl: 'https://gateway.example/3ds',
    };
    expect(pauseS(0, begun(), answered('attempt-1', challenge))).toBe(10);
  });

  it('comes at once where an answer named no operation, unless it was declined', () => {
    const asked = [...PAID, requested()];
    const told = { method: 'refund', amountMinor: 300 } as const;
    expect(pauseS(3, ...asked, answered('request-1', told))).toBe(0);
    expect(pauseS(3, ...asked, answered('request-1', { ...told, operationId: 'operation-1' }))).toBe(null);
    expect(pauseS(3, ...asked, answered('request-1', { ...told, status: 'failure' }))).toBe(null);
  });

  it('comes at once where a report named no operation', () => {
    const hint = reported({ method: 'refund', operationId: null, amountMinor: 300 });
    expect(pauseS(4, ...PAID, requested(), unanswered('request-1'), hint)).toBe(0);
    expect(pauseS(4.001, ...PAID, requested(), unanswered('request-1'), hint)).toBe(1.001);
  });

  it('comes from one second on where a challenge leads nowhere', () => {
    const lost = answered('attempt-1', { status: 'pending', statusCode: '2122' });
    expect(pauseS(1, begun(), lost)).toBe(1);
    expect(pauseS(1, begun(), answered('attempt-1', { status: 'pending', statusCode: '2119' }))).toBe(10);
    expect(pauseS(1, begun(), answered('attempt-1', { status: 'init', statusCode: '2122' }))).toBe(10);
  });

  it('of an operation comes after half its age, from one second on until something is known of it', () => {
    const asked = [...PAID, requested()];
    const told = {
      method: 'refund',
      amountMinor: 300,
      status: 'pending',
      operationId: 'operation-1',
    } as const;
    const pending = answered('request-1', told);
    expect(pauseS(3, ...asked, unanswered('request-1'))).toBe(1);
    expect(pauseS(3, ...asked, pending)).toBe(10);
    expect(pauseS(102, ...asked, pending)).toBe(50);
  });

  it('of an operation of the portal comes after half the time since it was reported', () => {
    expect(pauseS(102, ...PAID, reportedOperation('operation-1', { status: 'pending' }))).toBe(50);
  });

  it('is for the earliest reason', () => {
    const other = [begun({ id: 'attempt-2', sentAt: NOON + 90_000 }), unanswered('attempt-2')];
    expect(pauseS(100, ...UNKNOWN, ...other)).toBe(5);
  });

  it('is a reversal, at once where one is due', () => {
    const second = [begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
    const due = nextDueAt(stateOf(...PAID, ...second), NOON + 100_000);
    expect(due).toBe(NOON + 100_000);
  });

  it('of a page on which a payment has begun is not that of a page', () => {
    const page: Fact = { kind: 'page-opened', about: 'attempt-1', url: 'https://gateway.example/pay' };
    const paying = reported({ mode: 'hosted', status: 'pending' });
    const old = 3 * 86_400;
    expect(pauseS(old, begun({ mode: 'hosted' }), page)).toBe(old / 2);
    expect(pauseS(old, begun({ mode: 'hosted' }), page, paying)).toBe(3_600);
    expect(pauseS(old, begun(), answered('attempt-1', { status: 'init' }))).toBe(3_600);
    expect(pauseS(86_399, begun({ mode: 'hosted' }), page)).toBe(3_600);
  });

  it('of a page waits for the call that opens it', () => {
    const first = reported({ mode: 'hosted', status: 'init' });
    expect(pauseS(1, begun({ mode: 'hosted' }), first)).toBe(36);
  });

  it('comes again when the time of a page is over, and never after that', () => {
    const page: Fact = { kind: 'page-opened', about: 'attempt-1', url: 'https://gateway.example/pay' };
    const facts = [begun({ mode: 'hosted', expiresAt: NOON + 60_000 }), page];
    const end = 3_660;
    expect([pauseS(end - 5, ...facts), pauseS(end, ...facts)]).toEqual([5, null]);
  });

  it('is made for operations of the portal that have not ended', () => {
    expect(pauseS(2, ...PAID, reportedOperation('operation-1', { status: 'pending' }))).toBe(10);
    expect(pauseS(2, ...PAID, reportedOperation('operation-1'))).toBe(null);
  });
});

it('a call is lost once its deadline is over without an end', () => {
  const lost = (age: number, ...facts: Fact[]) => lostCalls(stateOf(...facts), NOON + age * 1_000);
  expect(lost(36, begun())).toEqual([]);
  expect(lost(37, begun())).toEqual(['attempt-1']);
  expect(lost(3_600, ...UNKNOWN)).toEqual([]);
  expect(lost(38, ...PAID, requested())).toEqual([]);
  expect(lost(39, ...PAID, requested())).toEqual(['request-1']);
});
