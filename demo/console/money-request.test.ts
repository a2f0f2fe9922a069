import { describe, expect, it } from 'vitest';
import type { OperationView, OrderView } from '../../server/contract/merchant-api.ts';
import type { Failure } from './api.ts';
import {
  amountFaults,
  amountOf,
  possibleActions,
  readRequest,
  refusedFields,
  shareField,
  sharesLeft,
} from './money-request.ts';
import { ACTION_WORDS, operationResult } from './money-words.ts';

const share = (subMerchantId: string, amount: string) => ({ subMerchantId, amount });
const SHARES = [share('a', '10.00'), share('b', '10.00'), share('c', '10.00')];
const LIMITS = { most: '10.00', currency: 'EUR', shares: null };
const SPLIT = { ...LIMITS, most: '30.00', shares: SHARES };

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

describe('the actions on an order', () => {
  it('are those that it allows, with the most that can be moved', () => {
    const allowed = { capture: '100.00', void: true, refund: null, cancel: false };
    expect(possibleActions({ allowed })).toEqual([
      { action: 'capture', most: '100.00' },
      { action: 'void', most: null },
    ]);
  });

  it('name the amount before it is moved', () => {
    expect(ACTION_WORDS.refund.question('€30.00')).toContain('€30.00');
    expect(ACTION_WORDS.capture.button(null)).toBe('Capture all');
  });
});

describe('a request for an action', () => {
  it('contains only what was entered', () => {
    const values = { amount: ' ', comment: '', receiptDelivery: '' };
    expect(readRequest(form(values), LIMITS, null)).toEqual({});
    const entered = { amount: '3.50', comment: 'scratched', receiptDelivery: 'none' };
    expect(readRequest(form(entered), LIMITS, 'p-1')).toEqual({ ...entered, paymentId: 'p-1' });
  });

  it('names the shares that have an amount, and their sum', () => {
    const request = readRequest(form({ 'share b': '2,00', 'share c': '3' }), SPLIT, null);
    expect(request).toEqual({ split: [share('b', '2.00'), share('c', '3')] });
    expect(amountOf(request, 'EUR')).toBe('5.00');
    expect(amountOf({}, 'EUR')).toBeNull();
  });

  it('may have a decimal comma in an amount', () => {
    const amount = (text: string) => readRequest(form({ amount: text }), LIMITS, null).amount;
    expect([' 3,50 ', '1,000'].map(amount)).toEqual(['3.50', '1,000']);
  });

  it.each([
    ['3.555', 'refund', 'This currency has fewer decimals.'],
    ['-1', 'refund', 'The amount must be more than zero.'],
    ['10.01', 'refund', 'This is more than is left to refund.'],
    ['999', 'capture', 'This is more than may be captured.'],
  ] as const)('is checked before it is confirmed: %s, %s', (amount, action, text) => {
    expect(amountFaults({ amount }, action, LIMITS)).toEqual({ amount: text });
  });

  it('passes the check with the full amount, and where the most is unknown', () => {
    expect(amountFaults({ amount: '10' }, 'refund', LIMITS)).toEqual({});
    expect(amountFaults({ amount: '999' }, 'refund', { ...LIMITS, most: null })).toEqual({});
  });

  it('is checked share by share', () => {
    const split = [share('a', '10.00'), share('c', '10.01')];
    expect(amountFaults({ split }, 'refund', SPLIT)).toEqual({
      [shareField('c')]: 'This is more than is left of this share.',
    });
  });

  it('shows a refusal at the field that it names', () => {
    const refused = (path: string, code: string): Failure => ({
      kind: 'problem',
      problem: { title: 'Validation failed', status: 422, code: 'invalid-input', errors: [{ path, code }] },
    });
    expect(refusedFields(refused('amount', 'exceeds-refundable'), {})).toHaveProperty('amount');
    expect(refusedFields(refused('orderId', 'in-review'), {})).toEqual({});
    const split = [share('b', '2.00'), share('c', '30.00')];
    expect(refusedFields(refused('split.1.amount', 'exceeds-share'), { split })).toEqual({
      [shareField('c')]: 'This is more than is left of this share.',
    });
    expect(refusedFields(refused('split', 'does-not-add-up'), { split })).toHaveProperty('split');
  });
});

const operation = (over: Partial<OperationView>) =>
  ({
    method: 'refund',
    amount: '10.00',
    currency: 'EUR',
    status: 'success',
    split: null,
    ...over,
  }) as OperationView;

describe('what is left of the shares', () => {
  const left = (split: OrderView['order']['split'], operations: OperationView[], refund: string | null) =>
    sharesLeft({
      order: { split, currency: 'EUR' } as OrderView['order'],
      operations,
      allowed: { capture: null, void: false, refund, cancel: false },
    });
  const split = [share('a', '70.00'), share('b', '30.00')];

  it('is reduced by what was refunded, or may have been; a failed refund returned nothing', () => {
    const refunds = [
      operation({ split: [share('a', '20.10')] }),
      operation({ split: [share('A', '10.00'), share('b', '30.00')], status: 'unknown' }),
      operation({ split: [share('a', '39.90')], status: 'failure' }),
    ];
    expect(left(split, refunds, '39.90')).toEqual([share('a', '39.90'), share('b', '0.00')]);
  });

  it('is that of a split capture, and at most all that is left', () => {
    const capture = operation({ method: 'capture', split: [share('b', '50.00')] });
    expect(left(null, [capture], '50.00')).toEqual([share('b', '50.00')]);
    expect(left(split, [operation({})], '20.00')).toEqual([share('a', '20.00'), share('b', '20.00')]);
    expect(left(null, [], '100.00')).toBeNull();
  });
});

describe('the result of an operation', () => {
  it('says whether money was moved', () => {
    expect(operationResult(operation({}))).toEqual({ text: '€10.00 refunded.', tone: 'good' });
    const declined = operation({ status: 'failure', statusCode: '4150', statusDescription: 'Declined' });
    expect(operationResult(declined).text).toBe(
      'The gateway refused the refund: Declined, code 4150. No money was moved.',
    );
  });

  it('warns against a second one while the first is not known', () => {
    const { text, tone } = operationResult(operation({ status: 'unknown' }));
    expect([tone, text]).toEqual(['warning', expect.stringContaining('do not start another refund')]);
  });
});
