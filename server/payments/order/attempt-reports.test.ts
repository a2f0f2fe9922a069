import { describe, expect, it } from 'vitest';
import type { Fact } from './journal.ts';
import {
  answered,
  begun,
  certain,
  reported,
  reportedOperation,
  resolvedAs,
  stateOf,
  unanswered,
} from './test-entries.ts';

const attemptAfter = (...facts: Fact[]) => certain(stateOf(begun(), ...facts).attempts[0]);

describe('what was paid', () => {
  const less = (amountMinor: number) =>
    reported({ processed: { amountMinor, currency: 'UAH' }, status: 'success' });

  it('is kept where it is less than what was ordered, and only another update takes that back', () => {
    const short = [unanswered('attempt-1'), less(900)];
    expect(attemptAfter(...short)).toMatchObject({ paidMinor: 900, underpaid: true, status: 'unknown' });
    expect(attemptAfter(...short, reported())).toMatchObject({
      paidMinor: 900,
      underpaid: true,
      status: 'unknown',
    });
    expect(attemptAfter(...short, reported({ amountMinor: 800 })).paidMinor).toBe(800);
    const accepted = [...short, resolvedAs('attempt-1', 'success')];
    expect(attemptAfter(...accepted, reported())).toMatchObject({ paidMinor: 900, endedBy: 'gateway' });
    expect(attemptAfter(...short, less(1010))).toMatchObject({
      paidMinor: null,
      underpaid: false,
      status: 'success',
    });
  });

  it('stays what it is while nothing is said of it', () => {
    const short = [unanswered('attempt-1'), reported({ amountMinor: 900 })];
    expect(attemptAfter(...short, reported({ currency: 'EUR' }))).toMatchObject({
      paidMinor: 900,
      underpaid: false,
    });
    expect(attemptAfter(...short, reported()).paidMinor).toBe(null);
    expect(attemptAfter(...short, reported({ amountMinor: 950 })).paidMinor).toBe(950);
    expect(attemptAfter(...short, reported({ amountMinor: null })).paidMinor).toBe(900);
  });

  it('is not known where it cannot be read, until the gateway says it', () => {
    const unread = reported({ processed: { amountMinor: null, currency: 'UAH' } });
    const doubtful = [unanswered('attempt-1'), unread];
    const unknown = { paidMinor: null, underpaid: true, status: 'unknown', dispute: 'amount-mismatch' };
    expect(attemptAfter(...doubtful)).toMatchObject(unknown);
    expect(attemptAfter(...doubtful, reported())).toMatchObject(unknown);
    expect(attemptAfter(...doubtful, less(900))).toMatchObject({ ...unknown, paidMinor: 900 });
    expect(attemptAfter(...doubtful, reported({ amountMinor: 800 }))).toMatchObject({ paidMinor: 800 });
    expect(attemptAfter(...doubtful, less(900), unread)).toMatchObject({ paidMinor: 900 });
    expect(attemptAfter(...doubtful, less(1010))).toMatchObject({ underpaid: false, status: 'success' });
  });

  it('is nothing where something else contradicts', () => {
    const other = [unanswered('attempt-1'), reported({ method: 'auth' })];
    expect(attemptAfter(...other)).toMatchObject({ dispute: 'method-mismatch', paidMinor: null });
  });

  it('is nothing yet in a report that is no success', () => {
    const processed = { amountMinor: 900, currency: 'UAH' };
    const report = reported({ status: 'pending', amountMinor: 900, processed });
    expect(attemptAfter(unanswered('attempt-1'), report)).toMatchObject({
      dispute: 'amount-mismatch',
      paidMinor: null,
      underpaid: false,
    });
  });
});

