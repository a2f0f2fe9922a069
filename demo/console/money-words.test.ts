import { describe, expect, it } from 'vitest';
import type { OperationView } from '../../server/contract/merchant-api.ts';
import { ACTION_WORDS, operationResult } from './money-words.ts';

const refund = (status: OperationView['status'], over: Partial<OperationView> = {}): OperationView => ({
  id: 'o',
  orderId: 'A-1',
  paymentId: 'p',
  method: 'refund',
  amount: '30.00',
  currency: 'EUR',
  status,
  statusCode: null,
  statusDescription: null,
  split: null,
  comment: null,
  receiptUrl: null,
  createdAt: '',
  updatedAt: '',
  ...over,
});

describe('what came of an operation', () => {
  it('is a sentence that says whether money moved', () => {
    expect(operationResult(refund('success'))).toEqual({ text: '€30.00 refunded.', tone: 'good' });
    const declined = refund('failure', { statusCode: '4150', statusDescription: 'Declined' });
    expect(operationResult(declined).text).toBe(
      'The gateway refused the refund: Declined, code 4150. No money moved.',
    );
    expect(operationResult(refund('failure')).text).toBe('The gateway refused the refund. No money moved.');
  });

  it('warns of a second one while the first is not known', () => {
    expect(operationResult(refund('unknown'))).toMatchObject({ tone: 'warning' });
    expect(operationResult(refund('unknown')).text).toContain('do not begin another refund');
    expect(operationResult(refund('pending')).tone).toBe('warning');
  });
});

it('what is asked before money moves names the amount', () => {
  expect(ACTION_WORDS.refund.question('€30.00')).toContain('€30.00');
  expect(ACTION_WORDS.capture.button(null)).toBe('Capture all');
});
