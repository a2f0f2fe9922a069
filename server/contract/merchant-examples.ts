/** Examples in the description of the merchant API. A test checks them against their schemas. */

export const ORDER = 'A-1001';
const PAYMENT = '5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21';
const OPERATION = 'c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10';
export const SHOP = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const AT = '2026-06-15T12:00:00.000Z';

const moment = { createdAt: AT, updatedAt: AT };
const done = { status: 'success', statusCode: '1000', statusDescription: null } as const;
export const operationExample = {
  id: OPERATION,
  orderId: ORDER,
  paymentId: PAYMENT,
  method: 'capture',
  amount: '60.00',
  currency: 'UAH',
  ...done,
  split: null,
  comment: 'The shade is sold out',
  receiptUrl: null,
  ...moment,
};

export const paymentExample = {
  id: PAYMENT,
  orderId: ORDER,
  mode: 'direct',
  method: 'auth',
  ...done,
  statusCode: '1002',
  amount: '100.00',
  currency: 'UAH',
  action: null,
  cardMask: '424242******4242',
  receiptUrl: null,
  canRetry: false,
  ...moment,
};

export const listedPaymentExample = { ...paymentExample, captured: '60.00', refunded: '0.00' };

const eventExample = {
  at: AT,
  type: 'report',
  paymentId: PAYMENT,
  operationId: OPERATION,
  source: 'webhook',
  result: 'applied',
  method: 'capture',
  status: 'success',
  statusCode: '1000',
  transactionId: 'b7c1e0d2-8a34-4f1b-9c5e-2d6f7a8b9c0d',
  amount: '60.00',
  comment: null,
};

export const reviewExample = {
  orderId: ORDER,
  paymentId: PAYMENT,
  operationId: null,
  reason: 'duplicate',
  field: null,
  since: AT,
  calls: [
    {
      action: 'refund',
      method: 'POST',
      path: `/api/orders/${ORDER}/refund`,
      body: { paymentId: PAYMENT },
      shares: null,
    },
    {
      action: 'resolve',
      method: 'POST',
      path: `/api/payments/${PAYMENT}/resolve`,
      body: null,
      shares: null,
    },
  ],
};

const order = {
  id: ORDER,
  amount: '100.00',
  currency: 'UAH',
  description: 'A lamp',
  customerId: null,
  method: 'auth',
  split: null,
  url: null,
  createdAt: AT,
  closedAt: null,
};

export const orderExample = {
  order,
  allowed: { capture: null, void: false, refund: '60.00', cancel: false, close: false },
  payments: [paymentExample],
  operations: [operationExample],
  review: [],
  events: [eventExample],
};
