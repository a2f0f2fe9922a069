import type { CaptureInput, RefundInput } from '../../contract/merchant-requests.ts';
import { amountFault, formatAmount, parseAmount } from '../../contract/money.ts';
import { type FieldError, invalid, invalidAll, notAllowed, ProblemError } from '../../contract/problem.ts';
import { type Share, sharesOf, splitFaults, sumOf } from '../../contract/split.ts';
import { sameUuid } from '../../contract/uuid.ts';
import type { ReceiptDelivery } from '../../contract/receipts.ts';
import { unknownSubMerchants } from '../paying/checks.ts';
import { capturable, moved, openOperation, refundable, statesAmount } from '../order/operations.ts';
import type { OrderState } from '../order/order.ts';
import type { Payment } from '../order/payment.ts';
import type { PaymentConfig } from '../ports.ts';

/** What the rules allow of an operation that the merchant asks for (interface 14.3, 14.4). */

/** An operation to send, as the rules allow it. */
export interface Plan {
  /** integer minor units */
  amountMinor: number;
  split: readonly Share[] | null;
  /** over the full amount, which is then not sent */
  isFull: boolean;
  receiptDelivery?: ReceiptDelivery | undefined;
}

/**
 * @throws ProblemError as {@link requireAuthorized}; `invalid-input`: those of `requestedAmounts`, `exceeds-authorized`,
 *   `unknown-sub-merchant`
 */
export function planCapture(
  state: OrderState,
  payment: Payment,
  input: CaptureInput,
  config: Pick<PaymentConfig, 'subMerchants' | 'overCapturePercent'>,
): Plan {
  requireAuthorized(state, payment);
  const { amountMinor: authorizedMinor, currency } = payment.terms;
  const { amountMinor: requested, shares: split } = requestedAmounts(input, currency);
  const unknown = unknownSubMerchants(split, config);
  if (unknown.length > 0) throw invalidAll(unknown);
  const amountMinor = requested ?? authorizedMinor;
  const most = capturable(state.operations, payment, config.overCapturePercent);
  if (amountMinor > most) {
    const detail = `At most ${formatAmount(most, currency)} ${currency} can be captured.`;
    throw invalid(input.amount === undefined ? 'split' : 'amount', 'exceeds-authorized', detail);
  }
  return { amountMinor, split, isFull: amountMinor === authorizedMinor && !statesAmount(payment) };
}

/** @throws ProblemError as {@link requireAuthorized} */
export function planVoid(state: OrderState, payment: Payment): Plan {
  requireAuthorized(state, payment);
  return { amountMinor: payment.terms.amountMinor, split: null, isFull: true };
}

/**
 * Capture and void require a successful auth (interface 14.3) that neither was nor may have been captured or voided.
 * @throws ProblemError `operation-open`; `operation-not-allowed`: `not-an-auth`, `not-successful`, `already-captured`,
 *   `already-voided`
 */
function requireAuthorized({ operations }: OrderState, payment: Payment): void {
  if (payment.terms.method !== 'auth') throw notAllowed('not-an-auth');
  requireFree({ operations }, payment);
  const rows = moved(operations, payment);
  if (rows.some((one) => one.method === 'capture')) throw notAllowed('already-captured');
  if (rows.some((one) => one.method === 'void')) throw notAllowed('already-voided');
}

function requireFree({ operations }: Pick<OrderState, 'operations'>, payment: Payment): void {
  if (payment.status !== 'success') throw notAllowed('not-successful');
  if (openOperation(operations, payment)) throw new ProblemError('operation-open');
}

/**
 * @throws ProblemError `operation-open`; `operation-not-allowed`: `not-refundable`, `not-successful`, `not-captured`,
 *   `already-voided`, `already-refunded`; `invalid-input`: those of `requestedAmounts` and `checkedShares`,
 *   `exceeds-refundable`, `split-required`, `split-not-allowed`, `not-with-split`
 */
