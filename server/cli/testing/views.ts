import type { PaymentView } from '../../contract/checkout-api.ts';
import type { ListedPayment, MessageView, OperationView, ReviewView } from '../../contract/merchant-api.ts';

/** For tests: answers of the merchant API. */

export const PAYMENT: PaymentView = {
  id: '5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21',
  orderId: 'A-1001',
  mode: 'direct',
  method: 'purchase',
  status: 'success',
  statusCode: '1000',
  statusDescription: 'transaction successful',
  amount: '24.50',
  currency: 'EUR',
  action: null,
  cardMask: '424242******4242',
  receiptUrl: null,
  canRetry: false,
  createdAt: '2026-11-21T09:00:00.123Z',
  updatedAt: '2026-11-21T09:00:02.456Z',
};

/** As lists have it. */
export const LISTED: ListedPayment = { ...PAYMENT, captured: '24.50', refunded: '5.00' };

export const REFUND: OperationView = {
  id: 'c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10',
  orderId: 'A-1001',
  paymentId: PAYMENT.id,
  method: 'refund',
  amount: '5.00',
  currency: 'EUR',
  status: 'success',
  statusCode: '1004',
  statusDescription: 'refund successful',
  split: null,
  comment: 'scratched',
  receiptUrl: 'https://gateway.example/receipts/1',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:01.000Z',
};

export const REVIEW: ReviewView = {
  orderId: 'A-1001',
  paymentId: PAYMENT.id,
  operationId: null,
  reason: 'mismatch',
  field: 'amount',
  since: '2026-11-21T09:00:03.000Z',
  calls: [
    {
      action: 'resolve',
      method: 'POST',
      path: `/api/payments/${PAYMENT.id}/resolve`,
      body: null,
      shares: null,
    },
  ],
};

export const MESSAGE: MessageView = {
  id: 'msg_0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b',
  orderId: 'A-1001',
  type: 'payment.updated',
  method: 'purchase',
  status: 'success',
  state: 'failed',
  attempts: 3,
  lastError: 'HTTP 500',
  createdAt: '2026-11-21T09:00:02.456Z',
  deliveredAt: null,
};
