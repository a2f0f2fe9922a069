import type { Share } from '../../contract/split.ts';
import type { OperationMethod } from '../../contract/words.ts';
import type { Terms } from './journal.ts';
import { isReturned, moved, openOperation, type Operation, refundable, voidable } from './operations.ts';
import type { OrderState } from './order.ts';
import { isCertain, isFinal, type Payment } from './payment.ts';
import { paysFor, sameTerms } from './terms.ts';

/** An order is paid once: which payment pays it, which are duplicates, and whether another one may begin. */

export const isOnTerms = ({ orderTerms }: OrderState, { terms }: Payment): boolean =>
  orderTerms === null || paysFor(orderTerms.terms, terms);

/**
 * The age of an order token beside the order: `current` has its terms, `newer` replaces them, `outdated` was
 * replaced. The newest `iat` wins; without one, or with the same and other terms, a token counts from when it is first
 * seen.
 * @param issuedAt the token's `iat`, seconds since 1970, or null
 */
export function tokenAge(
  { orderTerms, earlierTerms }: Pick<OrderState, 'orderTerms' | 'earlierTerms'>,
  terms: Terms,
  issuedAt: number | null,
): 'current' | 'newer' | 'outdated' {
  if (orderTerms === null) return 'newer';
  const isSame = sameTerms(orderTerms.terms, terms);
  if (issuedAt === null || issuedAt === orderTerms.issuedAt) {
    if (isSame) return 'current';
    return earlierTerms.some((one) => sameTerms(one, terms)) ? 'outdated' : 'newer';
  }
  if (issuedAt > orderTerms.issuedAt) return 'newer';
  return isSame ? 'current' : 'outdated';
}

// --- Which payment pays ---

/** Whether an automatic refund has returned it, or may have. */
export const isBeingRefunded = ({ operations }: OrderState, payment: Payment): boolean =>
  moved(operations, payment).some((one) => one.origin === 'automatic');

/** The first success on the current terms that nobody doubts and that we do not return. */
export function payingPayment(state: OrderState): Payment | null {
  const able = state.payments.filter(
    (one) => isCertain(one, 'success') && isOnTerms(state, one) && !isBeingRefunded(state, one),
  );
  return able.sort((one, other) => (one.succeededAs ?? 0) - (other.succeededAs ?? 0))[0] ?? null;
}

/** The success whose money the merchant may move: the paying one, otherwise the latest on other terms. */
export function chargedPayment(state: OrderState): Payment | null {
  const others = state.payments.filter((one) => isCertain(one, 'success') && !isBeingRefunded(state, one));
  return payingPayment(state) ?? others.at(-1) ?? null;
}

/** The payment that stands for the order: the one that pays it, otherwise one in doubt, an open one, the latest. */
export function currentPayment(state: OrderState): Payment | null {
  return (
    payingPayment(state) ??
    blockerOf(state)?.by ??
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
  !isBeingRefunded(state, payment) &&
  payingPayment(state) === null;

// --- Duplicates ---

/** Another success beside the one that pays. */
export function isDuplicate(state: OrderState, payment: Payment): boolean {
  const paying = payingPayment(state);
  return paying !== null && paying !== payment && isKept(state, payment);
}

const MOST_DECLINES = 5;

/** Automatic refunds that were tried and certainly failed. */
export const failedRefunds = ({ operations }: OrderState, { id }: Payment): Operation[] =>
  operations.filter((one) => one.paymentId === id && one.origin === 'automatic' && isCertain(one, 'failure'));

/**
 * Whether a duplicate goes back by itself: the gateway itself has told of both, nothing was returned of the paying one,
 * and nothing was moved of the duplicate.
 */
function goesBack(state: OrderState, payment: Payment): boolean {
  const paying = payingPayment(state);
  if (paying?.endedBy !== 'gateway' || moved(state.operations, payment).length > 0) return false;
  if (moved(state.operations, paying).some((one) => one.method !== 'capture')) return false;
  return failedRefunds(state, payment).filter((one) => one.endedBy !== 'not-sent').length < MOST_DECLINES;
}

/** Duplicates to be refunded now, each in full. */
export const dueRefunds = (state: OrderState): Payment[] =>
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

/** Ten declines end an order until the merchant's API updates it. */
export const attemptsLeft = ({ payments, declinesForgotten }: OrderState): number =>
  Math.max(
    0,
    MOST_ATTEMPTS - payments.filter((one, index) => index >= declinesForgotten && isDecline(one)).length,
  );

/** Waits for its customer, and can be replaced by another card. */
export const waitsForCustomer = (one: Payment): boolean =>
  one.mode === 'direct' && one.status === 'pending' && one.actionUrl !== null && one.review === null;

/** Why no payment may begin, and the payment that stands in its way. */
export interface Blocker {
  code: 'in-review' | 'order-paid' | 'cannot-replace' | 'payment-open' | 'order-closed' | 'too-many-attempts';
  by: Payment | null;
}

/**
 * Why no payment may begin now; null if one may.
 * @param replaces the id of a payment that waits for its customer, beside which it is to begin
 */
export function blockerOf(state: OrderState, replaces: string | null = null): Blocker | null {
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
  if (state.closedAt !== null) return { code: 'order-closed', by: null };
  return attemptsLeft(state) === 0 ? { code: 'too-many-attempts', by: null } : null;
}

/** Whether a payment can be cancelled at the gateway: an unpaid hosted purchase or auth (interface 14.2). */
export const isCancellable = ({ mode, status, terms, inFlight, review }: Payment): boolean =>
  mode === 'hosted' && status === 'init' && terms.method !== 'lookup' && !inFlight && review === null;
