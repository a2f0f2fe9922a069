import { describe, expect, it } from 'vitest';
import type { Fact, NotedEvent, OrderParameters } from './journal.ts';
import { fold } from './order.ts';
import {
  answered,
  begun,
  journalOf,
  NOON,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  parameters,
  unanswered,
} from './test-entries.ts';
import { timelineOf } from './timeline.ts';

const timeline = (...facts: Fact[]) => {
  const entries = journalOf(facts);
  return timelineOf(entries, fold(entries));
};
/** The timeline's event of the last fact, without missing values. */
const lastEvent = (...facts: Fact[]) => {
  const last = timeline(...facts).at(-1) ?? {};
  return Object.fromEntries(Object.entries(last).filter(([name, value]) => value !== null && name !== 'at'));
};

const PAID: Fact[] = [begun(), answered('attempt-1')];
const about = (id: string): Fact[] => [
  { kind: 'page-opened', about: id, url: 'https://gateway.example/pay' },
  { kind: 'refused', about: id, refusal: { means: 'busy', code: null, description: 'Too busy' } },
  { kind: 'not-sent', about: id, reason: 'ECONNREFUSED' },
  unanswered(id),
  { kind: 'not-found', about: id },
];

describe('the timeline', () => {
  it('tells everything with its time, and says null where there is nothing to say', () => {
    expect(timeline({ kind: 'order-updated', parameters: parameters() }, begun())).toEqual([
      {
        at: new Date(NOON).toISOString(),
        type: 'order.created',
        method: 'purchase',
        amount: '10.10',
        paymentId: null,
        operationId: null,
        source: null,
        result: null,
        status: null,
        statusCode: null,
        transactionId: null,
        comment: null,
      },
      {
        at: new Date(NOON + 1_000).toISOString(),
        type: 'payment.created',
        method: 'purchase',
        amount: null,
        paymentId: 'attempt-1',
        operationId: null,
        source: null,
        result: null,
        status: null,
        statusCode: null,
        transactionId: null,
        comment: null,
      },
    ]);
  });

  it('tells of a report what the gateway wrote where its amount cannot be read', () => {
    const unread = { amountMinor: null, unread: 'amount "1E+2"' };
    const comment = 'The amount cannot be read: amount "1E+2"';
    expect(lastEvent(begun(), answered('attempt-1', unread))).toMatchObject({ comment });
    expect(lastEvent(...PAID, reported(unread))).toMatchObject({ comment });
    expect(lastEvent(...PAID, reported())).not.toHaveProperty('comment');
  });

  it('calls the first parameters the creation of the order, and later ones a change', () => {
    const orderUpdated = (amountMinor: number): Fact => ({
      kind: 'order-updated',
      parameters: parameters({ amountMinor }),
    });
    expect(
      timeline(orderUpdated(1010), orderUpdated(2020)).map(({ type, amount }) => [type, amount]),
    ).toEqual([
      ['order.created', '10.10'],
      ['order.updated', '20.20'],
    ]);
    expect(timeline(begun(), orderUpdated(2020)).map(({ type }) => type)).toEqual([
      'payment.created',
      'order.updated',
    ]);
  });

  it.each([
    ['amount', { amountMinor: 2020 }],
    ['currency', { currency: 'EUR' }],
    ['method', { method: 'auth' as const }],
    ['description', { description: 'Three books' }],
    ['split', { split: [{ subMerchantId: 'anna', amountMinor: 1010 }] }],
  ])('leaves out updates that change nothing, and shows another %s', (_what, over) => {
    const orderUpdated = (issuedAt: number, changed: Partial<OrderParameters> = {}): Fact => ({
      kind: 'order-updated',
      parameters: parameters({ issuedAt, ...changed }),
    });
    const facts = [
      orderUpdated(1),
      orderUpdated(2),
      begun(),
      orderUpdated(3, over),
      orderUpdated(4, over),
      orderUpdated(5),
      orderUpdated(6),
    ];
    expect(timeline(...facts).map(({ type }) => type)).toEqual([
      'order.created',
      'payment.created',
      'order.updated',
      'order.updated',
    ]);
  });

  it('tells of an operation what was asked for and why', () => {
    expect(lastEvent(...PAID, requested({ comment: 'Torn cover' }))).toEqual({
      type: 'operation.created',
      paymentId: 'attempt-1',
      operationId: 'request-1',
      method: 'refund',
      comment: 'Torn cover',
    });
  });

  it.each([
    ['attempt-1', {}],
    ['request-1', { operationId: 'request-1' }],
  ])('tells how a call about %s ended', (id, over) => {
    const known = { paymentId: 'attempt-1', ...over };
    const ends = about(id).map((end) => lastEvent(begun(), requested(), end));
    expect(ends).toEqual([
      { type: 'page.opened', ...known },
      { type: 'call.refused', ...known, comment: 'Too busy' },
      { type: 'call.not-sent', ...known },
      { type: 'call.unanswered', ...known },
      { type: 'call.not-found', ...known },
    ]);
  });

  it('tells what the gateway answered, and what came of it', () => {
    const facts = { statusCode: '1000', transactionId: 'transaction-1' };
    expect(lastEvent(begun(), answered('attempt-1', facts))).toEqual({
      type: 'report',
      source: 'answer',
      result: 'applied',
      paymentId: 'attempt-1',
      method: 'purchase',
      status: 'success',
      statusCode: '1000',
      transactionId: 'transaction-1',
      amount: '10.10',
    });
    expect(lastEvent(...PAID, reported({ status: 'failure' }))).toMatchObject({
      source: 'webhook',
      result: 'disputed',
      paymentId: 'attempt-1',
      status: 'failure',
    });
  });

  it.each([
    ['in another currency', { currency: 'EUR' }],
    ['in none', { currency: null }],
    ['that is not known', { amountMinor: null }],
  ])('shows no amount %s', (_what, over) => {
    expect(lastEvent(begun(), unanswered('attempt-1'), reported(over))).not.toHaveProperty('amount');
  });

  it('shows amounts in the currency of any of the payments', () => {
    const euro = begun({ id: 'attempt-2', currency: 'EUR' });
    const paid = reported({ gatewayOrderId: 'attempt-2', currency: 'EUR' });
    expect(lastEvent(begun(), euro, paid)).toMatchObject({ amount: '10.10' });
  });

  it('tells of a webhook of unknown form what could be read, and the amount in the currency of the payment', () => {
    const event: NotedEvent = {
      method: 'purchase',
      status: 'processing',
      statusCode: '2119',
      transactionId: 'transaction-1',
      amountMinor: 1010,
    };
    const noted = (attemptId: string): Fact => ({
      kind: 'noted',
      id: 'entry',
      attemptId,
      hash: 'hash',
      event,
    });
    const told = {
      type: 'report',
      source: 'webhook',
      result: 'ignored',
      method: 'purchase',
      status: 'processing',
      statusCode: '2119',
      transactionId: 'transaction-1',
    };
    expect(lastEvent(begun(), noted('attempt-1'))).toEqual({
      ...told,
      paymentId: 'attempt-1',
      amount: '10.10',
    });
    expect(lastEvent(begun(), noted('attempt-2'))).toEqual({ ...told, paymentId: 'attempt-2' });
  });

  it('calls an operation by our id once it is known which request began it, otherwise by its own', () => {
    const refund = reportedOperation('operation-1');
    const elsewhere = timeline(...PAID, refund).at(-1);
    expect(elsewhere).toMatchObject({ type: 'report', method: 'refund', paymentId: 'attempt-1' });
    expect(elsewhere?.operationId).toBe('id' in refund ? refund.id : null);
    expect(timeline(...PAID, requested(), unanswered('request-1'), refund).at(-1)?.operationId).toBe(
      'request-1',
    );
    const two = [requested(), unanswered('request-1'), requested({ id: 'request-2', amountMinor: 400 })];
    const second = reportedOperation('operation-2', { amountMinor: 400 });
    expect(timeline(...PAID, ...two, unanswered('request-2'), second).at(-1)?.operationId).toBe('request-2');
    const unnamed = reported({ method: 'refund', amountMinor: 300 });
    expect(timeline(...PAID, requested(), unanswered('request-1'), unnamed).at(-1)?.operationId).toBe(null);
  });

  it('does not take the operation of one payment for that of another', () => {
    const both = [
      ...PAID,
      begun({ id: 'attempt-2' }),
      answered('attempt-2', { gatewayOrderId: 'attempt-2' }),
    ];
    const ids = [
      reportedOperation('operation-1'),
      reportedOperation('operation-1', { gatewayOrderId: 'attempt-2' }),
    ];
    const told = timeline(...both, ...ids).slice(-2);
    expect(told.map(({ operationId }) => operationId)).toEqual(ids.map((one) => 'id' in one && one.id));
  });

  it('says nothing of links: they are ours', () => {
    const facts = [...PAID, requested(), unanswered('request-1'), reportedOperation('operation-1')];
    expect(journalOf(facts).at(-1)?.kind).toBe('linked');
    expect(timeline(...facts).map(({ type }) => type)).toEqual([
      'payment.created',
      'report',
      'operation.created',
      'call.unanswered',
      'report',
    ]);
  });

  it('shows a manual resolution, of a payment or of an operation', () => {
    const decided = { type: 'resolved', source: 'person', comment: 'seen in the portal', result: 'applied' };
    expect(lastEvent(begun(), unanswered('attempt-1'), resolvedAs('attempt-1', 'success'))).toEqual({
      ...decided,
      status: 'success',
      paymentId: 'attempt-1',
    });
    expect(lastEvent(...PAID, requested(), resolvedAs('request-1', 'failure'))).toEqual({
      ...decided,
      status: 'failure',
      paymentId: 'attempt-1',
      operationId: 'request-1',
    });
    const refund = reportedOperation('operation-1', { amountMinor: null });
    const id = 'id' in refund ? refund.id : '';
    expect(lastEvent(...PAID, refund, resolvedAs(id, 'success'))).toMatchObject({
      paymentId: 'attempt-1',
      operationId: id,
    });
  });
});
