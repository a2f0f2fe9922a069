import type { Payment } from '../payments/payment.ts';

export const STORE_SECRETS = { current: 'a secret of the store for tests, 32 bytes and more' };

let serial = 0;

/** For tests: a payment as it is written down, unlike every other one. */
export function payment(over: Partial<Payment> = {}): Payment {
  serial += 1;
  return {
    id: `payment-${serial}`,
    orderId: 'order-1',
    gatewayOrderId: `order-1.${serial}`,
    mode: 'direct',
    method: 'purchase',
    amountMinor: 1010,
    currency: 'UAH',
    split: null,
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    blocking: true,
    held: null,
    paidMinor: null,
    actionUrl: null,
    cardMask: null,
    receiptUrl: null,
    gatewayPaymentId: null,
    gatewayTransactionId: null,
    returnUrl: null,
    idempotencyKey: `key-${serial}`,
    requestHash: 'hash',
    askAt: null,
    createdAt: '2026-06-15T12:00:00.000Z',
    updatedAt: '2026-06-15T12:00:00.000Z',
    ...over,
  };
}
