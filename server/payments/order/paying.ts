import type { Share } from '../../contract/split.ts';
import type { OperationMethod, Terms } from './journal.ts';
import { isReturned, moved, openOperation, type Operation, refundable, voidable } from './operations.ts';
import type { OrderState } from './order.ts';
import { isCertain, isFinal, type Payment } from './payment.ts';
import { paysFor, sameTerms } from './terms.ts';

/** An order is paid once: which payment pays it, which are duplicates, and whether another one may begin. */

export const isOnTerms = ({ stated }: OrderState, { terms }: Payment): boolean =>
  stated === null || paysFor(stated.terms, terms);

/**
 * The age of an order token beside the order: `current` states it as it is, `newer` replaces its terms, `outdated` was
 * replaced. The newest `iat` wins; without one, or with the same and other terms, a token counts from when it is first
 * seen.
 * @param issuedAt the token's `iat`, seconds since 1970, or null
 */
export function tokenAge(
  { stated, earlierTerms }: Pick<OrderState, 'stated' | 'earlierTerms'>,
  terms: Terms,
  issuedAt: number | null,
): 'current' | 'newer' | 'outdated' {
  if (stated === null) return 'newer';
  const isSame = sameTerms(stated.terms, terms);
  if (issuedAt === null || issuedAt === stated.issuedAt) {
    if (isSame) return 'current';
    return earlierTerms.some((one) => sameTerms(one, terms)) ? 'outdated' : 'newer';
  }
  if (issuedAt > stated.issuedAt) return 'newer';
  return isSame ? 'current' : 'outdated';
}

// --- Which payment pays ---

/** Whether a reversal of ours has returned it, or may have. */
export const isReversing = ({ operations }: OrderState, payment: Payment): boolean =>
  moved(operations, payment).some((one) => one.origin === 'reversal');

/** The first success on the current terms that nobody doubts and that we do not return. */
export function payingPayment(state: OrderState): Payment | null {
  const able = state.payments.filter(
    (one) => isCertain(one, 'success') && isOnTerms(state, one) && !isReversing(state, one),
  );
  return able.sort((one, other) => (one.succeededAs ?? 0) - (other.succeededAs ?? 0))[0] ?? null;
}

/** The success whose money the merchant may move: the paying one, otherwise the latest on other terms. */
export function chargedPayment(state: OrderState): Payment | null {
  const others = state.payments.filter((one) => isCertain(one, 'success') && !isReversing(state, one));
  return payingPayment(state) ?? others.at(-1) ?? null;
}

/** The payment that stands for the order: the one that pays it, otherwise one in doubt, an open one, the latest. */
export function currentPayment(state: OrderState): Payment | null {
  return (
    payingPayment(state) ??
    refusalOf(state)?.by ??
    state.payments.filter((one) => one.status !== 'success').at(-1) ??
    null
  );
}

/** A success that the gateway itself has told, whose money is not certainly back. A person's word needs no review. */
const isKept = ({ operations }: OrderState, one: Payment): boolean =>
  isCertain(one, 'success') && one.endedBy === 'gateway' && !isReturned(operations, one);

/** A success on other terms, while none pays the order. */
export const isOnOtherTerms = (state: OrderState, payment: Payment): boolean =>
  isKept(state, payment) &&
  !isOnTerms(state, payment) &&
  !isReversing(state, payment) &&
  payingPayment(state) === null;

// --- Duplicates ---

/** Another success beside the one that pays. */
export function isDuplicate(state: OrderState, payment: Payment): boolean {
  const paying = payingPayment(state);
  return paying !== null && paying !== payment && isKept(state, payment);
}

const MOST_DECLINES = 5;

/** Reversals that were tried and certainly failed. */
export const failedReversals = ({ operations }: OrderState, { id }: Payment): Operation[] =>
  operations.filter((one) => one.paymentId === id && one.origin === 'reversal' && isCertain(one, 'failure'));

/**
 * Whether a duplicate goes back by itself: the gateway itself has told of both, nothing was returned of the paying one,
 * and nothing was moved of the duplicate.
 */
