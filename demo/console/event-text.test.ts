import { describe, expect, it } from 'vitest';
import type { OrderEvent } from '../../server/contract/merchant-api.ts';
import { eventText, originText } from './event-text.ts';

const event = (over: Partial<OrderEvent>): OrderEvent => ({
  at: '2026-06-15T12:00:00.000Z',
  type: 'report',
  paymentId: null,
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
    ['Payment succeeded, as known', 'quiet', { result: 'unchanged' }],
    ['Payment succeeded, as known', 'quiet', { result: 'copy' }],
    [
      'Payment failed, which contradicts what was known',
      'warning',
      { status: 'failure', result: 'in-review' },
    ],
    ['Capture requested', 'quiet', { type: 'operation.created', method: 'capture' }],
    ['Authorization attempt begun', 'quiet', { type: 'payment.created', method: 'auth' }],
    ['No answer from the gateway; the outcome is unknown', 'warning', { type: 'call.unanswered' }],
    ['Resolved by a person: failed', 'bad', { type: 'resolved', status: 'failure', source: 'person' }],
    ['credit was reported', 'quiet', { method: 'credit', status: 'odd' }],
  ])('is "%s" (%s)', (title, tone, over) => {
    expect(eventText(event(over))).toEqual({ title, tone });
  });

  it('says where it came from', () => {
    expect(originText({ source: 'query' })).toBe('status query');
    expect(originText({ source: null })).toBeNull();
  });
});
