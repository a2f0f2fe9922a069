import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../server/contract/merchant-api.ts';
import { leadingPayment, orderBadge, statusBadge } from './statuses.ts';

type Payment = OrderView['payments'][number];
type Operation = OrderView['operations'][number];
const NONE = { capture: null, void: false, refund: null, cancel: false, close: false };

const payment = (id: string, status: Payment['status'], method: Payment['method'] = 'purchase') =>
  ({ id, status, method }) as Payment;
const operation = (method: Operation['method'], status: Operation['status'] = 'success') =>
  ({ method, status, paymentId: 'p' }) as Operation;

function said(method: Payment['method'], operations: Operation[], refund: string | null = null): string {
  const payments = [payment('p', 'success', method), payment('q', 'failure', method)];
  return orderBadge({ payments, operations, allowed: { ...NONE, refund } }).text;
}

it('a cancelled payment is not shown as failed', () => {
  expect(statusBadge({ status: 'failure', statusCode: '6007' }).text).toBe('Cancelled');
  expect(statusBadge({ status: 'failure', statusCode: '4009' }).text).toBe('Failed');
});

describe('an order in a word', () => {
  it('is what its latest success, or its latest attempt has become', () => {
    const first = payment('p', 'success');
    expect(leadingPayment([first, payment('q', 'failure')])).toBe(first);
    expect(leadingPayment([payment('q', 'failure'), payment('r', 'pending')])?.id).toBe('r');
    expect(orderBadge({ payments: [], operations: [], allowed: NONE }).text).toBe('Not paid');
    expect(orderBadge({ payments: [payment('p', 'unknown')], operations: [], allowed: NONE }).tone).toBe(
      'warning',
    );
  });

  it('says what was done with the money', () => {
    expect(said('purchase', [], '10.00')).toBe('Paid');
    expect(said('purchase', [operation('refund')], '5.00')).toBe('Partly refunded');
    expect(said('purchase', [operation('refund')])).toBe('Refunded');
    expect(said('purchase', [operation('refund', 'failure')], '10.00')).toBe('Paid');
    expect(said('auth', [])).toBe('Authorized');
    expect(said('auth', [operation('capture')], '10.00')).toBe('Captured');
    expect(said('auth', [operation('void')])).toBe('Voided');
    expect(said('lookup', [])).toBe('Card checked');
  });
});
