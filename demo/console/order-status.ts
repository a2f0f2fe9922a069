import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { OperationView, OrderView } from '../../server/contract/merchant-api.ts';

/** A state in one or two words, and its look. */
export interface Badge {
  text: string;
  tone: 'good' | 'bad' | 'warning' | 'quiet';
}

const STATUS: Readonly<Record<PaymentView['status'], Badge>> = {
  success: { text: 'Succeeded', tone: 'good' },
  failure: { text: 'Failed', tone: 'bad' },
  pending: { text: 'Pending', tone: 'warning' },
  init: { text: 'Page opened', tone: 'quiet' },
  unknown: { text: 'Unknown', tone: 'warning' },
};

/** The status of a payment or an operation. */
export const statusBadge = (status: PaymentView['status']): Badge => STATUS[status];

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
  if (!payment) return { text: 'Not paid yet', tone: 'quiet' };
  if (payment.status !== 'success') return STATUS[payment.status];
  const done = (method: OperationView['method']) =>
    operations.some(
      (one) => one.method === method && one.status === 'success' && one.paymentId === payment.id,
    );
  if (done('refund')) {
    return allowed.refund === null
      ? { text: 'Refunded', tone: 'quiet' }
      : { text: 'Partly refunded', tone: 'warning' };
  }
  if (done('void')) return { text: 'Voided', tone: 'quiet' };
  if (payment.method === 'lookup') return { text: 'Card checked', tone: 'good' };
  if (payment.method === 'auth') return { text: done('capture') ? 'Captured' : 'Authorized', tone: 'good' };
  return { text: 'Paid', tone: 'good' };
}