describe('a manual resolution of an attempt as successful', () => {
  const resolved = resolvedAs('attempt-1', 'success');

  it('is not the gateway, unless it has confirmed that success before', () => {
    expect(attemptAfter(unanswered('attempt-1'), resolved).endedBy).toBe('person');
    expect(attemptAfter(answered('attempt-1'), reported({ status: 'failure' }), resolved)).toMatchObject({
      endedBy: 'gateway',
      dispute: null,
      status: 'success',
    });
    expect(attemptAfter(answered('attempt-1', { status: 'failure' }), reported(), resolved).endedBy).toBe(
      'gateway',
    );
    expect(
      attemptAfter(answered('attempt-1'), reported({ status: 'failure' }), resolvedAs('attempt-1', 'failure'))
        .endedBy,
    ).toBe('person');
  });

  it('gives it its place among the successes, which changes when the gateway confirms it', () => {
    expect(attemptAfter(unanswered('attempt-1'), resolved).succeededAt).toBe(2);
    expect(
      attemptAfter(unanswered('attempt-1'), resolved, unanswered('attempt-1'), reported()).succeededAt,
    ).toBe(4);
    expect(attemptAfter(unanswered('attempt-1'), resolvedAs('attempt-1', 'failure')).succeededAt).toBe(null);
  });

  it('is contradicted by a failure, which makes it no success of the gateway', () => {
    const contradicted = [unanswered('attempt-1'), resolved, reported({ status: 'failure' })];
    expect(attemptAfter(...contradicted)).toMatchObject({ status: 'unknown', dispute: 'contradicting-ends' });
    expect(attemptAfter(...contradicted, resolved).endedBy).toBe('person');
    // A single report does not decide between the two; its place among the successes is the first one.
    expect(attemptAfter(...contradicted, reported())).toMatchObject({
      status: 'success',
      dispute: 'contradicting-ends',
      succeededAt: 2,
    });
  });

  it('ends the call: it is no longer waited for', () => {
    expect(attemptAfter(resolved).inFlight).toBe(false);
  });

  it('is asked again over the money of another card, although the same amount was accepted', () => {
    const less = reported({ processed: { amountMinor: 900, currency: 'UAH' } });
    const accepted = [unanswered('attempt-1'), less, resolved, reported()];
    expect(attemptAfter(...accepted, reported())).toMatchObject({ paidMinor: 900, dispute: null });
    expect(attemptAfter(...accepted, reported({ cardMask: '545454******5454' })).dispute).toBe(
      'amount-mismatch',
    );
  });

  it('accepts an amount that was too low; one who calls it failed does not', () => {
    const less = reported({ amountMinor: 900 });
    const low = [unanswered('attempt-1'), less];
    expect(attemptAfter(...low, resolved, less)).toMatchObject({ status: 'success', dispute: null });
    expect(attemptAfter(...low, resolvedAs('attempt-1', 'failure'), less)).toMatchObject({
      status: 'unknown',
      dispute: 'amount-mismatch',
    });
  });

  it('is not asked again over a payment that is not ours', () => {
    const state = stateOf(
      begun(),
      unanswered('attempt-1'),
      resolvedAs('attempt-1', 'failure'),
      reported({ cardMask: '545454******5454' }),
    );
    expect(state.effects.at(-1)).toBe('ignored');
    expect(certain(state.attempts[0])).toMatchObject({ status: 'failure', dispute: null });
  });
});

describe("the gateway's transaction", () => {
  it('is the last one that was reported, and the first that a success names', () => {
    const tries = [
      unanswered('attempt-1'),
      reported({ status: 'pending', transactionId: 'transaction-1' }),
      reported({ status: 'pending', transactionId: 'transaction-2' }),
      reported({ status: 'pending' }),
    ];
    expect(attemptAfter(...tries).transactionId).toBe('transaction-2');
    expect(attemptAfter(...tries, reported()).transactionId).toBe('transaction-2');
  });

  it('may be named after the success, but not by a charge of a subscription', () => {
    const recurring = { id: 'subscription-1', status: 'active' };
    const named = { transactionId: 'transaction-1' };
    expect(attemptAfter(answered('attempt-1'), reported(named)).transactionId).toBe('transaction-1');
    expect(attemptAfter(answered('attempt-1'), reported({ ...named, recurring })).transactionId).toBe(null);
    expect(
      attemptAfter(answered('attempt-1', { status: 'failure' }), reported({ ...named, status: 'failure' }))
        .transactionId,
    ).toBe(null);
    expect(attemptAfter(answered('attempt-1'), reported({ ...named, status: 'pending' })).transactionId).toBe(
      null,
    );
  });
});

