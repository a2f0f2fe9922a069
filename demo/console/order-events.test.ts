import { describe, expect, it } from 'vitest';
import type { OrderEvent } from '../../server/contract/merchant-api.ts';
import { eventBadge, toldEvents } from './order-events.ts';

const event = (over: Partial<OrderEvent>): OrderEvent => ({
  at: '2026-06-15T12:00:00.000Z',
  type: 'report',
  paymentId: 'p',
  operationId: null,
  source: 'webhook',
  result: 'applied',
  method: 'purchase',
  status: 'success',
  statusCode: null,
  transactionId: null,
  amount: null,
  comment: null,
  ...over,
});

describe('an event in words', () => {
  it.each<[string, string, Partial<OrderEvent>]>([
    ['Payment succeeded', 'good', {}],
    ['Refund failed', 'bad', { method: 'refund', status: 'failure' }],
    ['Payment cancelled', 'quiet', { status: 'failure', statusCode: '6007' }],
    [
      'Payment failed, which contradicts earlier reports',
      'warning',
      { status: 'failure', result: 'in-review' },
    ],
    ['Order closed', 'quiet', { type: 'order.closed', method: null, status: null, source: null }],
    ['Capture requested', 'quiet', { type: 'operation.created', method: 'capture' }],
    ['Authorization attempt started', 'quiet', { type: 'payment.created', method: 'auth' }],
    ['No answer from the gateway; the outcome is unknown', 'warning', { type: 'call.unanswered' }],
    ['Resolved manually: failed', 'bad', { type: 'resolved', status: 'failure', source: 'person' }],
    ['credit was reported', 'quiet', { method: 'credit', status: 'odd' }],
  ])('is "%s" (%s)', (text, tone, over) => {
    expect(eventBadge(event(over))).toEqual({ text, tone });
  });
});

describe('the timeline', () => {
  const told = (...events: Partial<OrderEvent>[]) =>
    toldEvents(events.map(event)).map(({ event: { status }, confirmedBy }) => [status, ...confirmedBy]);

  it('has one line for what was reported more than once, with the sources that confirmed it', () => {
    const copies: Partial<OrderEvent>[] = [
      {},
      { source: 'answer', result: 'unchanged' },
      { result: 'copy' },
      { source: 'query', result: 'copy' },
    ];
    expect(told(...copies)).toEqual([['success', 'answer', 'status query']]);
    const refund: Partial<OrderEvent> = { method: 'refund', operationId: 'other', transactionId: 't' };
    expect(told(refund, { ...refund, operationId: 'o', source: 'answer' })).toEqual([['success', 'answer']]);
  });

  it('keeps every report that says something else', () => {
    expect(told({ status: 'pending' }, {}, { status: 'failure', result: 'in-review' })).toHaveLength(3);
    expect(told({ amount: '1.00' }, { amount: '2.00', source: 'answer' })).toHaveLength(2);
    const refund: Partial<OrderEvent> = { method: 'refund' };
    expect(
      told({ ...refund, operationId: 'o' }, { ...refund, operationId: 'q', source: 'answer' }),
    ).toHaveLength(2);
    expect(told({}, { paymentId: 'q', source: 'answer' })).toHaveLength(2);
  });
});
