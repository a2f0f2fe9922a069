import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { MessageView, OperationView, OrderView } from '../../server/contract/merchant-api.ts';
import { declineReason } from '../../server/contract/decline-reason.ts';

/** A state in one or two words, or a result in a sentence, and its look. */
export interface Badge {
  text: string;
  tone: 'good' | 'bad' | 'warning' | 'quiet';
}

/** By status of a payment or an operation; behind a name it makes a sentence. */
export const STATUSES: Readonly<Record<PaymentView['status'], Badge>> = {
  success: { text: 'Succeeded', tone: 'good' },
  failure: { text: 'Failed', tone: 'bad' },
  pending: { text: 'Pending', tone: 'warning' },
  init: { text: 'Page opened', tone: 'quiet' },
  unknown: { text: 'Unknown', tone: 'warning' },
};

export const MESSAGE_STATES: Readonly<Record<MessageView['state'], Badge>> = {
  waiting: { text: 'Waiting', tone: 'warning' },
  failed: { text: 'Failed', tone: 'bad' },
  delivered: { text: 'Delivered', tone: 'good' },
};

const METHODS: Readonly<Record<string, string>> = {
  purchase: 'Payment',
  auth: 'Authorization',
  lookup: 'Card check',
  capture: 'Capture',
  void: 'Void',
  refund: 'Refund',
};

export const methodText = (method: string | null): string => METHODS[method ?? ''] ?? method ?? 'Payment';

/** Whether the customer or the merchant cancelled a payment, which is no decline. */
export const isCancelled = ({
  status,
  statusCode,
}: Record<'status' | 'statusCode', string | null>): boolean =>
  status === 'failure' && declineReason(statusCode) === 'cancelled';

/** The status of a payment or an operation. */
export const statusBadge = (one: Pick<PaymentView, 'status' | 'statusCode'>): Badge =>
  isCancelled(one) ? { text: 'Cancelled', tone: 'quiet' } : STATUSES[one.status];

/** The payment shown for an order: the latest success, otherwise the latest attempt. */
export function leadingPayment(payments: readonly PaymentView[]): PaymentView | null {
  return payments.findLast(({ status }) => status === 'success') ?? payments.at(-1) ?? null;
}

/** The state of an order's money, derived from its payments and operations. */
export function orderBadge({
  payments,
  operations,
  allowed,
}: Pick<OrderView, 'payments' | 'operations' | 'allowed'>): Badge {
  const payment = leadingPayment(payments);
  if (!payment) return { text: 'Not paid', tone: 'quiet' };
  if (payment.status !== 'success') return statusBadge(payment);
  const isDone = (method: OperationView['method']) =>
    operations.some(
      (one) => one.method === method && one.status === 'success' && one.paymentId === payment.id,
    );
  if (isDone('refund')) {
    return allowed.refund === null
      ? { text: 'Refunded', tone: 'quiet' }
      : { text: 'Partly refunded', tone: 'warning' };
  }
  if (isDone('void')) return { text: 'Voided', tone: 'quiet' };
  if (payment.method === 'lookup') return { text: 'Card checked', tone: 'good' };
  if (payment.method === 'auth') return { text: isDone('capture') ? 'Captured' : 'Authorized', tone: 'good' };
  return { text: 'Paid', tone: 'good' };
}
