import type { PaymentStatus, PaymentView } from '../contract/checkout-api.ts';
import type { OperationView, ShareView } from '../contract/merchant-api.ts';
import { formatAmount } from '../contract/money.ts';
import { MAX_ATTEMPTS } from './deps.ts';
import { GIVEN_BACK, isFinal, type Operation, type Payment } from './payment.ts';
import type { Share } from './ports.ts';
import { isSecond, paysOrder } from './second-payment.ts';

/**
 * A payment as browsers and the merchant see it.
 * @param siblings all attempts of the same order, this one included
 */
export function viewOf(payment: Payment, siblings: readonly Payment[]): PaymentView {
  return {
    id: payment.id,
    orderId: payment.orderId,
    mode: payment.mode,
    method: payment.method,
    status: shownStatus(payment),
    statusCode: payment.statusCode,
    statusDescription: payment.statusDescription,
    amount: formatAmount(payment.amountMinor, payment.currency),
    currency: payment.currency,
    action: payment.actionUrl && !isInDoubt(payment) ? { url: payment.actionUrl } : null,
    cardMask: payment.cardMask,
    receiptUrl: payment.receiptUrl,
    canRetry:
      shownStatus(payment) === 'failure' && attemptsLeft(siblings) > 0 && !siblings.some(holdsTheOrder),
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
  };
}

/** Held for a person: neither a way on nor a failure may be told of it. */
export function isInDoubt(payment: Payment): boolean {
  return payment.held !== null && payment.status !== 'success';
}

/** What is in doubt is `unknown`, whatever its last state was. */
export function shownStatus(payment: Payment): PaymentStatus {
  return isInDoubt(payment) ? 'unknown' : payment.status;
}

/** Of one that is held both a success and a failure were told: neither may be told on. */
export function shownOperationStatus({ held, status }: Operation): PaymentStatus {
  return held === null ? status : 'unknown';
}

/** Successful, and contradicted since: what it holds is not moved on before a person has looked. */
export function isContradicted(payment: Payment): boolean {
  return payment.status === 'success' && payment.held !== null && !isSecond(payment);
}

/** An operation on a payment as the merchant sees it (contract, section 4). */
export function operationViewOf(operation: Operation, payment: Payment): OperationView {
  return {
    id: operation.id,
    orderId: payment.orderId,
    paymentId: operation.paymentId,
    method: operation.method,
    amount: formatAmount(operation.amountMinor, operation.currency),
    currency: operation.currency,
    status: shownOperationStatus(operation),
    statusCode: operation.statusCode,
    statusDescription: operation.statusDescription,
    split: operation.split && sharesViewOf(operation.split, operation.currency),
    comment: operation.comment,
    receiptUrl: operation.receiptUrl,
    createdAt: operation.createdAt,
    updatedAt: operation.updatedAt,
  };
}

export function sharesViewOf(split: readonly Share[], currency: string): ShareView[] {
  return split.map(({ subMerchantId, amountMinor }) => ({
    subMerchantId,
    amount: formatAmount(amountMinor, currency),
  }));
}

export function attemptsLeft(siblings: readonly Payment[]): number {
  return Math.max(0, MAX_ATTEMPTS - siblings.length);
}

/** The attempt that tells the state of an order: the one that paid it, the one still open, otherwise the latest. */
export function currentPayment(siblings: readonly Payment[]): Payment | null {
  const paid = siblings.find(paysOrder) ?? siblings.find(isContradicted);
  const open =
    siblings.find((one) => one.blocking) ?? siblings.find((one) => isInDoubt(one) && holdsTheOrder(one));
  return paid ?? open ?? siblings.findLast((one) => !isSecond(one)) ?? siblings.at(-1) ?? null;
}

/** Whether no other try may begin beside it. Of what was given back that is over, whatever else is told of it. */
export function holdsTheOrder(payment: Payment): boolean {
  if (payment.held === GIVEN_BACK) return false;
  return payment.blocking || isInDoubt(payment) || payment.status === 'success' || !isFinal(payment.status);
}
