import type { PaymentView } from '../contract/checkout-api.ts';
import { pairs, shortTime } from './plain-text.ts';

/** A payment in a few lines. */
export function paymentText(payment: PaymentView): string {
  const { orderId, method, mode, status, statusCode, statusDescription } = payment;
  return `${method} of order ${orderId}: ${status}\n${pairs([
    ['amount', `${payment.amount} ${payment.currency}`],
    ['code', codeText(statusCode, statusDescription)],
    ['payment', payment.id],
    ['mode', mode],
    ['card', payment.cardMask],
    ['receipt', payment.receiptUrl],
    ['updated', shortTime(payment.updatedAt)],
  ])}`;
}

/** "4009 insufficient funds", or null if there is neither. */
export function codeText(code: string | null, description: string | null): string | null {
  return [code, description].filter(Boolean).join(' ') || null;
}
