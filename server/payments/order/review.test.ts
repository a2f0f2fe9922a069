import { describe, expect, it } from 'vitest';
import type { Fact } from './journal.ts';
import { reviewItems, reviewItemsAt } from './review.ts';
import {
  answered,
  begun,
  NOON,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
  parameters,
  unanswered,
} from './test-entries.ts';
import { idOf, shownOperations } from './views.ts';

const DAY_MS = 86_400_000;
const OPEN: Fact[] = [begun(), unanswered('attempt-1')];
const PAID: Fact[] = [begun(), answered('attempt-1')];
const SECOND: Fact[] = [begun({ id: 'attempt-2' }), answered('attempt-2', { gatewayOrderId: 'attempt-2' })];
/** The second one has paid, and then the first one turns out to be paid too. */
const TWICE: Fact[] = [...OPEN, ...SECOND, reported()];
const updatedOver = (amountMinor: number): Fact => ({
  kind: 'order-updated',
  parameters: parameters({ amountMinor }),
});
const reversal = (id: string, amountMinor = 1010) => requested({ id, origin: 'reversal', amountMinor });
const declined = (about: string): Fact => ({
  kind: 'refused',
  about,
  refusal: { means: 'other', code: null, description: 'No' },
});
const refunded = (amountMinor: number) =>
  answered('request-1', { method: 'refund', operationId: 'operation-1', amountMinor });

/** The review items: payment or operation, and reason. */
const review = (...facts: Fact[]) =>
  reviewItems(stateOf(...facts)).map(({ paymentId, operationId, reason }) => [
    operationId ?? paymentId,
    reason,
  ]);

describe('a payment needs review', () => {
  it.each<[string, Fact[], string[][]]>([
    ['never where it has ended', PAID, []],
    ['never where it is open', OPEN, []],
    ['where it is disputed', [...OPEN, reported({ amountMinor: 5 })], [['attempt-1', 'amount-mismatch']]],
    ['where it succeeded over other terms', [...PAID, updatedOver(2020)], [['attempt-1', 'other-terms']]],
    [
      'no longer when all of that was refunded',
      [...PAID, updatedOver(2020), reportedOperation('operation-1', { amountMinor: 1010 })],
      [],
    ],
    [
      'not over other terms where another one pays',
      [
        ...PAID,
        updatedOver(2020),
        begun({ id: 'attempt-2', amountMinor: 2020 }),
        answered('attempt-2', { gatewayOrderId: 'attempt-2', amountMinor: 2020 }),
      ],
      [],
    ],
  ])('%s', (_what, facts, items) => {
    expect(review(...facts)).toEqual(items);
  });

  it('since what is shown of it has changed', () => {
    const pending = answered('attempt-1', { status: 'pending' });
    const [item] = reviewItems(stateOf(begun(), pending, reported({ amountMinor: 5 })));
    expect(item).toEqual({
      paymentId: 'attempt-1',
      operationId: null,
      reason: 'amount-mismatch',
      since: NOON + 2_000,
    });
  });

  it('over other terms, unless it is being reversed', () => {
    expect(review(...TWICE, reversal('request-1', 500), updatedOver(2020))).toEqual([
      ['attempt-2', 'other-terms'],
    ]);
  });
});

describe('a duplicate needs review', () => {
  it('not where it can be reversed', () => {
    expect(review(...TWICE)).toEqual([]);
    expect(review(...TWICE, reversal('request-1'), refunded(1010))).toEqual([]);
  });

  it('where it was reversed in part', () => {
    expect(review(...TWICE, reversal('request-1', 500), refunded(500))).toEqual([
      ['attempt-1', 'reversed-in-part'],
    ]);
  });

  it('where the merchant has used it', () => {
    expect(review(...TWICE, requested(), refunded(300))).toEqual([['attempt-1', 'reversed-in-part']]);
    expect(review(...TWICE, requested(), declined('request-1'))).toEqual([]);
  });

  it('after five declined reversals, and not where the gateway was only busy', () => {
    const tries = (count: number, end: (about: string) => Fact) =>
      Array.from({ length: count }, (_, index) => `request-${index}`).flatMap((id) => [
        reversal(id),
        end(id),
      ]);
    const busy = (about: string): Fact => ({
      kind: 'refused',
      about,
      refusal: { means: 'busy', code: null, description: 'Busy' },
    });
    expect(review(...TWICE, ...tries(4, declined))).toEqual([]);
    expect(review(...TWICE, ...tries(5, declined))).toEqual([['attempt-1', 'reversal-declined']]);
    expect(review(...TWICE, ...tries(5, busy))).toEqual([]);
    const failed = (about: string) =>
      answered(about, { method: 'refund', operationId: `of-${about}`, amountMinor: 1010, status: 'failure' });
    expect(review(...TWICE, ...tries(5, failed))).toEqual([['attempt-1', 'reversal-declined']]);
    expect(
      review(...TWICE, ...tries(5, declined), reportedOperation('operation-1', { amountMinor: 1010 })),
    ).toEqual([]);
  });

  it("where the paying one's money was returned in the portal: perhaps the other one was meant", () => {
    const portal = reportedOperation('operation-1', { gatewayOrderId: 'attempt-2', amountMinor: 1010 });
    expect(review(...TWICE, portal)).toEqual([['attempt-1', 'other-payment-returned']]);
    const doubted = [...TWICE, portal, reported({ status: 'failure' })];
    expect(review(...doubted)).toEqual([['attempt-1', 'contradicting-ends']]);
    const all = [...TWICE, portal, reportedOperation('operation-2', { amountMinor: 1010 })];
    expect(review(...all)).toEqual([]);
  });

  it('if it was only manually resolved as paid, until the gateway confirms it or its money is returned', () => {
    const facts = [...OPEN, resolvedAs('attempt-1', 'success'), ...SECOND];
    expect(review(...facts)).toEqual([['attempt-1', 'unconfirmed-duplicate']]);
    expect(review(...facts, reported())).toEqual([]);
    expect(review(...facts, reportedOperation('operation-1', { amountMinor: 1010 }))).toEqual([]);
    const alone = [...OPEN, resolvedAs('attempt-1', 'success')];
    expect(review(...alone)).toEqual([]);
    const failed = answered('attempt-2', { gatewayOrderId: 'attempt-2', status: 'failure' });
    expect(review(...alone, begun({ id: 'attempt-2' }), failed)).toEqual([]);
    expect(review(...alone, updatedOver(2020))).toEqual([['attempt-1', 'other-terms']]);
  });
});

