import { describe, expect, it } from 'vitest';
import type { Fact } from './journal.ts';
import {
  answered,
  begun,
  certain,
  NOON,
  reported,
  reportedOperation,
  requested,
  resolvedAs,
  stateOf,
  parameters,
  unanswered,
} from './test-entries.ts';
import { canRetry, idOf, operationView, paymentView, shareViews, shownOperations } from './views.ts';

const PAID: Fact[] = [begun(), answered('attempt-1')];
const FAILED: Fact[] = [begun(), answered('attempt-1', { status: 'failure' })];
const CHALLENGE = 'https://gateway.example/3ds';
const time = (seconds: number) => new Date(NOON + seconds * 1_000).toISOString();

const paymentOf = (...facts: Fact[]) => {
  const state = stateOf(...facts);
  return paymentView('order-1', certain(state.attempts[0]), canRetry(state));
};
const operationsOf = (...facts: Fact[]) => {
  const state = stateOf(...PAID, ...facts);
  return shownOperations(state).map((one) => operationView(state, 'order-1', one));
};

describe('a payment as it is seen', () => {
  it('has what the gateway reported of it', () => {
    const facts = {
      status: 'pending' as const,
      statusCode: '2122',
      statusDescription: '3-D Secure',
      cardMask: '424242******4242',
      receiptUrl: 'https://gateway.example/receipt',
      actionUrl: CHALLENGE,
    };
    expect(paymentOf(begun(), answered('attempt-1', facts))).toEqual({
      id: 'attempt-1',
      orderId: 'order-1',
      mode: 'direct',
      method: 'purchase',
      status: 'pending',
      statusCode: '2122',
      statusDescription: '3-D Secure',
      amount: '10.10',
      currency: 'UAH',
      action: { url: CHALLENGE },
      cardMask: '424242******4242',
      receiptUrl: 'https://gateway.example/receipt',
      canRetry: false,
      createdAt: time(0),
      updatedAt: time(1),
    });
    expect(paymentOf(begun()).action).toBe(null);
  });

  it('is unknown where it is in doubt, and leads nowhere then', () => {
    const challenge = answered('attempt-1', { status: 'pending', actionUrl: CHALLENGE });
    expect(paymentOf(begun(), challenge, reported({ currency: 'EUR' }))).toMatchObject({
      status: 'unknown',
      action: null,
    });
    expect(paymentOf(...PAID, reported({ status: 'failure' })).status).toBe('success');
    expect(paymentOf(...FAILED, reported()).status).toBe('unknown');
  });

  it('can be tried again after a failure only, and only while nothing else is open', () => {
    expect(paymentOf(...FAILED).canRetry).toBe(true);
    expect(paymentOf(...PAID).canRetry).toBe(false);
    const updated: Fact = { kind: 'order-updated', parameters: parameters({ amountMinor: 2020 }) };
    expect(paymentOf(...PAID, updated)).toMatchObject({ status: 'success', canRetry: false });
    expect(paymentOf(begun(), unanswered('attempt-1')).canRetry).toBe(false);
    expect(paymentOf(...FAILED, begun({ id: 'attempt-2' })).canRetry).toBe(false);
  });

  it('cannot be tried again once all attempts are used up', () => {
    const failed = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const id = `attempt-${index + 1}`;
        return [begun({ id }), answered(id, { gatewayOrderId: id, status: 'failure' })];
      }).flat();
    expect([paymentOf(...failed(9)).canRetry, paymentOf(...failed(10)).canRetry]).toEqual([true, false]);
  });
});

describe('an operation as the merchant sees it', () => {
  it('is what was asked for, until the gateway says what was done', () => {
    const asked = { comment: 'Torn cover', split: [{ subMerchantId: 'anna', amountMinor: 300 }] };
    expect(operationsOf(requested(asked))).toEqual([
      {
        id: 'request-1',
        orderId: 'order-1',
        paymentId: 'attempt-1',
        method: 'refund',
        amount: '3.00',
        currency: 'UAH',
        status: 'unknown',
        statusCode: null,
        statusDescription: null,
        split: [{ subMerchantId: 'anna', amount: '3.00' }],
        comment: 'Torn cover',
        receiptUrl: null,
        createdAt: time(2),
        updatedAt: time(2),
      },
    ]);
  });

  it('has what the gateway answered', () => {
    const done = {
      method: 'refund',
      operationId: 'operation-1',
      amountMinor: 290,
      statusCode: '1004',
      statusDescription: 'Refunded',
      receiptUrl: 'https://gateway.example/receipt',
      comment: 'From the gateway',
    };
    expect(operationsOf(requested(), answered('request-1', done))).toMatchObject([
      {
        id: 'request-1',
        amount: '2.90',
        status: 'success',
        statusCode: '1004',
        statusDescription: 'Refunded',
        receiptUrl: 'https://gateway.example/receipt',
        comment: 'From the gateway',
        split: null,
        createdAt: time(2),
        updatedAt: time(3),
      },
    ]);
  });

  it('is over what was asked for, unless it has succeeded over another amount', () => {
    const amount = (status: 'pending' | 'success', operationId: string | null) =>
      operationsOf(
        requested(),
        answered('request-1', { method: 'refund', operationId, amountMinor: 290, status }),
      )[0]?.amount;
    expect([amount('pending', 'operation-1'), amount('success', 'operation-1')]).toEqual(['3.00', '2.90']);
    expect([amount('pending', null), amount('success', null)]).toEqual(['3.00', '2.90']);
  });

  it('that was made elsewhere counts as the whole payment until its amount is known', () => {
    const id = certain(operationsOf(reportedOperation('operation-1'))[0]).id;
    expect(operationsOf(reportedOperation('operation-1'))).toMatchObject([
      {
        amount: '3.00',
        split: null,
        comment: null,
        createdAt: time(2),
        updatedAt: time(2),
        paymentId: 'attempt-1',
      },
    ]);
    expect(id).toMatch(/^entry-/);
    const untold = { amountMinor: null, currency: null };
    expect(operationsOf(reportedOperation('operation-1', untold))).toMatchObject([{ amount: '10.10' }]);
  });

  it('is unknown where it is disputed, also as a success', () => {
    const facts = [reportedOperation('operation-1'), reportedOperation('operation-1', { status: 'failure' })];
    expect(operationsOf(...facts)).toMatchObject([{ status: 'unknown' }]);
  });

  it('is listed from the oldest on, ours and others together, payment by payment', () => {
    const elsewhere = reportedOperation('operation-1', { amountMinor: 1 });
    const state = stateOf(
      ...PAID,
      begun({ id: 'attempt-2' }),
      answered('attempt-2', { gatewayOrderId: 'attempt-2' }),
      requested({ id: 'request-2', attemptId: 'attempt-2' }),
      elsewhere,
      requested(),
      unanswered('request-1'),
    );
    const own = 'id' in elsewhere ? elsewhere.id : '';
    expect(shownOperations(state).map(idOf)).toEqual([own, 'request-1', 'request-2']);
  });

  it('gets a new time when it is resolved manually', () => {
    const decided = operationsOf(requested(), unanswered('request-1'), resolvedAs('request-1', 'failure'));
    expect(decided).toMatchObject([{ status: 'failure', createdAt: time(2), updatedAt: time(4) }]);
  });
});

it('shares are shown as decimal text', () => {
  expect(shareViews([{ subMerchantId: 'anna', amountMinor: 705 }], 'UAH')).toEqual([
    { subMerchantId: 'anna', amount: '7.05' },
  ]);
});
