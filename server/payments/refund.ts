import type { OperationView, RefundInput } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';
import { movedBy, openOperation, type Refundable, refundableOf } from './ledger.ts';
import { operate, type Plan } from './operate.ts';
import type { Operation, Payment } from './payment.ts';
import type { Share } from './ports.ts';
import { invalid, notAllowed } from './refusals.ts';
import { sumOf } from './shares.ts';
import { type Stated, statedAmounts, within } from './stated-amounts.ts';

/**
 * Returns an order's purchase or captured auth, as a whole or in part; one that was divided among sub-merchants in
 * their shares (interface document, endpoints 6 and 7). Without an amount all that is left.
 * @throws ProblemError as `operate` does; states `not-refundable`, `not-successful`, `not-captured`,
 *   `already-voided`, `already-refunded`; values those of `statedAmounts`, `exceeds-refundable`, `exceeds-share`,
 *   `duplicate-sub-merchant`, `does-not-add-up`, `unknown-sub-merchant`, `split-required`, `split-not-allowed`,
 *   `not-with-split`
 */
export function refundOrder(
  deps: PaymentDeps,
  orderId: string,
  key: string,
  input: RefundInput,
): Promise<OperationView> {
  return operate(deps, {
    method: 'refund',
    orderId,
    key,
    input,
    plan: (payment, operations) => planRefund(payment, operations, input),
  });
}

function planRefund(payment: Payment, operations: readonly Operation[], input: RefundInput): Plan {
  const left = requireRefundable(payment, operations);
  const stated = statedAmounts(input, payment.currency);
  if (!left.shares && stated.shares) throw invalid('split', 'split-not-allowed');
  const amountMinor = stated.amountMinor ?? left.restMinor;
  if (amountMinor === 0) throw notAllowed('already-refunded');
  const split = left.shares ? shareOut(left.shares, stated, left.restMinor) : null;
  if (amountMinor > left.restMinor)
    throw invalid(input.amount === undefined ? 'split' : 'amount', 'exceeds-refundable');
  const { receiptDelivery } = input;
  if (split) {
    // No such field there (Split refund).
    if (receiptDelivery !== undefined) throw invalid('receiptDelivery', 'not-with-split');
    const terms = { amountMinor, split };
    return { ...terms, call: (gateway, request) => gateway.splitRefund({ ...request, ...terms }) };
  }
  // Left out for the whole (Refund, refund_amount).
  const whole = left.untouched && amountMinor === left.totalMinor;
  const terms = { ...(!whole && { amountMinor }), ...(receiptDelivery !== undefined && { receiptDelivery }) };
  return { amountMinor, split, call: (gateway, request) => gateway.refund({ ...request, ...terms }) };
}

/** Refunds apply to what was taken in (States, rule 3). */
function requireRefundable(payment: Payment, operations: readonly Operation[]): Refundable {
  if (payment.method === 'lookup') throw notAllowed('not-refundable');
  if (payment.status !== 'success') throw notAllowed('not-successful');
  if (openOperation(operations)) throw new ProblemError('operation-open');
  const left = refundableOf(payment, operations);
  if (!left) throw notAllowed(movedBy(operations, 'void').length > 0 ? 'already-voided' : 'not-captured');
  return left;
}

/** Without `split` only all that is left of every share can be meant, where that is known. */
function shareOut(left: readonly Share[], { amountMinor, shares }: Stated, restMinor: number): Share[] {
  if (shares) return within(shares, left);
  if ((amountMinor ?? restMinor) > restMinor) throw invalid('amount', 'exceeds-refundable');
  if ((amountMinor ?? restMinor) !== restMinor || sumOf(left) !== restMinor) {
    throw invalid('split', 'split-required');
  }
  return left.filter((share) => share.amountMinor > 0);
}
