import { describe, expect, it } from 'vitest';
import type { Fact } from './journal.ts';
import { chargedAsOrdered, remainder } from './duplicate.ts';
import type { Report } from './report.ts';
import { answered, begun, certain, NOON, reported, resolvedAs, stateOf, unanswered } from './test-entries.ts';

const TAKEN: Fact = {
  kind: 'refused',
  about: 'attempt-1',
  refusal: { means: 'order-id-exists', code: 'P-409', description: 'Taken' },
};
const at = (offsetMs: number) => new Date(NOON + offsetMs).toISOString();

const attemptAfter = (...facts: Fact[]) => certain(stateOf(begun(), ...facts).attempts[0]);
/** The dispute that a report causes in an attempt whose call was not answered. */
const dispute = (over: Partial<Report>) => attemptAfter(unanswered('attempt-1'), reported(over)).dispute;

describe('a report', () => {
  it.each<[string, Partial<Report>, string | null]>([
    ['that agrees is applied', {}, null],
    ['of another pos_id', { posId: 'another' }, 'pos-id-mismatch'],
    ['of another method', { method: 'auth' }, 'method-mismatch'],
    ['of another mode', { mode: 'hosted' }, 'mode-mismatch'],
    ['of no mode', { mode: null }, null],
    ['in another currency', { currency: 'EUR' }, 'currency-mismatch'],
    ['of a success without an amount', { amountMinor: null }, 'amount-mismatch'],
    ['of less than was ordered', { amountMinor: 1009 }, 'amount-mismatch'],
    ['of more: a commission', { amountMinor: 1040 }, null],
    ['of less paid than charged', { processed: { amountMinor: 900, currency: 'UAH' } }, 'amount-mismatch'],
    [
      'of what was paid and cannot be read',
      { processed: { amountMinor: null, currency: 'UAH' } },
      'amount-mismatch',
    ],
    [
      'of what was paid in another currency and cannot be read',
      { processed: { amountMinor: null, currency: 'EUR' } },
      null,
    ],
    ['of what was paid in another currency', { processed: { amountMinor: 25, currency: 'EUR' } }, null],
    ['of another card', { cardMask: '545454******5454' }, 'card-mismatch'],
    ['of the card in a shorter mask', { cardMask: '4242 **** **** 4242' }, null],
    ['of the card in a longer mask', { cardMask: '42424242****4242' }, null],
    ['of a card with other last digits', { cardMask: '4242****4243' }, 'card-mismatch'],
    ['of a card with another one of its last four digits', { cardMask: '4242****4142' }, 'card-mismatch'],
    ['of a card with other first digits', { cardMask: '545454******4242' }, 'card-mismatch'],
    ['of a card with other first digits, in groups', { cardMask: '4242 43** **** 4242' }, 'card-mismatch'],
    ['of the card with more of its last digits', { cardMask: '424242****424242' }, null],
    ['of no digits of a card', { cardMask: '****' }, 'card-mismatch'],
    ['of a payment begun long before', { createdAt: at(-61_000) }, 'begun-before'],
    ['of a payment begun before, as far as clocks differ', { createdAt: at(-60_000) }, null],
    ['of what has no amount yet', { status: 'pending', amountMinor: null, currency: null }, null],
  ])('%s', (_what, over, reason) => {
    expect(dispute(over)).toBe(reason);
  });

  it('of another order contradicts, where it is the answer', () => {
    expect(attemptAfter(answered('attempt-1', { gatewayOrderId: 'attempt-2' })).dispute).toBe(
      'order-id-mismatch',
    );
  });

  it('of any card may be of an attempt that sent none', () => {
    const hosted = begun({ mode: 'hosted', cardMask: null });
    const state = stateOf(
      hosted,
      unanswered('attempt-1'),
      reported({ mode: 'hosted', cardMask: '4242****4242' }),
    );
    expect(certain(state.attempts[0])).toMatchObject({ status: 'success', dispute: null });
  });

  it('of the card whose last digits we know more of is of that card', () => {
    const state = stateOf(begun({ cardMask: '424242****124242' }), reported({ cardMask: '4242****4242' }));
    expect(certain(state.attempts[0]).dispute).toBe(null);
  });

  it('under the payment id of our own answer is of our payment, with any card and time', () => {
    const named = { gatewayPaymentId: 'payment-1' };
    const pending = answered('attempt-1', { ...named, status: 'pending' });
    const odd = { ...named, cardMask: '545454******5454', createdAt: at(-3_600_000) };
    expect(attemptAfter(pending, reported(odd))).toMatchObject({ status: 'success', dispute: null });
  });

  it.each<[string, Partial<Report>, string]>([
    ['another card', { cardMask: '545454******5454' }, 'card-mismatch'],
    ['an earlier time', { createdAt: at(-3_600_000) }, 'begun-before'],
  ])('must prove that it is of ours, once one with %s was there', (_what, foreign, reason) => {
    const doubted = [unanswered('attempt-1'), reported(foreign)];
    const proof = { cardMask: '4242****4242', createdAt: at(0) };
    expect(attemptAfter(...doubted)).toMatchObject({ status: 'unknown', dispute: reason });
    expect(attemptAfter(...doubted, reported({ cardMask: '4242****4242' })).dispute).toBe('begun-before');
    expect(attemptAfter(...doubted, reported({ createdAt: at(0) })).dispute).toBe('card-mismatch');
    expect(attemptAfter(...doubted, reported({ ...proof, amountMinor: 1040 })).dispute).toBe(
      'amount-mismatch',
    );
    expect(attemptAfter(...doubted, reported(proof))).toMatchObject({ status: 'success', dispute: null });
  });

  it('of a kind with which no payment begins is ignored', () => {
    expect(attemptAfter(unanswered('attempt-1'), reported({ method: 'credit' }))).toMatchObject({
      status: 'unknown',
      dispute: null,
    });
  });
});

