import { describe, expect, it } from 'vitest';
import type { Fact, PaymentRequest } from './journal.ts';
import { graceEndsAt, isCallLost, isOverdue, isPageToCancel, nextDueAt, overdueAt } from './schedule.ts';
import {
  NOON,
  notFound,
  reported,
  requested,
  resolved,
  started,
  orderUpdated,
  stateOf,
  terms,
  unanswered,
} from './testing/entries.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const hosted = (over: Partial<PaymentRequest> = {}) => started({ mode: 'hosted', cardMask: null, ...over });
const opened: Fact = {
  kind: 'call-ended',
  about: 'p1',
  end: { how: 'page-opened', url: 'https://gateway.example/p1' },
};
const lost = [orderUpdated(), started(), unanswered('p1')];
const page = [orderUpdated(), hosted(), opened];
const pending = (over = {}) => [...lost, reported({ status: 'pending', ...over })];
const challenge = { statusCode: '2122' };
const stranger = reported({ posId: 'other' });
const dear = orderUpdated({ terms: terms({ amountMinor: 2000 }) });

describe('the next query', () => {
  /** Seconds from `age` on; null if there is none. */
  it.each<[string, Fact[], age: number, seconds: number | null]>([
    ['while a call is in flight comes after its deadline', [orderUpdated(), started()], 0, 42],
    ['comes as usual once a call is lost', [orderUpdated(), started()], 42, 21],
    ['about an unknown outcome comes after a second', lost, 0, 1],
    ['comes after half the age', lost, 100, 50],
    ['comes within an hour', lost, 10 * 3_600, 3_600],
    ['about a pending payment comes after ten seconds', pending(), 0, 10],
    ['during a challenge comes after ten seconds', pending({ ...challenge, actionUrl: 'https://x/' }), 0, 10],
    ['during a challenge without an address comes after a second', pending(challenge), 0, 1],
    ['about an unpaid page comes after half its age', page, 4 * 3_600, 2 * 3_600],
    ['about an unpaid page comes within a day', page, 10 * 86_400, 86_400],
    ['about a page over outdated terms comes within an hour', [...page, dear], 10 * 86_400, 3_600],
    ['about a page that has expired comes within an hour', page, 31 * 86_400, 3_600],
    ['about an operation comes as soon', [...lost, reported(), requested(), unanswered('o1')], 0, 1],
    ['goes on while the payment is in review', [...lost, stranger, notFound('p1')], 0, 1],
    ['is not needed once all has ended', [...lost, reported()], 0, null],
    ['is not needed on an order without payments', [orderUpdated()], 0, null],
  ])('%s', (_name, facts, age, seconds) => {
    const now = NOON + age * SECOND;
    const dueAt = nextDueAt(stateOf(...facts), now);
    expect(dueAt === null ? null : (dueAt - now) / SECOND).toBe(seconds);
  });
});

describe('an automatic refund', () => {
  const twice = [
    ...lost,
    notFound('p1'),
    started({ id: 'p2' }),
    reported({ gatewayOrderId: 'p2' }),
    reported(),
  ];
  /** So many automatic refunds, the last of which was sent at noon. */
  const unsent = (count: number): Fact[] =>
    Array.from({ length: count }, (_, index) => `o${index}`).flatMap((id): Fact[] => [
      requested({ id, origin: 'automatic', amountMinor: 1010 }),
      { kind: 'call-ended', about: id, end: { how: 'not-sent' } },
    ]);

  it('is due at once', () => {
    expect(nextDueAt(stateOf(...twice), NOON)).toBeLessThanOrEqual(NOON);
  });

  it.each([
    [1, 60],
    [2, 120],
    [3, 240],
    [8, 7_680],
    [12, 86_400],
    [60, 86_400],
  ])('that failed %i times is due again after %i seconds', (count, seconds) => {
    expect(nextDueAt(stateOf(...twice, ...unsent(count)), NOON)).toBe(NOON + seconds * SECOND);
  });

  it('in flight is due after its deadline, and not again', () => {
    const automatic = requested({ origin: 'automatic', amountMinor: 1010 });
    expect(nextDueAt(stateOf(...twice, automatic), NOON)).toBe(NOON + 42 * SECOND);
  });
});

describe('time that has passed since a request', () => {
  const [payment] = stateOf(...lost).payments;
  const [calling] = stateOf(orderUpdated(), started()).payments;
  const [unpaid] = stateOf(...page).payments;
  const [timed] = stateOf(orderUpdated(), hosted({ expiresAt: NOON + HOUR }), opened).payments;
  const [ended] = stateOf(...lost, resolved('p1', 'failure')).payments;
  if (!payment || !calling || !unpaid || !timed || !ended) throw new Error('no payment');

  it.each([
    ['41.999 s', 41_999, false],
    ['42 s', 42_000, true],
    ['a clock set back by a day', -DAY, false],
    ['a clock set back by more', -DAY - 1, true],
  ])('makes a call lost two seconds after its deadline: %s', (_name, ms, isLost) => {
    expect(isCallLost(calling, NOON + ms)).toBe(isLost);
    expect(isCallLost(payment, NOON + ms)).toBe(false);
  });

  it.each([
    ['an open payment after a day', payment, DAY],
    ['an unpaid page a day after its thirty', unpaid, 31 * DAY],
    ['an unpaid page a day after it expired', timed, HOUR + DAY],
  ])('makes overdue %s', (_name, one, ms) => {
    expect(overdueAt(one)).toBe(NOON + ms);
    expect([isOverdue(one, NOON + ms - 1), isOverdue(one, NOON + ms)]).toEqual([false, true]);
  });

  it('makes nothing overdue that has ended', () => {
    expect([isOverdue(ended, NOON + 99 * DAY), isOverdue(ended, NOON - 99 * DAY)]).toEqual([false, false]);
  });

  it('lets "not found" count after the grace time, and never before the deadline of the call', () => {
    expect(graceEndsAt(payment, 60_000)).toBe(NOON + 60_000);
    expect(graceEndsAt(payment, 0)).toBe(NOON + 42_000);
  });
});

describe('a page is cancelled', () => {
  const paying = reported({ mode: 'hosted', status: 'pending' });
  it.each<[string, Fact[], age: number, boolean]>([
    ['not while it can be paid', page, 0, false],
    ['once it is over outdated terms', [...page, dear], 0, true],
    ['not if the order has its terms again', [...page, dear, orderUpdated()], 0, false],
    ['once it is thirty days old', page, 30 * DAY, true],
    ['not before', page, 30 * DAY - 1, false],
    ['once its lifetime is over', [orderUpdated(), hosted({ expiresAt: NOON + HOUR }), opened], HOUR, true],
    ['not while it is being opened', [orderUpdated(), hosted(), dear], 0, false],
    ['not while it is being paid', [...page, paying, dear], 0, false],
    ['not while it is in review', [...page, reported({ mode: 'hosted', posId: 'other' }), dear], 0, false],
    ['not if it is no page', [...pending(), dear], 0, false],
    [
      'not if it is a card check',
      [orderUpdated(), hosted({ terms: terms({ method: 'lookup' }) }), opened],
      0,
      false,
    ],
  ])('%s', (_name, facts, age, isCancelled) => {
    const state = stateOf(...facts);
    expect(state.payments.map((one) => isPageToCancel(state, one, NOON + age))).toEqual([isCancelled]);
  });
});
