import { alike } from './alike.ts';
import type { Attempt } from './attempt.ts';
import type { OperationMethod } from './journal.ts';
import {
  isAmountUnknown,
  isSameOperation,
  mayHaveArrived,
  MONEY_EFFECTS,
  type MoneyEffect,
  type Operation,
  type Request,
  withOperation,
} from './operation.ts';
import { type Share, sameId, sumOf } from './shares.ts';
import { hasFailed, hasSucceeded, isOpen, type Transaction } from './transaction.ts';

/**
 * The amounts of a payment that were captured, voided and refunded. The ledger never guesses: it counts every operation
 * of the gateway that has not failed, whoever made it, and every request of ours that may have been applied and is
 * linked to none of them.
 */

/** The requests and operations of an order. */
export interface Operations {
  requests: readonly Request[];
  operations: readonly Operation[];
}

/** A movement of money that was made, or may have been. */
export interface Movement {
  method: OperationMethod;
  amountMinor: number;
  /** certainly made */
  sure: boolean;
  /** as it was requested, or null */
  split: readonly Share[] | null;
  /** whose shares it certainly moved */
  shares: readonly Share[];
}

/** The operation that a request began, if known. */
export function operationOf({ operations }: Operations, request: Request): Operation | undefined {
  return operations.find((one) => isSameOperation(one, request));
}

/** Operations that none of our requests is known to have begun. */
export function unlinked({ requests, operations }: Operations): Operation[] {
  return operations.filter((one) => !requests.some((other) => isSameOperation(one, other)));
}

/** A request's state, including that of the operation that it began. */
export function requestState(of: Operations, request: Request): Transaction {
  return withOperation(request, operationOf(of, request));
}

/**
 * Whether a request or an operation of the payment has not ended, or is disputed: other operations have to wait for it.
 */
export function hasOpenOperation(of: Operations, attemptId: string): boolean {
  const requests = of.requests.filter((one) => one.attemptId === attemptId);
  const others = unlinked(of).filter((one) => one.attemptId === attemptId);
  return requests.some((one) => isOpen(requestState(of, one))) || others.some(isOpen);
}

/** Movements of one effect that were made, or may have been. */
export function movements(of: Operations, attempt: Attempt, effect: MoneyEffect): Movement[] {
  const requests = of.requests.filter(
    (one) => one.attemptId === attempt.id && MONEY_EFFECTS[one.method] === effect,
  );
  const others = unlinked(of).filter(
    (one) => one.attemptId === attempt.id && MONEY_EFFECTS[one.method] === effect,
  );
  return [
    ...requests.flatMap((one) => requested(of, one)),
    ...others
      .filter((one) => !hasFailed(one))
      .map((one) => ({
        method: one.method,
        amountMinor: one.amountMinor ?? attempt.amountMinor,
        sure: hasSucceeded(one) && !isAmountUnknown(one),
        split: null,
        shares: [],
      })),
  ];
}

function requested(of: Operations, request: Request): Movement[] {
  const state = requestState(of, request);
  if (hasFailed(state)) return [];
  const { method, split } = request;
  const done = operationOf(of, request);
  const reportedMinor = done?.amountMinor ?? request.answeredMinor ?? request.amountMinor;
  // A refund is requested in shares and reported as a sum: the larger amount counts. For a capture only the reported
  // amount is there.
  const amountMinor =
    MONEY_EFFECTS[method] === 'returns' ? Math.max(reportedMinor, sumOf(split ?? [])) : reportedMinor;
  const shares = movedAsRequested(of, request) ? (split ?? []) : [];
  return [{ method, amountMinor, sure: hasSucceeded(state), split, shares }];
}

/**
 * Whether a request's shares were moved as requested. Its link may be inferred: then no other request may have begun the
 * operation, and no other operation may be the request's.
 */
function movedAsRequested(of: Operations, request: Request): boolean {
  if (request.certain || request.operationId === null || request.status === 'success') return true;
  const isLike = (one: Request | Operation) =>
    one.attemptId === request.attemptId &&
    one.method === request.method &&
    (one.amountMinor ?? request.amountMinor) === request.amountMinor;
  // Two requests whose links are inferred may have begun each other's operation, unless both were done.
  const isSettled = (one: Request) => one.operationId !== null && hasSucceeded(requestState(of, one));
  const others = of.requests.filter((one) => !one.certain && mayHaveArrived(one) && !isSettled(one));
  return (
    others.filter(isLike).every((one) => alike(one.split, request.split)) &&
    !unlinked(of).some((one) => isLike(one) && !hasFailed(one))
  );
}