function goesBack(state: OrderState, payment: Payment): boolean {
  const paying = payingPayment(state);
  if (paying?.endedBy !== 'gateway' || moved(state.operations, payment).length > 0) return false;
  if (moved(state.operations, paying).some((one) => one.method !== 'capture')) return false;
  return failedReversals(state, payment).filter((one) => one.endedBy !== 'not-sent').length < MOST_DECLINES;
}

/** Duplicates to be reversed now, each in full. */
export const dueReversals = (state: OrderState): Payment[] =>
  state.payments.length < 2
    ? []
    : state.payments.filter((one) => isDuplicate(state, one) && goesBack(state, one));

/** Duplicates that only a person can end. */
export const isStuckDuplicate = (state: OrderState, payment: Payment): boolean =>
  isDuplicate(state, payment) && !goesBack(state, payment) && !openOperation(state.operations, payment);

/** The operation that returns what is left of a payment. */
export interface Return {
  method: Exclude<OperationMethod, 'capture'>;
  amountMinor: number;
  split: Share[] | null;
}

/** The operation that returns what is left of a payment: an authorization is voided, all else refunded. */
export function returnOf({ operations }: OrderState, payment: Payment): Return {
  if (voidable(operations, payment)) {
    return { method: 'void', amountMinor: payment.terms.amountMinor, split: null };
  }
  const { restMinor, shares } = refundable(operations, payment);
  return { method: 'refund', amountMinor: restMinor, split: shares };
}

// --- Admission ---

const MOST_ATTEMPTS = 10;

/** Failures that say nothing about a card: faults of the gateway or of the order, and pages that were left. */
const NO_DECLINES = '4005 4119 4124 4128 4139 4148 4149 4150 4151 4152 4160 6007'.split(' ');

/** Whether the gateway has tried the card and declined it. */
export const isDecline = (one: Payment): boolean =>
  isCertain(one, 'failure') && one.endedBy === 'gateway' && !NO_DECLINES.includes(one.statusCode ?? '');

/** Ten declines end an order until the merchant's API states it anew. */
export const attemptsLeft = ({ payments, declinesForgotten }: OrderState): number =>
  Math.max(
    0,
    MOST_ATTEMPTS - payments.filter((one, index) => index >= declinesForgotten && isDecline(one)).length,
  );

/** Waits for its customer, and can be replaced by another card. */
export const waitsForCustomer = (one: Payment): boolean =>
  one.mode === 'direct' && one.status === 'pending' && one.actionUrl !== null && one.review === null;

/** Why no payment may begin, and the payment that stands in its way. */
export interface Refusal {
  code: 'in-review' | 'order-paid' | 'cannot-replace' | 'payment-open' | 'too-many-attempts';
  by: Payment | null;
}

/**
 * Why no payment may begin now; null if one may.
 * @param replaces the id of a payment that waits for its customer, beside which it is to begin
 */
export function refusalOf(state: OrderState, replaces: string | null = null): Refusal | null {
  const doubted = state.payments.find((one) => one.review !== null);
  if (doubted) return { code: 'in-review', by: doubted };
  const paying = payingPayment(state);
  if (paying) return { code: 'order-paid', by: paying };
  const named = state.payments.find((one) => one.id === replaces);
  if (replaces !== null && !(named && waitsForCustomer(named))) {
    return { code: 'cannot-replace', by: named ?? null };
  }
  const replaced = new Set([replaces, ...state.payments.map((one) => one.replaces)]);
  const open = state.payments.find((one) => !isFinal(one) && !replaced.has(one.id));
  if (open) return { code: 'payment-open', by: open };
  return attemptsLeft(state) === 0 ? { code: 'too-many-attempts', by: null } : null;
}

/**
 * Whether a payment can be cancelled at the gateway: an unpaid hosted purchase or auth (interface document, States,
 * rule 1).
 */
export const isCancellable = ({ mode, status, terms, inFlight, review }: Payment): boolean =>
  mode === 'hosted' && status === 'init' && terms.method !== 'lookup' && !inFlight && review === null;
