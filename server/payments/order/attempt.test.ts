import { describe, expect, it } from 'vitest';
import { gatewayOrderIdFor } from './attempt.ts';
import type { Fact, Refusal } from './journal.ts';
import { answered, begun, certain, NOON, reported, resolvedAs, stateOf, unanswered } from './test-entries.ts';

const PAGE: Fact = { kind: 'page-opened', about: 'attempt-1', url: 'https://gateway.example/pay' };
const CHALLENGE = 'https://gateway.example/3ds';
const refusedAs = (means: Refusal['means']): Fact => ({
  kind: 'refused',
  about: 'attempt-1',
  refusal: { means, code: 'P-1', description: 'Because' },
});
const NOT_SENT: Fact = { kind: 'not-sent', about: 'attempt-1', reason: 'ECONNREFUSED' };
const NOT_FOUND: Fact = { kind: 'not-found', about: 'attempt-1' };

const attemptAfter = (...facts: Fact[]) => certain(stateOf(begun(), ...facts).attempts[0]);
const hostedAfter = (...facts: Fact[]) =>
  certain(stateOf(begun({ mode: 'hosted', cardMask: null }), ...facts).attempts[0]);

it('an attempt that has just begun is in flight, counts, and has no known outcome', () => {
  expect(attemptAfter()).toMatchObject({
    status: 'unknown',
    endedBy: null,
    dispute: null,
    beganAt: NOON,
    updatedAt: NOON,
    inFlight: true,
    counts: true,
    orderIdExists: false,
    underpaid: false,
    confirmed: false,
    succeededAt: null,
  });
});

describe('a call that ended without an answer', () => {
  it.each<[string, Fact, boolean, Record<string, unknown>]>([
    ['nobody knows how: it counts', unanswered('attempt-1'), true, { status: 'unknown', endedBy: null }],
    ['never left: it does not count', NOT_SENT, false, { status: 'failure', endedBy: 'not-sent' }],
    ['too many requests: it does not count', refusedAs('busy'), false, { endedBy: 'refused' }],
    ['breaks a rule: it does not count', refusedAs('unsendable'), false, { endedBy: 'refused' }],
    ['was refused: it counts', refusedAs('other'), true, { status: 'failure', endedBy: 'refused' }],
    ['over credentials: it does not count', refusedAs('credentials'), false, { endedBy: 'refused' }],
    ['is not known to the gateway: it counts', NOT_FOUND, true, { status: 'failure', endedBy: 'not-found' }],
  ])('%s', (_what, end, counts, facts) => {
    expect(attemptAfter(end)).toMatchObject({ ...facts, counts, inFlight: false });
  });

  it('says to the payer why', () => {
    expect(attemptAfter(refusedAs('other'))).toMatchObject({
      statusCode: null,
      statusDescription: 'Because',
    });
    expect(attemptAfter(NOT_SENT).statusDescription).toBe('The payment service cannot be reached.');
    expect(attemptAfter(NOT_FOUND).statusDescription).toBe('The payment did not reach the payment service.');
  });

  it.each([
    ['not sent', NOT_SENT],
    ['too busy', refusedAs('busy')],
  ])('counts all the same where the gateway has reported it: %s', (_what, end) => {
    expect(attemptAfter(reported({ status: 'pending' }), end)).toMatchObject({
      status: 'pending',
      counts: true,
      inFlight: false,
    });
  });
});

describe('a hosted page', () => {
  it('waits for the customer at its address', () => {
    expect(hostedAfter(PAGE)).toMatchObject({
      status: 'init',
      actionUrl: 'https://gateway.example/pay',
      inFlight: false,
    });
  });

  it('gets its address also where the webhook was faster than the answer, unless all is over', () => {
    const hosted = { mode: 'hosted' };
    expect(hostedAfter(reported({ ...hosted, status: 'pending' }), PAGE)).toMatchObject({
      status: 'pending',
      actionUrl: 'https://gateway.example/pay',
    });
    expect(hostedAfter(reported(hosted), PAGE)).toMatchObject({
      status: 'success',
      actionUrl: null,
      inFlight: false,
    });
  });

  it('stays open until the end, regardless of a report’s actions', () => {
    const pending = reported({ mode: 'hosted', status: 'pending', actionRequired: false });
    expect(hostedAfter(PAGE, pending).actionUrl).toBe('https://gateway.example/pay');
    expect(hostedAfter(PAGE, pending, reported({ mode: 'hosted' })).actionUrl).toBe(null);
  });

  it('is closed by a manual resolution', () => {
    expect(hostedAfter(PAGE, resolvedAs('attempt-1', 'failure')).actionUrl).toBe(null);
  });
});

