import { describe, expect, it } from 'vitest';
import type { OperationView, OrderView } from '../../server/contract/merchant-api.ts';
import { possibleActions, sharesLeft, sumOf } from './possible.ts';

const A = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const B = '1f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8c';
const share = (subMerchantId: string, amount: string) => ({ subMerchantId, amount });

const order = (split: OrderView['order']['split']): OrderView['order'] => ({
  id: 'A-1',
  amount: '100.00',
  currency: 'EUR',
  description: 'A lamp',
  customerId: null,
  method: 'purchase',
  split,
  url: null,
  createdAt: '2026-06-15T12:00:00.000Z',
});

const operation = (over: Partial<OperationView>): OperationView => ({
  id: 'o',
  orderId: 'A-1',
  paymentId: 'p',
  method: 'refund',
  amount: '10.00',
  currency: 'EUR',
  status: 'success',
  statusCode: null,
  statusDescription: null,
  split: null,
  comment: null,
  receiptUrl: null,
  createdAt: '',
  updatedAt: '',
  ...over,
});

describe('what may be done', () => {
  it('is what the order allows, with the most that can be moved', () => {
    const allowed = { capture: '100.00', void: true, refund: null, cancel: false };
    expect(possibleActions({ allowed })).toEqual([
      { action: 'capture', most: '100.00' },
      { action: 'void', most: null },
    ]);
    expect(
      possibleActions({ allowed: { capture: null, void: false, refund: '0.50', cancel: true } }),
    ).toEqual([
      { action: 'refund', most: '0.50' },
      { action: 'cancel', most: null },
    ]);
  });
});

describe('what is left of the shares', () => {
  const split = [share(A, '70.00'), share(B, '30.00')];
  const allowed = (refund: string | null) => ({ capture: null, void: false, refund, cancel: false });

  it('is less what was refunded, or may have been; what failed returned nothing', () => {
    const operations = [
      operation({ split: [share(A, '20.10')] }),
      operation({ split: [share(A.toUpperCase(), '10.00'), share(B, '30.00')], status: 'unknown' }),
      operation({ split: [share(A, '39.90')], status: 'failure' }),
    ];
    const left = sharesLeft({ order: order(split), operations, allowed: allowed('39.90') });
    expect(left).toEqual([share(A, '39.90'), share(B, '0.00')]);
  });

  it('is that of a capture where this was split', () => {
    const operations = [operation({ method: 'capture', split: [share(B, '50.00')] })];
    const left = sharesLeft({ order: order(null), operations, allowed: allowed('50.00') });
    expect(left).toEqual([share(B, '50.00')]);
  });

  it('is at most all that is left where a refund in the portal does not say whose share it was', () => {
    const left = (refund: string | null) =>
      sharesLeft({ order: order(split), operations: [operation({})], allowed: allowed(refund) });
    expect(left('90.00')).toEqual(split);
    expect(left('20.00')).toEqual([share(A, '20.00'), share(B, '20.00')]);
    expect(left(null)).toEqual([share(A, '0.00'), share(B, '0.00')]);
  });

  it('is no question where nothing was split', () => {
    expect(sharesLeft({ order: order(null), operations: [], allowed: allowed('100.00') })).toBeNull();
  });
});

describe('the sum of what was typed', () => {
  it('counts what is empty as nothing, and waits for amounts', () => {
    expect(sumOf(['1.10', '', '2.2'], 'EUR')).toBe('3.30');
    expect(sumOf(['1', '2'], 'JPY')).toBe('3');
    expect(sumOf(['1.10', 'x'], 'EUR')).toBeNull();
  });
});
