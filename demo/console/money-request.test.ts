import { describe, expect, it } from 'vitest';
import type { Failure } from './api.ts';
import { moneyRequest, refusedFields, typedValue, typingFaults } from './money-request.ts';

const SHARES = ['a', 'b', 'c'].map((subMerchantId) => ({ subMerchantId, amount: '10.00' }));

describe('what was typed', () => {
  it('says only what is not empty', () => {
    expect(moneyRequest({ amount: '', comment: '', receiptDelivery: '' }, null, null)).toEqual({});
    const typed = { amount: '3.50', comment: 'scratched', receiptDelivery: 'none' };
    expect(moneyRequest(typed, null, 'p-1')).toEqual({ ...typed, paymentId: 'p-1' });
  });

  it('names the shares that have an amount', () => {
    const typed = { 'split.1.amount': '2.00', 'split.2.amount': '3.00' };
    expect(moneyRequest(typed, SHARES, null)).toEqual({
      split: [
        { subMerchantId: 'b', amount: '2.00' },
        { subMerchantId: 'c', amount: '3.00' },
      ],
    });
  });

  it('may have a comma before the decimals of an amount', () => {
    expect(typedValue('amount', ' 3,50 ')).toBe('3.50');
    expect(typedValue('amount', '1,000')).toBe('1,000');
    expect(typedValue('comment', '3,50')).toBe('3,50');
  });

  it('is looked at before it is sent', () => {
    const limits = { action: 'refund' as const, most: null, currency: 'EUR', shares: null };
    expect(typingFaults({ amount: '3.555', comment: 'x' }, limits)).toHaveProperty('amount');
    expect(typingFaults({ 'split.0.amount': '-1', 'split.1.amount': '' }, limits)).toHaveProperty([
      'split.0.amount',
    ]);
    expect(typingFaults({ amount: '3.5' }, { ...limits, currency: 'JPY' })).toHaveProperty('amount');
    expect(typingFaults({ amount: '3.5', comment: 'x' }, { ...limits, currency: null })).toEqual({});
  });

  it('is compared with what may be moved before it is confirmed', () => {
    const limits = { most: '10.00', currency: 'EUR', shares: null };
    expect(typingFaults({ amount: '10' }, { ...limits, action: 'refund' })).toEqual({});
    expect(typingFaults({ amount: '10.01' }, { ...limits, action: 'refund' })).toEqual({
      amount: 'This is more than is left to refund.',
    });
    expect(typingFaults({ amount: '999' }, { ...limits, action: 'capture' })).toEqual({
      amount: 'This is more than may be captured.',
    });
    const typed = { 'split.0.amount': '10.00', 'split.2.amount': '10.01' };
    expect(typingFaults(typed, { action: 'refund', most: '30.00', currency: 'EUR', shares: SHARES })).toEqual(
      { 'split.2.amount': 'This is more than is left of this share.' },
    );
  });
});

describe('a refusal', () => {
  const refused = (path: string, code: string): Failure => ({
    kind: 'problem',
    problem: { title: 'Validation failed', status: 422, code: 'invalid-input', errors: [{ path, code }] },
  });

  it('stands at the field that it is about', () => {
    expect(refusedFields(refused('amount', 'exceeds-refundable'), {}, null)).toEqual({
      amount: 'This is more than is left to refund.',
    });
    expect(refusedFields(refused('orderId', 'in-review'), {}, null)).toEqual({});
  });

  it('stands at the share that was named, wherever this is in the form', () => {
    const typed = { 'split.1.amount': '2.00', 'split.2.amount': '30.00' };
    expect(refusedFields(refused('split.1.amount', 'exceeds-share'), typed, SHARES)).toEqual({
      'split.2.amount': 'This is more than is left of this share.',
    });
    expect(refusedFields(refused('split', 'does-not-add-up'), typed, SHARES)).toHaveProperty('split');
  });
});