export function planRefund(state: OrderState, payment: Payment, input: RefundInput): Plan {
  requireTaken(state, payment);
  const { currency } = payment.terms;
  const left = refundable(state.operations, payment);
  const requested = requestedAmounts(input, currency);
  if (!left.shares && requested.shares) throw invalid('split', 'split-not-allowed');
  const amountMinor = requested.amountMinor ?? left.restMinor;
  if (left.restMinor === 0) throw notAllowed('already-refunded');
  const split = left.shares ? shareOut(left.shares, requested, left.restMinor, currency) : null;
  if (amountMinor > left.restMinor) {
    throw exceeds(input.amount === undefined ? 'split' : 'amount', left.restMinor, currency);
  }
  const { receiptDelivery } = input;
  // A split refund has no such field (interface 7.1).
  if (split && receiptDelivery !== undefined) throw invalid('receiptDelivery', 'not-with-split');
  const isFull = left.isFull && amountMinor === left.restMinor && !statesAmount(payment);
  return { amountMinor, split, isFull, receiptDelivery };
}

/** Only captured money can be refunded (interface 14.4). */
function requireTaken({ operations }: OrderState, payment: Payment): void {
  const { method } = payment.terms;
  if (method === 'lookup') throw notAllowed('not-refundable');
  requireFree({ operations }, payment);
  const rows = moved(operations, payment);
  if (rows.some((one) => one.method === 'void')) throw notAllowed('already-voided');
  const isCaptured = rows.some((one) => one.method === 'capture');
  if (method === 'auth' && !isCaptured) throw notAllowed('not-captured');
}

function exceeds(path: string, restMinor: number, currency: string): ProblemError {
  const detail = `At most ${formatAmount(restMinor, currency)} ${currency} can still be refunded.`;
  return invalid(path, 'exceeds-refundable', detail);
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

/** The amounts of a request, in integer minor units; null for those that it leaves out. */
interface RequestedAmounts {
  amountMinor: number | null;
  shares: Share[] | null;
}

/**
 * Reads `amount` and `split` of a request. Without `amount` it is the sum of the shares.
 * @throws ProblemError `invalid-input`: the rules of `amountFault`, `does-not-add-up`
 */
function requestedAmounts(
  { amount, split }: Pick<CaptureInput, 'amount' | 'split'>,
  currency: string,
): RequestedAmounts {
  const fault = amount === undefined ? null : amountFault(amount, currency);
  if (fault) throw invalid('amount', fault);
  const requested = amount === undefined ? null : parseAmount(amount, currency);
  if (!split) return { amountMinor: requested, shares: null };
  const sum = split.reduce((total, share) => total + (parseAmount(share.amount, currency) ?? 0), 0);
  const faults = splitFaults(split, currency, requested ?? sum);
  if (faults.length > 0) {
    throw invalidAll(faults.map(({ path, code }) => ({ path: ['split', ...path].join('.'), code })));
  }
  const shares = sharesOf(split, currency);
  return { amountMinor: requested ?? sumOf(shares), shares };
}

/**
 * The shares, with the sub-merchants' ids as the payment spells them.
 * @param limits the maximum of each sub-merchant
 * @throws ProblemError `invalid-input`: `unknown-sub-merchant`, `exceeds-share`
 */
function checkedShares(shares: readonly Share[], limits: readonly Share[], currency: string): Share[] {
  const errors: FieldError[] = [];
  const named = shares.map(({ subMerchantId, amountMinor }, index) => {
    const limit = limits.find((one) => sameUuid(one.subMerchantId, subMerchantId));
    if (!limit) errors.push({ path: `split.${index}.subMerchantId`, code: 'unknown-sub-merchant' });
    else if (amountMinor > limit.amountMinor) {
      errors.push({ path: `split.${index}.amount`, code: 'exceeds-share' });
    }
    return { subMerchantId: limit?.subMerchantId ?? subMerchantId, amountMinor };
  });
  if (errors.length > 0) throw invalidAll(errors, leftText(limits, currency));
  return named;
}

const leftText = (limits: readonly Share[], currency: string): string =>
  `Left: ${limits.map((one) => `${formatAmount(one.amountMinor, currency)} for ${one.subMerchantId}`).join(', ')}.`;
