import type { PaymentView } from './checkout-api.ts';
import { operationExample, paymentExample, SHOP } from './merchant-examples.ts';
import type { OperationView } from './merchant-api.ts';
import type { MerchantMessage } from './merchant-messages.ts';

/** An example of every message to the merchant's webhook, by a descriptive name. */

interface Example<Message extends MerchantMessage> {
  summary: string;
  value: Message;
}
type PaymentExample = Example<Extract<MerchantMessage, { type: 'payment.updated' }>>;
type OperationExample = Example<Extract<MerchantMessage, { type: 'operation.updated' }>>;

const timestamp = paymentExample.updatedAt;

function payment(summary: string, over: Partial<PaymentView>): PaymentExample {
  const data: PaymentView = { ...paymentExample, method: 'purchase', ...over } as PaymentView;
  return { summary, value: { type: 'payment.updated', timestamp, data } };
}

function operation(summary: string, over: Partial<OperationView>): OperationExample {
  const data: OperationView = { ...operationExample, comment: null, ...over } as OperationView;
  return { summary, value: { type: 'operation.updated', timestamp, data } };
}

const paid = { status: 'success', statusCode: '1000', statusDescription: 'Transaction successful' } as const;
const unanswered = { status: 'unknown', statusCode: null, statusDescription: null } as const;
const onHostedPage = {
  mode: 'hosted',
  status: 'init',
  statusCode: null,
  action: { url: 'https://gateway.example/api/v1/checkout/5f0c8e1e' },
  cardMask: null,
} as const;

export const PAYMENT_EXAMPLES: Readonly<Record<string, PaymentExample>> = {
  paid: payment('Paid: fulfil the order if amount and currency match it', paid),
  authorized: payment('The amount is authorized: capture or void it', {
    method: 'auth',
    status: 'success',
    statusCode: '1002',
    statusDescription: 'Amount reserved',
  }),
  checked: payment('A lookup: the card is valid, nothing was charged', { ...paid, method: 'lookup' }),
  'page-opened': payment('The customer is at the gateway’s page', onHostedPage),
  'three-d-secure': payment('The customer is at the bank (3-D Secure)', {
    status: 'pending',
    statusCode: '2122',
    statusDescription: '3-D Secure verification required',
    action: { url: 'https://gateway.example/acs/5f0c8e1e' },
  }),
  processing: payment('In progress at the gateway: another message follows', {
    status: 'pending',
    statusCode: '2119',
    statusDescription: 'Transaction is being processed',
  }),
  declined: payment('Declined; the customer may try again', {
    status: 'failure',
    statusCode: '4009',
    statusDescription: 'Insufficient funds',
    canRetry: true,
  }),
  'timed-out': payment('Nobody paid in time', {
    mode: 'hosted',
    status: 'failure',
    statusCode: '4148',
    statusDescription: 'Payment timed out',
    cardMask: null,
    canRetry: true,
  }),
  unknown: payment(
    'Sent, but no valid response came. Never treat it as a failure; another message follows',
    unanswered,
  ),
};

const refund = { method: 'refund', amount: '40.00' } as const;

export const OPERATION_EXAMPLES: Readonly<Record<string, OperationExample>> = {
  captured: operation('Captured; the rest of the authorization is released', {
    comment: 'The shade is sold out',
  }),
  voided: operation('Voided: nothing is charged', {
    method: 'void',
    amount: '100.00',
    statusCode: '1009',
    statusDescription: 'Reverse successful',
  }),
  refunded: operation('Refunded', {
    ...refund,
    statusCode: '1004',
    statusDescription: 'Refund successful',
  }),
  'refunded-share': operation('Refunded: a sub-merchant’s share', {
    ...refund,
    statusCode: '1004',
    statusDescription: 'Refund successful',
    split: [{ subMerchantId: SHOP, amount: '40.00' }],
  }),
  'refund-in-progress': operation('In progress at the gateway: another message follows', {
    ...refund,
    status: 'pending',
    statusCode: '2119',
    statusDescription: 'Transaction is being processed',
  }),
  'refund-refused': operation('Refused: no money moved', {
    ...refund,
    status: 'failure',
    statusCode: '4150',
    statusDescription: 'Operation failed',
  }),
  'refund-unknown': operation(
    'Sent, but no valid response came. Never treat it as a failure; another message follows',
    {
      ...refund,
      ...unanswered,
    },
  ),
};
