import { describe, expect, it } from 'vitest';
import type { OrderEvent } from '../../contract/merchant-api.ts';
import type { Fact, Report } from './journal.ts';
import { timelineOf } from './timeline.ts';
import {
  answered,
  journalOf,
  notFound,
  refunded,
  reported,
  requested,
  resolved,
  started,
  orderUpdated,
  terms,
  unanswered,
} from './testing/entries.ts';

const lost = [orderUpdated(), started(), unanswered('p1')];
const paid = [orderUpdated(), started(), reported()];
const refund = [...paid, requested(), unanswered('o1')];

/** What the timeline says of the last fact; null if it leaves it out. */
function last(...facts: Fact[]): OrderEvent | null {
  const before = timelineOf(journalOf(...facts.slice(0, -1))).length;
  return timelineOf(journalOf(...facts))[before] ?? null;
}

it.each<[string, Fact[], Partial<OrderEvent> | null]>([
  ['an order', [orderUpdated()], { type: 'order.created', method: 'purchase', amount: '10.10' }],
  ['the same order again: nothing', [orderUpdated(), orderUpdated({ issuedAt: 1 })], null],
  [
    'another description',
    [orderUpdated(), orderUpdated({ description: 'Three books' })],
    { type: 'order.updated' },
  ],
  [
    'another amount',
    [orderUpdated(), orderUpdated({ terms: terms({ amountMinor: 2000 }) })],
    { type: 'order.updated', amount: '20.00' },
  ],
  ['a payment', [orderUpdated(), started()], { type: 'payment.created', paymentId: 'p1', source: null }],
  ['a call without an answer', lost, { type: 'call.unanswered', paymentId: 'p1', operationId: null }],
  ['what was not found', [...lost, notFound('p1')], { type: 'call.not-found', paymentId: 'p1' }],
  [
    'an answer',
    [orderUpdated(), started(), answered('p1')],
    { type: 'report', source: 'answer', result: 'applied', status: 'success' },
  ],
  [
    'a person’s word',
    [...lost, resolved('p1', 'failure')],
    { type: 'resolved', source: 'person', status: 'failure', comment: 'seen in the portal' },
  ],
  [
    'an operation',
    [...paid, requested({ comment: 'Broken' })],
    { type: 'operation.created', paymentId: 'p1', operationId: 'o1', method: 'refund', comment: 'Broken' },
  ],
  ['a call about an operation', refund, { type: 'call.unanswered', paymentId: 'p1', operationId: 'o1' }],
  [
    'an operation that was not found',
    [...refund, notFound('o1')],
    { type: 'call.not-found', paymentId: 'p1', operationId: 'o1' },
  ],
  [
    'an operation that was found among the reports: nothing',
    [...refund, refunded('r1'), notFound('o1')],
    null,
  ],
  [
    'an operation that may be one of two',
    [...refund, refunded('r1'), refunded('r2'), notFound('o1')],
    { type: 'report', source: 'query', result: 'in-review', operationId: 'o1' },
  ],
])('the timeline names %s', (_name, facts, event) => {
  if (event === null) expect(last(...facts)).toBeNull();
  else expect(last(...facts)).toMatchObject(event);
});

describe('a report in the timeline', () => {
  it.each<[string, Fact[], Partial<Report>, Partial<OrderEvent>]>([
    ['is applied', lost, { status: 'pending' }, { result: 'applied', source: 'webhook' }],
    ['leaves all unchanged', paid, { status: 'pending' }, { result: 'unchanged' }],
    ['puts the payment in review', paid, { status: 'failure' }, { result: 'in-review' }],
    [
      'about a credit leaves all unchanged',
      paid,
      { method: 'credit' },
      { result: 'unchanged', method: 'credit' },
    ],
    ['names its transaction', lost, { transactionId: 't1' }, { transactionId: 't1', amount: '10.10' }],
    ['in a foreign currency shows no amount', paid, { method: 'credit', currency: 'JPY' }, { amount: null }],
    [
      'shows an amount that cannot be read as the gateway wrote it',
      lost,
      { amountMinor: null, unread: '1O.10' },
      { amount: null, comment: 'The amount cannot be read: 1O.10', result: 'in-review' },
    ],
  ])('%s', (_name, before, over, event) => {
    expect(last(...before, reported(over))).toMatchObject({ type: 'report', paymentId: 'p1', ...event });
  });

  it('that the answer to our call repeats leaves all unchanged', () => {
    expect(last(orderUpdated(), started(), reported(), answered('p1'))).toMatchObject({
      result: 'unchanged',
    });
  });

  it('names the operation that it is about, also the one that it adds without an id', () => {
    expect(last(...paid, refunded('r1'))?.operationId).toBe('p1-3');
    expect(last(...paid, refunded(null))).toMatchObject({ operationId: 'p1-3', result: 'in-review' });
    const answer = answered('o1', { method: 'refund', amountMinor: 300, operationId: 'r1' });
    const early = timelineOf(journalOf(...paid, requested(), refunded('r1'), answer));
    expect(new Set(early.flatMap(({ operationId }) => operationId ?? []))).toEqual(new Set(['o1']));
  });
});