describe('where the gateway says that the order id exists', () => {
  const OURS: Partial<Report> = { createdAt: at(0), cardMask: '4242****4242' };

  it.each<[string, Partial<Report>, string, string | null]>([
    ['a payment with our time, card and amount is ours', {}, 'success', null],
    ["one without a time may be somebody else's", { createdAt: null }, 'unknown', 'begun-before'],
    ["one begun before we asked is somebody else's", { createdAt: at(-6_000) }, 'unknown', 'begun-before'],
    ["one without a card may be somebody else's", { cardMask: null }, 'unknown', 'card-mismatch'],
    [
      "one with another card is somebody else's",
      { cardMask: '545454******5454' },
      'unknown',
      'card-mismatch',
    ],
    ["one over more is somebody else's", { amountMinor: 1040 }, 'unknown', 'amount-mismatch'],
    ["one over less is somebody else's", { amountMinor: 1009 }, 'unknown', 'amount-mismatch'],
  ])('%s', (_what, over, status, reason) => {
    expect(attemptAfter(TAKEN, reported({ ...OURS, ...over }))).toMatchObject({ status, dispute: reason });
  });

  it('it needs review until that is found out', () => {
    expect(attemptAfter(TAKEN)).toMatchObject({ status: 'unknown', dispute: 'order-id-exists' });
    expect(attemptAfter(TAKEN, resolvedAs('attempt-1', 'failure'))).toMatchObject({
      status: 'failure',
      dispute: null,
    });
  });

  it('a report with code 4119 says the same', () => {
    const failure = reported({ status: 'failure', statusCode: '4119' });
    expect(attemptAfter(unanswered('attempt-1'), failure)).toMatchObject({
      status: 'unknown',
      dispute: 'order-id-exists',
    });
  });

  it.each<[string, Partial<Report>]>([
    ['', {}],
    [', whatever card it names', { cardMask: '545454******5454' }],
    [', whenever it began', { createdAt: at(-3_600_000) }],
  ])('a failure under the id ends the attempt%s: nothing was charged for us', (_what, over) => {
    expect(attemptAfter(TAKEN, reported({ status: 'failure', statusCode: '4153', ...over }))).toMatchObject({
      status: 'failure',
      dispute: null,
    });
  });

  it('a payment is never ours where we sent no card to prove it by', () => {
    const hosted = begun({ mode: 'hosted', cardMask: null });
    const state = stateOf(hosted, TAKEN, reported({ ...OURS, mode: 'hosted' }));
    expect(certain(state.attempts[0])).toMatchObject({ status: 'unknown', dispute: 'order-id-exists' });
  });
});

it('a full refund states its amount where the gateway charged another one than ordered', () => {
  const full = (amountMinor: number, method: 'purchase' | 'auth' = 'purchase') => {
    const state = stateOf(begun({ method }), unanswered('attempt-1'), reported({ method, amountMinor }));
    const attempt = certain(state.attempts[0]);
    return [chargedAsOrdered(attempt), remainder(state, attempt)?.full];
  };
  expect([full(1010), full(1040), full(1040, 'auth')]).toEqual([
    [true, true],
    [false, false],
    [false, true],
  ]);
  const decided = attemptAfter(unanswered('attempt-1'), resolvedAs('attempt-1', 'success'));
  expect(chargedAsOrdered(decided)).toBe(true);
});