describe('an operation needs review', () => {
  it.each<[string, Fact[], string[]]>([
    ['never where it has ended', [requested(), refunded(300)], []],
    [
      'where it is disputed',
      [requested(), refunded(300), reportedOperation('operation-1', { status: 'failure' })],
      ['contradicting-ends'],
    ],
    [
      'where it was made elsewhere and is disputed',
      [reportedOperation('operation-1'), reportedOperation('operation-1', { status: 'failure' })],
      ['contradicting-ends'],
    ],
    [
      'where it was made elsewhere over an amount that nobody knows',
      [reportedOperation('operation-1', { amountMinor: null })],
      ['amount-unknown'],
    ],
    [
      'not where that one failed',
      [reportedOperation('operation-1', { amountMinor: null, status: 'failure' })],
      [],
    ],
    [
      'not where it is a void: that is over everything',
      [reportedOperation('operation-1', { method: 'void', amountMinor: null })],
      [],
    ],
    [
      'not where it is ours: what was asked for is known',
      [
        requested(),
        answered('request-1', { method: 'refund', operationId: 'operation-1', amountMinor: null }),
      ],
      [],
    ],
  ])('%s', (_what, facts, reasons) => {
    expect(review(...PAID, ...facts).map(([, reason]) => reason)).toEqual(reasons);
  });

  it('under our id of it, since its last change', () => {
    const facts = [requested(), refunded(300), reportedOperation('operation-1', { status: 'failure' })];
    expect(reviewItems(stateOf(...PAID, ...facts))).toEqual([
      {
        paymentId: 'attempt-1',
        operationId: 'request-1',
        reason: 'contradicting-ends',
        since: NOON + 4_000,
      },
    ]);
    const portal = reportedOperation('operation-1', { amountMinor: null });
    const decided = resolvedAs('id' in portal ? portal.id : '', 'success');
    expect(reviewItems(stateOf(...PAID, portal, decided))).toEqual([]);
    expect(reviewItems(stateOf(...PAID, portal))).toEqual([
      {
        paymentId: 'attempt-1',
        operationId: 'id' in portal ? portal.id : '',
        reason: 'amount-unknown',
        since: NOON + 2_000,
      },
    ]);
  });
});

describe('what nothing is reported of for a day', () => {
  const late = (ageMs: number, ...facts: Fact[]) =>
    reviewItemsAt(stateOf(...facts), NOON + ageMs).map(({ paymentId, operationId, reason, since }) => [
      operationId ?? paymentId,
      reason,
      since - NOON,
    ]);
  const page: Fact = { kind: 'page-opened', about: 'attempt-1', url: 'https://gateway.example/pay' };

  it('needs review: payments that have begun', () => {
    expect(late(DAY_MS, ...OPEN)).toEqual([['attempt-1', 'no-report', 0]]);
    const pending = answered('attempt-1', { status: 'pending' });
    expect(late(DAY_MS, begun(), pending)).toEqual([['attempt-1', 'no-report', 1_000]]);
    const init = answered('attempt-1', { status: 'init' });
    expect(late(DAY_MS, begun(), init)).toEqual([['attempt-1', 'no-report', 1_000]]);
    expect(late(DAY_MS, begun({ mode: 'hosted' }), page)).toEqual([]);
    expect(late(DAY_MS, ...PAID)).toEqual([]);
  });

  it('is named once where it is disputed too', () => {
    expect(late(DAY_MS, ...OPEN, reported({ amountMinor: 5 }))).toEqual([
      ['attempt-1', 'amount-mismatch', 0],
    ]);
  });

  it('needs review: operations, since they were sent or reported', () => {
    const asked = [...PAID, requested(), unanswered('request-1')];
    expect(late(DAY_MS + 1_999, ...asked)).toEqual([]);
    expect(late(DAY_MS + 2_000, ...asked)).toEqual([['request-1', 'no-report', 2_000]]);
    const portal = reportedOperation('operation-1', { status: 'pending' });
    const id = 'id' in portal ? portal.id : '';
    expect(late(DAY_MS + 1_999, ...PAID, portal)).toEqual([]);
    expect(late(DAY_MS + 2_000, ...PAID, portal)).toEqual([[id, 'no-report', 2_000]]);
  });
});

it('an operation that may still be ours is not named beside the request that may have begun it', () => {
  const facts = [
    ...PAID,
    requested({ amountMinor: 300 }),
    unanswered('request-1'),
    reportedOperation('operation-1', { amountMinor: 300, status: 'failure' }),
    reportedOperation('operation-2', { amountMinor: 300, status: 'pending' }),
  ];
  const state = stateOf(...facts);
  const items = reviewItemsAt(state, NOON + 3 * DAY_MS);
  const known = shownOperations(state).map(idOf);
  expect(items.map(({ operationId }) => operationId)).toEqual(['request-1']);
  expect(known).toEqual(['request-1']);
});
