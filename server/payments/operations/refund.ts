import type { OperationView } from '../../contract/merchant-api.ts';
import type { RefundInput } from '../../contract/merchant-requests.ts';
import { formatAmount } from '../../contract/money.ts';
import type { ProblemError } from '../../contract/problem.ts';
import type { Attempt } from '../order/attempt.ts';
import { chargedAsOrdered } from '../order/duplicate.ts';
import { movements, type Refundable, refundable } from '../order/ledger.ts';
import { type Share, sumOf } from '../order/shares.ts';
import type { OrderState } from '../order/state.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { invalid, notAllowed } from '../refusals.ts';
import { operate, type Plan, requireNothingOpen } from './operate.ts';
import { checkedShares, type RequestedAmounts, requestedAmounts } from './requested-amounts.ts';

/**
 * Refunds an order's purchase or captured auth, in full or in part; if it was split among sub-merchants, in their
 * shares (interface document, endpoints 6 and 7). Without an amount it refunds everything that is left.
 * @throws ProblemError as `operate` does; states `not-refundable`, `not-successful`, `not-captured`, `already-voided`,
 *   `already-refunded`; values those of `requestedAmounts` and `checkedShares`, `exceeds-refundable`, `split-required`,
 *   `split-not-allowed`, `not-with-split`
 */
export function refundOrder(
  deps: PaymentDeps,
  orderId: string,
  key: string,
  input: RefundInput,
): Promise<OperationView> {
  const plan = (state: OrderState, attempt: Attempt) => planRefund(state, attempt, input);
  return operate(deps, { method: 'refund', orderId, key, input, plan });
}

function planRefund(state: OrderState, attempt: Attempt, input: RefundInput): Plan {
  const left = requireRefundable(state, attempt);
  const requested = requestedAmounts(input, attempt.currency);
  if (!left.shares && requested.shares) throw invalid('split', 'split-not-allowed');
  const amountMinor = requested.amountMinor ?? left.restMinor;
  if (amountMinor === 0) throw notAllowed('already-refunded');
  const { currency } = attempt;
  const split = left.shares ? shareOut(left.shares, requested, left.restMinor, currency) : null;
  if (amountMinor > left.restMinor) {
    throw exceeds(input.amount === undefined ? 'split' : 'amount', left.restMinor, currency);
  }
  const { receiptDelivery } = input;
  // A split refund has no such field (Split refund).
  if (split && receiptDelivery !== undefined) throw invalid('receiptDelivery', 'not-with-split');
  const full = left.full && amountMinor === left.totalMinor && chargedAsOrdered(attempt);
  return { amountMinor, split, full, receiptDelivery };
}

function exceeds(path: string, restMinor: number, currency: string): ProblemError {
  const detail = `At most ${formatAmount(restMinor, currency)} ${currency} can still be refunded.`;
  return invalid(path, 'exceeds-refundable', detail);
}

/** Only captured money can be refunded (States, rule 3). */
function requireRefundable(state: OrderState, attempt: Attempt): Refundable {
  if (attempt.method === 'lookup') throw notAllowed('not-refundable');
  if (attempt.status !== 'success') throw notAllowed('not-successful');
  requireNothingOpen(state, attempt);
  const left = refundable(state, attempt);
  if (left) return left;
  throw notAllowed(movements(state, attempt, 'releases').length > 0 ? 'already-voided' : 'not-captured');
}

/**
 * A refund without `split` must cover everything that is left of every share, and the rest of each share must be known.
 * With `split`, the gateway refuses more than is left of a share if only the gateway knows how much that is.
 */
function shareOut(
  left: readonly Share[],
  { amountMinor, shares }: RequestedAmounts,
  restMinor: number,
  currency: string,
): Share[] {
  if (shares) return checkedShares(shares, left, currency);
  if ((amountMinor ?? restMinor) > restMinor) throw exceeds('amount', restMinor, currency);
  if ((amountMinor ?? restMinor) !== restMinor || sumOf(left) !== restMinor) {
    throw invalid('split', 'split-required');
  }
  return left.filter((share) => share.amountMinor > 0);
}