describe('a challenge of a direct payment', () => {
  const challenge = answered('attempt-1', { status: 'pending', actionUrl: CHALLENGE, actionRequired: true });
  const after = (actionRequired: boolean | null) =>
    attemptAfter(challenge, reported({ status: 'pending', actionRequired })).actionUrl;

  it('ends with an express "no action required" only', () => {
    expect([after(null), after(true), after(false)]).toEqual([CHALLENGE, CHALLENGE, null]);
  });

  it('ends with the payment', () => {
    expect(attemptAfter(challenge, reported({ actionUrl: CHALLENGE })).actionUrl).toBe(null);
  });
});

describe('the order id that the gateway calls taken', () => {
  it('is no reason to doubt what the gateway has reported already', () => {
    expect(attemptAfter(reported({ status: 'pending' }), refusedAs('order-id-exists'))).toMatchObject({
      status: 'pending',
      dispute: null,
      orderIdExists: false,
    });
  });

  it('leaves the reason that is known already', () => {
    const facts = [unanswered('attempt-1'), reported({ amountMinor: 5 }), refusedAs('order-id-exists')];
    expect(attemptAfter(...facts)).toMatchObject({ dispute: 'amount-mismatch', orderIdExists: true });
  });

  it('changes nothing when it is said again', () => {
    const again = reported({ status: 'failure', statusCode: '4119' });
    expect(stateOf(begun(), unanswered('attempt-1'), again, again).effects.slice(-2)).toEqual([
      'disputed',
      'unchanged',
    ]);
  });

  it('is another thing than a success with that code', () => {
    expect(attemptAfter(unanswered('attempt-1'), reported({ statusCode: '4119' }))).toMatchObject({
      status: 'success',
      dispute: null,
    });
  });

  it('is cleared up by a report that agrees, although it is no success yet', () => {
    const ours = { status: 'pending' as const, cardMask: '424242******4242' };
    const createdAt = new Date(NOON).toISOString();
    expect(attemptAfter(refusedAs('order-id-exists'), reported({ ...ours, createdAt }))).toMatchObject({
      status: 'pending',
      dispute: null,
    });
  });
});

describe('a dispute', () => {
  const doubted = [unanswered('attempt-1'), reported({ currency: 'EUR' })];

  it('ends with a success that agrees with the request, and with nothing less', () => {
    expect(attemptAfter(...doubted, reported({ status: 'pending' })).dispute).toBe('currency-mismatch');
    expect(attemptAfter(...doubted, reported())).toMatchObject({ status: 'success', dispute: null });
  });

  it('over two different ends is ended by no report', () => {
    const facts = [answered('attempt-1'), reported({ status: 'failure' })];
    expect(attemptAfter(...facts, reported()).dispute).toBe('contradicting-ends');
  });

  it("opens a person's decision again", () => {
    const decided = attemptAfter(
      unanswered('attempt-1'),
      resolvedAs('attempt-1', 'failure'),
      reported({ amountMinor: 5 }),
    );
    expect(decided).toMatchObject({ status: 'unknown', endedBy: null, dispute: 'amount-mismatch' });
  });
});

describe('the order id at the gateway', () => {
  const random = () => 0;
  const last = () => 0.999_999;

  it("is the merchant's own for the first attempt", () => {
    expect(gatewayOrderIdFor('A-1001', 1)).toBe('A-1001');
  });

  it('has the number of the attempt and five random characters for further ones', () => {
    expect(gatewayOrderIdFor('A-1001', 2, random)).toBe('A-1001.2aaaaa');
    expect(gatewayOrderIdFor('A-1001', 10, last)).toBe('A-1001.1099999');
    expect(gatewayOrderIdFor('A-1001', 2)).toMatch(/^A-1001\.2[a-z2-9]{5}$/);
  });

  it('has at most 32 characters', () => {
    const longest = 'x'.repeat(32);
    expect(gatewayOrderIdFor(longest, 1)).toBe(longest);
    expect(gatewayOrderIdFor(longest, 2, random)).toBe(`${'x'.repeat(25)}.2aaaaa`);
  });
});