it('a report that says the same again changes nothing', () => {
  const pending = reported({ status: 'pending' });
  expect(stateOf(begun(), unanswered('attempt-1'), pending, pending).effects.slice(-2)).toEqual([
    'applied',
    'unchanged',
  ]);
});

it('details that one report left out are kept from another', () => {
  const full = {
    cardMask: '424242******4242',
    gatewayPaymentId: 'payment-1',
    receiptUrl: 'https://gateway.example/receipt',
  };
  expect(attemptAfter(reported({ ...full, status: 'pending' }), reported())).toMatchObject({
    shownMask: '424242******4242',
    gatewayPaymentId: 'payment-1',
    receiptUrl: 'https://gateway.example/receipt',
    chargedMinor: 1010,
    confirmed: true,
  });
});

describe('details that are reported only after the end', () => {
  const late = {
    cardMask: '424242******4242',
    receiptUrl: 'https://gateway.example/receipt',
    statusCode: '1000',
    statusDescription: 'Paid',
  };
  const shown = {
    shownMask: late.cardMask,
    receiptUrl: late.receiptUrl,
    statusCode: '1000',
    statusDescription: 'Paid',
  };
  const effectOf = (...facts: Fact[]) => stateOf(begun(), ...facts).effects.at(-1);

  it('are added to what is known, once', () => {
    const facts = [answered('attempt-1'), reported(late)];
    expect(attemptAfter(...facts)).toMatchObject(shown);
    expect([effectOf(...facts), effectOf(...facts, reported(late))]).toEqual(['applied', 'unchanged']);
  });

  it('replace nothing', () => {
    const other = { ...late, receiptUrl: 'https://gateway.example/other', statusCode: '1001' };
    expect(attemptAfter(answered('attempt-1', late), reported(other))).toMatchObject(shown);
    expect(effectOf(answered('attempt-1', late), reported(other))).toBe('unchanged');
  });

  it('are not taken from another state, nor from a charge of a subscription', () => {
    const recurring = { id: 'subscription-1', status: 'active' };
    expect(effectOf(answered('attempt-1'), reported({ ...late, status: 'pending' }))).toBe('unchanged');
    expect(effectOf(answered('attempt-1'), reported({ ...late, recurring }))).toBe('unchanged');
  });

  it('tell why a payment has failed, but not whose failure it was', () => {
    const status = 'failure' as const;
    const code = { status, statusCode: '4153', statusDescription: 'Rejected' };
    const after = attemptAfter(answered('attempt-1', { status }), reported({ ...late, ...code }));
    expect(after).toMatchObject({ statusCode: '4153', statusDescription: 'Rejected', shownMask: null });
  });

  it('name the transaction once, and never the payment, which may be another one', () => {
    const told = { transactionId: 'transaction-1', gatewayPaymentId: 'payment-1' };
    const { effects, attempts } = stateOf(begun(), answered('attempt-1'), reported(told), reported(told));
    expect(effects.slice(-2)).toEqual(['applied', 'unchanged']);
    expect(attempts[0]).toMatchObject({ transactionId: 'transaction-1', gatewayPaymentId: null });
  });
});

it('an entry that names an attempt for a link changes nothing', () => {
  const link: Fact = { kind: 'linked', requestId: 'attempt-1', operationId: 'operation-1' };
  expect(stateOf(begun(), link).effects).toEqual(['applied', 'unchanged']);
});

it('a report of an operation leaves the payment as it is', () => {
  expect(
    attemptAfter(answered('attempt-1'), reportedOperation('operation-1', { status: 'failure' })),
  ).toMatchObject({
    status: 'success',
    dispute: null,
  });
});