/** What can still be refunded. */
export interface Refundable {
  /** the amount of the purchase or capture; minor units */
  totalMinor: number;
  restMinor: number;
  /** the most that can be left of each sub-merchant's share, or null if it was not split */
  shares: Share[] | null;
  /** nothing was refunded before */
  full: boolean;
}

/**
 * What can be refunded of a successful payment; null if nothing was captured (interface document, States, rules 3 and
 * 4). In doubt the careful assumption applies: a refund counts unless it certainly failed, a capture only if it
 * certainly succeeded. A refund that does not say whose share it returned counts only against the total: the gateway
 * knows whose it was, and refuses to return more of a share than is left.
 */
export function refundable(of: Operations, attempt: Attempt): Refundable | null {
  const source = attempt.method === 'auth' ? largestCapture(of, attempt) : attempt;
  if (!source || attempt.method === 'lookup') return null;
  const refunds = movements(of, attempt, 'returns');
  const refunded = refunds.reduce((sum, one) => sum + one.amountMinor, 0);
  // A manual resolution does not turn an underpayment into a full payment.
  const paid = source === attempt ? attempt.paidMinor : null;
  const totalMinor = Math.min(source.amountMinor, paid ?? Infinity);
  const restMinor = Math.max(0, totalMinor - refunded);
  return {
    totalMinor,
    restMinor,
    shares: source.split && restOfShares(source.split, refunds, restMinor),
    full: refunds.length === 0,
  };
}

/** An authorization can be captured once. If several captures were reported, the largest is the safest assumption. */
function largestCapture(of: Operations, attempt: Attempt): Movement | null {
  const sure = movements(of, attempt, 'takes').filter((one) => one.sure);
  return sure.sort((one, other) => other.amountMinor - one.amountMinor)[0] ?? null;
}

function restOfShares(split: readonly Share[], refunds: readonly Movement[], restMinor: number): Share[] {
  const returned = refunds.flatMap((one) => one.shares);
  return split.map(({ subMerchantId, amountMinor }) => {
    const own = sumOf(returned.filter((share) => sameId(share.subMerchantId, subMerchantId)));
    return { subMerchantId, amountMinor: Math.min(Math.max(0, amountMinor - own), restMinor) };
  });
}

/** The most that a capture may take: over-capture is rounded down (interface document, States, rule 5). */
export function captureCeiling(authorizedMinor: number, overCapturePercent: number): number {
  return Number((BigInt(authorizedMinor) * BigInt(100 + overCapturePercent)) / 100n);
}

/** Whether neither a capture nor a void of an authorization was made, or may have been. */
export function isUncaptured(of: Operations, attempt: Attempt): boolean {
  const taken = [...movements(of, attempt, 'takes'), ...movements(of, attempt, 'releases')];
  return attempt.method === 'auth' && taken.length === 0;
}

/** The state of a successful payment's money, as far as it is certain. */
export interface MoneyState {
  state: 'paid' | 'authorized' | 'voided' | 'refunded';
  /** minor units: what was paid, authorized, or captured */
  amountMinor: number;
}

/** An authorization takes nothing; a void releases it; a fully refunded payment is no longer paid. */
export function moneyState(of: Operations, attempt: Attempt): MoneyState {
  const done = (effect: MoneyEffect) => movements(of, attempt, effect).filter((one) => one.sure);
  const captures = done('takes').map((one) => one.amountMinor);
  if (attempt.method === 'auth' && captures.length === 0) {
    return { state: done('releases').length > 0 ? 'voided' : 'authorized', amountMinor: attempt.amountMinor };
  }
  const amountMinor = attempt.method === 'auth' ? Math.max(...captures) : attempt.amountMinor;
  const refunded = done('returns').reduce((sum, one) => sum + one.amountMinor, 0);
  return { state: refunded >= amountMinor ? 'refunded' : 'paid', amountMinor };
}
