import { expect, test } from 'vitest';
import type { PrimaryTransaction, SandboxOperation, SandboxPayment } from './ledger.ts';
import { movementsOf } from './movements.ts';

const SHARES = [{ subMerchantId: 'a', amountMinor: 10_000 }];

function payment(more: Partial<SandboxPayment>, method: 'purchase' | 'auth' | 'lookup' = 'purchase') {
  return {
    paymentId: 'p',
    transactionId: 't1',
    stated: { order_id: 'order-1', currency: 'UAH', method },
    amountMinor: 10_000,
    split: null,
    processedAt: 1,
    status: 'success',
    operations: [],
    further: [],
    ...more,
  } as unknown as SandboxPayment;
}

function operation(method: SandboxOperation['method'], amountMinor: number, createdAt: number) {
  const done = { transactionId: `t${createdAt}`, split: null, status: 'success' };
  return { ...done, method, amountMinor, createdAt } as SandboxOperation;
}

const moved = (...payments: SandboxPayment[]) =>
  movementsOf(payments).map(({ kind, amountMinor, feeMinor, netMinor }) => [
    kind,
    amountMinor,
    feeMinor,
    netMinor,
  ]);

test('a purchase brings its amount less the fee, refunds take theirs and cost one themselves', () => {
  const operations = [operation('refund', 2500, 2), operation('refund', 1, 3)];
  expect(moved(payment({ operations, split: SHARES }))).toEqual([
    ['purchase', 10_000, 200, 9800],
    ['refund', 2500, 25, -2525],
    ['refund', 1, 0, -1],
  ]);
});

test('an auth moves nothing until it is captured; what is captured counts', () => {
  expect(moved(payment({ operations: [operation('void', 10_000, 2)] }, 'auth'))).toEqual([
    ['auth', 10_000, 0, 0],
    ['void', 10_000, 0, 0],
  ]);
  expect(moved(payment({ operations: [operation('capture', 4000, 2)] }, 'auth'))).toEqual([
    ['auth', 10_000, 0, 0],
    ['capture', 4000, 80, 3920],
  ]);
});

test('what did not succeed moves nothing', () => {
  const declined = { ...operation('refund', 100, 2), status: 'failure' } as SandboxOperation;
  expect(moved(payment({ status: 'failure' }), payment({ status: 'init' }))).toEqual([]);
  expect(moved(payment({ operations: [declined] }))).toHaveLength(1);
});

test('credits take money, subscriptions bring it, p2p transfers pass by; all in the order of time', () => {
  const further = [
    {
      paymentId: 'c',
      transactionId: 't5',
      method: 'credit',
      amountMinor: 500,
      status: 'success',
      processedAt: 5,
    },
    {
      paymentId: 'd',
      transactionId: 't4',
      method: 'p2p',
      amountMinor: 700,
      status: 'success',
      processedAt: 4,
    },
    {
      paymentId: 'p',
      transactionId: 't6',
      method: 'purchase',
      amountMinor: 100,
      status: 'success',
      processedAt: 6,
    },
  ] as PrimaryTransaction[];
  const movements = movementsOf([payment({ split: SHARES, further })]);
  expect(movements.map(({ kind, paymentId, netMinor, split }) => [kind, paymentId, netMinor, split])).toEqual(
    [
      ['purchase', 'p', 9800, SHARES],
      ['p2p', 'd', 0, null],
      ['credit', 'c', -500, null],
      ['purchase', 'p', 98, null],
    ],
  );
});
