import type { PaymentView } from '../contract/checkout-api.ts';
import { codeText } from './payment-text.ts';
import { shortTime, table } from './plain-text.ts';

/** Payments, one per line. */
export function paymentsTable(payments: readonly PaymentView[]): string {
  const rows = payments.map((payment) => [
    shortTime(payment.createdAt),
    payment.orderId,
    `${payment.method}/${payment.mode}`,
    payment.status,
    `${payment.amount} ${payment.currency}`,
    payment.id,
    codeText(payment.statusCode, payment.statusDescription) ?? '',
  ]);
  return table(['CREATED', 'ORDER', 'METHOD', 'STATUS', 'AMOUNT', 'PAYMENT', 'CODE'], rows, ['AMOUNT']);
}
