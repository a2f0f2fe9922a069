import { describe, expect, it } from 'vitest';
import type { OperationView, OrderView } from '../../server/contract/merchant-api.ts';
import type { Failure } from './api.ts';
import {
  amountOf,
  operationResult,
  possibleActions,
  readRequest,
  refusedFields,
  shareField,
  sharesOf,
} from './order-actions.ts';

const share = (subMerchantId: string, amount: string) => ({ subMerchantId, amount });

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

describe('the actions on an order', () => {
  it('are those that it allows, with the most that can be moved', () => {
    const allowed = { capture: '100.00', void: true, refund: null, cancel: false, close: true };
    expect(possibleActions({ allowed })).toEqual([
      { action: 'capture', most: '100.00' },
      { action: 'void', most: null },
      { action: 'close', most: null },
    ]);
  });
});

describe('a request for an action', () => {
  it('contains only what was entered', () => {
    const values = { amount: ' ', comment: '', receiptDelivery: '' };
    expect(readRequest(form(values), null)).toEqual({});
    const entered = { amount: '3.50', comment: 'scratched', receiptDelivery: 'none' };
    expect(readRequest(form(entered), 'p-1')).toEqual({ ...entered, paymentId: 'p-1' });
  });

  it('names the shares that have an amount, and their sum', () => {
    const request = readRequest(form({ 'share b': '2,00', 'share c': '3' }), null);
    expect(request).toEqual({ split: [share('b', '2.00'), share('c', '3')] });
    expect(amountOf(request, 'EUR')).toBe('5.00');
    expect(amountOf({}, 'EUR')).toBeNull();
  });

  it('shows a refusal at the field that it names', () => {
    const refused = (path: string, code: string): Failure => ({
      title: 'Validation failed',
      code: 'invalid-input',
      errors: [{ path, code }],
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

it('the shares of a payment are those of its capture, otherwise those of the order', () => {
  const order = { split: [share('a', '70.00')] } as OrderView['order'];
  const capture = operation({ method: 'capture', split: [share('b', '50.00')] });
  expect(sharesOf({ order, operations: [capture] })).toEqual([share('b', '50.00')]);
  expect(sharesOf({ order, operations: [operation({})] })).toEqual(order.split);
});

describe('the result of an operation', () => {
  it('says whether money was moved', () => {
    expect(operationResult(operation({}))).toEqual({ text: '€10.00 refunded.', tone: 'good' });
    const declined = operation({ status: 'failure', statusCode: '4150', statusDescription: 'Declined' });
    expect(operationResult(declined).text).toBe('The gateway refused the refund: Declined, code 4150.');
  });

  it('warns against a second one while the first is not known', () => {
    const { text, tone } = operationResult(operation({ status: 'unknown' }));
    expect([tone, text]).toEqual(['warning', expect.stringContaining('do not start another refund')]);
  });
});
