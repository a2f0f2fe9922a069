import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Fact, Report } from './journal.ts';
import { refundable } from './operations.ts';
import { extended, fold, isCopy, snapshot } from './order.ts';
import {
  answered,
  idExists,
  journalOf,
  NOON,
  notFound,
  refunded,
  reported,
  requested,
  resolved,
  started,
  orderUpdated,
  stateOf,
  terms,
  unanswered,
} from './testing/entries.ts';
import { reviewItems } from './views.ts';

/** One entry of each kind, and some about a payment and an operation that nobody has begun. */
const FACTS: Fact[] = [
  orderUpdated(),
  orderUpdated({ terms: terms({ amountMinor: 2000 }), by: 'api' }),
  started(),
  started({ id: 'p2', mode: 'hosted', cardMask: null, replaces: 'p1' }),
  { kind: 'call-ended', about: 'p2', end: { how: 'page-opened', url: 'https://gateway.example/p2' } },
  { kind: 'call-ended', about: 'p1', end: { how: 'not-sent' } },
  unanswered('p1'),
  idExists('p2'),
  requested(),
  requested({ id: 'o2', paymentId: 'p9', origin: 'automatic' }),
  answered('o1', { method: 'refund', operationId: 'r1', amountMinor: 300 }),
  answered('o1', { method: 'refund', operationId: null }),
  answered('o2', { method: 'capture', operationId: 'r1' }),
  reported(),
  reported({ status: 'failure' }),
  reported({ amountMinor: null, currency: null, createdAt: null }),
  reported({ gatewayOrderId: 'p2', mode: 'hosted', status: 'pending', gatewayPaymentId: 'g2' }),
  reported({ gatewayOrderId: 'p9' }),
  refunded('r1'),
  refunded(null),
  refunded('r1', { method: 'void', amountMinor: null }),
  refunded('r2', { gatewayPaymentId: 'g9' }),
  notFound('p1'),
  notFound('o1'),
  notFound('nothing'),
  resolved('p1', 'success'),
  resolved('o1', 'failure'),
  resolved('r9', 'success', 100),
];

describe('a journal', () => {
  it('may have any entries in any order, and is folded in parts as it is at once', () => {
    const facts = fc.array(fc.constantFrom(...FACTS), { maxLength: 40 });
    fc.assert(
      fc.property(facts, fc.nat({ max: 40 }), (all, cut) => {
        const entries = journalOf(...all);
        const parts = extended(snapshot('order-1', entries.slice(0, cut)), entries.slice(cut));
        expect(parts).toEqual(snapshot('order-1', entries));
      }),
      { numRuns: 300, seed: 20_260_615 },
    );
  });

  it('that says nothing about what it knows changes nothing', () => {
    const before = stateOf(orderUpdated(), started(), reported());
    for (const fact of [reported({ gatewayOrderId: 'p9' }), notFound('p9'), resolved('p9', 'failure')]) {
      const after = stateOf(orderUpdated(), started(), reported(), fact);
      expect([after.payments, after.operations]).toEqual([before.payments, before.operations]);
    }
  });

  it('with a kind of entry that only a newer version knows cannot be read', () => {
    const newer = { kind: 'refund-announced', at: NOON } as unknown as Entry;
    expect(() => fold([newer])).toThrow('A newer version wrote this entry.');
  });

  it('tells when the order began and when it last changed', () => {
    const { createdAt, updatedAt } = stateOf(orderUpdated(), started(), reported());
    expect([createdAt, updatedAt]).toEqual([NOON, NOON + 2_000]);
  });
});

describe('an order that is updated', () => {
  const cheap = orderUpdated({ terms: terms({ amountMinor: 100 }), linkId: 'page' });

  it('has the last terms, remembers the earlier ones, and keeps its page', () => {
    const state = stateOf(cheap, orderUpdated());
    expect(state.orderTerms?.terms.amountMinor).toBe(1010);
    expect(state.earlierTerms.map((one) => one.amountMinor)).toEqual([100]);
    expect(state.linkId).toBe('page');
  });

  it('has the token that the API issued last, also after a token of the merchant', () => {
    const issued: Fact = { ...orderUpdated({ by: 'api' }), secret: { token: 'signed' } } as Fact;
    expect(stateOf(issued, orderUpdated()).token).toBe('signed');
    expect(stateOf(issued, orderUpdated({ by: 'api' })).token).toBeNull();
  });
});

describe('a report', () => {
  const wrong = reported({ amountMinor: 500 });
  const right = reported({ cardMask: '424242******4242' });
  const begun = [orderUpdated(), started(), unanswered('p1')];

  it.each<[string, Fact[], Fact, boolean]>([
    ['is a copy if it is the same', [reported()], reported(), true],
    ['is no copy if it differs in any field', [reported()], reported({ statusCode: '1000' }), false],
    ['is a copy after other reports', [reported({ status: 'pending' }), reported()], reported(), true],
    ['is a copy after a mismatch was cleared up', [wrong, right], wrong, true],
    ['is a copy after a person has resolved the mismatch', [wrong, resolved('p1', 'failure')], wrong, true],
  ])('%s', (_name, facts, fact, copy) => {
    const order = snapshot('order-1', journalOf(...begun, ...facts));
    expect(isCopy(order, fact.kind === 'reported' ? fact.hash : '')).toBe(copy);
  });
});

describe('an operation that cannot be one of its payment', () => {
  const paid = [orderUpdated(), started(), reported({ gatewayPaymentId: 'g1' })];
  const review = (...facts: Fact[]) =>
    reviewItems(stateOf(...facts), NOON + 60_000).map(({ reason, field }) => field ?? reason);

  it.each<[string, Partial<Report>, string[]]>([
    ['of another project', { posId: 'other' }, ['posId']],
    ['of another payment', { gatewayPaymentId: 'g2' }, ['gatewayPaymentId']],
    ['in another currency', { currency: 'EUR' }, ['currency']],
    ['in no currency', { currency: null }, ['currency']],
    ['without a time, a card or a mode', { createdAt: null, mode: null }, []],
  ])('%s counts, and puts the payment in review: %j', (_name, over, fields) => {
    const facts = [...paid, refunded('r1', over)];
    expect(review(...facts)).toEqual(fields);
    const { payments, operations } = stateOf(...facts);
    expect(payments.map((one) => refundable(operations, one).restMinor)).toEqual([710]);
  });

  it.each<[string, string, Partial<Report>, string[]]>([
    ['a refund', 'purchase', {}, ['contradicted']],
    ['a capture', 'auth', { method: 'capture' }, ['contradicted']],
    ['a refund that is not done', 'purchase', { status: 'pending' }, []],
    ['a refund that failed', 'purchase', { status: 'failure' }, []],
    ['a refund on a card check', 'lookup', {}, []],
    ['a void, which takes nothing', 'auth', { method: 'void' }, []],
  ])('%s on a payment that failed: %s, %j', (_name, method, over, reasons) => {
    const its = terms({ method: method as 'purchase' | 'auth' | 'lookup' });
    const failed = [
      orderUpdated({ terms: its }),
      started({ terms: its }),
      reported({ method, status: 'failure' }),
    ];
    expect(review(...failed, refunded('r1', over))).toEqual(reasons);
  });
});
