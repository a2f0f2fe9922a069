import { describe, expect, it } from 'vitest';
import { decisionOf } from './decision.ts';
import { operationExample, paymentExample } from './merchant-examples.ts';
import { merchantMessageSchema } from './merchant-messages.ts';
import { OPERATION_METHODS, PAYMENT_METHODS, PAYMENT_STATUSES } from './words.ts';

const timestamp = paymentExample.updatedAt;
const PAYMENT = { type: 'payment.updated', timestamp, data: { ...paymentExample, id: 'payment-1' } };
const OPERATION = {
  type: 'operation.updated',
  timestamp,
  data: { ...operationExample, id: 'operation-1', paymentId: 'payment-1' },
};

const decide = (message: typeof PAYMENT | typeof OPERATION, change: object) =>
  decisionOf(merchantMessageSchema.parse({ ...message, data: { ...message.data, ...change } }));

describe('what a message means for the goods', () => {
  it.each([
    ['purchase', 'fulfil', PAYMENT],
    ['auth', 'reserved', PAYMENT],
    ['lookup', 'verified', PAYMENT],
    ['capture', 'fulfil', OPERATION],
    ['void', 'released', OPERATION],
    ['refund', 'refunded', OPERATION],
  ])('a success of %s means %s', (method, meaning, message) => {
    expect(decide(message, { method, status: 'success' }).do).toBe(meaning);
  });

  it.each(PAYMENT_STATUSES.filter((status) => status !== 'success'))('%s means nothing', (status) => {
    for (const method of PAYMENT_METHODS) expect(decide(PAYMENT, { method, status }).do).toBe('nothing');
    for (const method of OPERATION_METHODS) expect(decide(OPERATION, { method, status }).do).toBe('nothing');
  });

  it('a kind of message that is not known yet means nothing', () => {
    const message = { ...PAYMENT, type: 'dispute.updated', data: { ...PAYMENT.data, method: 'purchase' } };
    expect(decisionOf(message as never).do).toBe('nothing');
  });
});

it('names the payment, also of an operation, and the money that moved', () => {
  const named = { orderId: 'A-1001', paymentId: 'payment-1', currency: 'UAH' };
  expect(decide(PAYMENT, { method: 'purchase' })).toEqual({ do: 'fulfil', ...named, amount: '100.00' });
  expect(decide(OPERATION, { method: 'refund', amount: '4.50' })).toEqual({
    do: 'refunded',
    ...named,
    amount: '4.50',
  });
});
