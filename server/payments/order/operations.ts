import { type Share, sumOf } from '../../contract/split.ts';
import { sameUuid } from '../../contract/uuid.ts';
import { type FinalStatus, isOneOf, OPERATION_METHODS, type OperationMethod } from '../../contract/words.ts';
import type { CallEnd, OperationRequest, Report } from './journal.ts';
import {
  concluded,
  inReview,
  isCertain,
  isFinal,
  newTransactionState,
  type TransactionState,
  type Payment,
  resolvedAs,
  withReport,
} from './payment.ts';
import { mismatchOfOperation } from './ownership.ts';

/**
 * Captures, voids and refunds: one list, in which an operation of ours and the gateway's report of it are one row. An
 * operation that was made elsewhere, in the gateway's portal, is a row too, and counts like any other.
 */
export interface Operation extends Omit<OperationRequest, 'origin'>, TransactionState {
  origin: OperationRequest['origin'] | 'elsewhere';
  /** the gateway's `operation_id`; null until it is known */
  operationId: string | null;
  /** as the gateway told it, minor units */
  reportedMinor: number | null;
  /** the number of the entry that brought it */
  startedAs: number;
}

export type Operations = readonly Operation[];

/** Whether a report is about a capture, void or refund, and not about the payment itself. */
export const isOperationMethod = (method: string): method is OperationMethod =>
  isOneOf(OPERATION_METHODS, method);

/** Ours, and nothing is known of it: what is reported meanwhile may be it, and is not shown. */
export const isWaiting = (one: Operation): boolean =>
  one.origin !== 'elsewhere' && one.operationId === null && one.status === 'unknown' && one.review === null;

// --- Evolving the list ---

/** @param position the number of the entry */
export function newOperation(request: OperationRequest, at: number, position: number): Operation {
  return {
    ...newTransactionState(at),
    ...request,
    operationId: null,
    reportedMinor: null,
    startedAs: position,
  };
}

function madeElsewhere(
  payment: Payment,
  report: Report,
  method: OperationMethod,
  at: number,
  position: number,
): Operation {
  return {
    ...newTransactionState(at),
    id: `${payment.id}-${position}`,
    paymentId: payment.id,
    method,
    // Until it is known it counts as everything.
    amountMinor: report.amountMinor ?? payment.terms.amountMinor,
    split: null,
    comment: report.comment,
    origin: 'elsewhere',
    sentAt: at,
    callMs: 0,
    idempotencyKey: null,
    requestHash: null,
    inFlight: false,
    operationId: report.operationId,
    reportedMinor: null,
    startedAs: position,
  };
}

/** The list after our call about one of its rows has ended. */
export function operationCallEnded(
  all: Operations,
  payment: Payment,
  about: string,
  end: CallEnd,
  at: number,
  position: number,
): Operations {
  const before = all.find((one) => one.id === about);
  if (!before) return all;
  const ended = { ...before, inFlight: false };
  switch (end.how) {
    case 'answered':
      return answered(replaced(all, ended), payment, ended, end.report, at, position);
    case 'refused':
      // "Order id exists" may be about this very operation.
      if (end.refusal.means === 'order-id-exists') return replaced(all, ended);
      return replaced(all, concluded(ended, 'refused', end.refusal.description, end.refusal.code));
    case 'not-sent':
      return replaced(all, concluded(ended, 'not-sent', 'The payment service cannot be reached.'));
    case 'unknown':
    case 'page-opened':
      return replaced(all, ended);
  }
}

/** The answer names our operation. One that names none, or is about something else, leaves the outcome unknown. */
function answered(
  all: Operations,
  payment: Payment,
  ours: Operation,
  report: Report,
  at: number,
  position: number,
): Operations {
  const { operationId, method } = report;
  if (operationId === null || method !== ours.method || mismatchOfOperation(payment, report) !== null)
    return all;
  const named = ofName(all, payment.id, operationId);
  if (named?.id === ours.id) return replaced(all, learned(ours, report));
  // What was shown beside ours is never taken back.
  const isFree =
    !named || (isWaiting(ours) && named.origin === 'elsewhere' && named.startedAs > ours.startedAs);
  if (ours.operationId === null && isFree) {
    const merged = named ? asReported(ours, named) : { ...ours, operationId };
    return replaced(named ? without(all, named) : all, learned(merged, report));
  }
  return operationReported(replaced(all, inReview(ours, 'operation-unclear')), payment, report, at, position);
}

/** The list after a report about an operation of the payment. */
export function operationReported(
  all: Operations,
  payment: Payment,
  report: Report,
  at: number,
  position: number,
): Operations {
  const { method, operationId } = report;
  if (!isOperationMethod(method)) return all;
  const row = learned(madeElsewhere(payment, report, method, at, position), report);
  if (operationId === null) {
    // Most likely one that is here. Otherwise a person must tell.
    return all.some((one) => isLike(one, row)) ? all : [...all, inReview(row, 'operation-unclear')];
  }
  const known = ofName(all, payment.id, operationId);
  if (known) {
    const after = learned(known, report);
    return after === known ? all : replaced(all, { ...after, updatedAt: at });
  }
  const unnamed = all.find(
    (one) => one.origin === 'elsewhere' && one.operationId === null && isLike(one, row),
  );
  return unnamed
    ? replaced(all, {
        ...row,
        id: unnamed.id,
        sentAt: unnamed.sentAt,
        startedAs: unnamed.startedAs,
      })
    : [...all, row];
}

/** A row after a report of it. If the gateway has told two amounts, the larger one counts until a person has looked. */
function learned(before: Operation, report: Report): Operation {
  if (report.method !== before.method) return inReview(before, 'operation-unclear');
  const after = withReport({ ...before, comment: before.comment ?? report.comment }, report);
  const { amountMinor } = report;
  if (amountMinor === null) return after;
  const isOther =
    before.status === 'success' &&
    report.status === 'success' &&
    (before.reportedMinor ?? amountMinor) !== amountMinor;
  if (isOther) {
    const reportedMinor = Math.max(before.reportedMinor ?? 0, amountMinor);
    return inReview({ ...after, reportedMinor }, 'contradicted');
  }
  // Until it was known it counted as everything.
  const isFirst = before.reportedMinor === null;
  const known = isFirst && before.origin === 'elsewhere' ? { ...after, amountMinor } : after;
  return isFirst || report.status === 'success' ? { ...known, reportedMinor: amountMinor } : known;
}

/**
 * The gateway was asked after the grace time, and no answer has named our operation. Of its method, what was first
 * reported after we wrote it: nothing, then it never arrived; one of its amount, then that is it; otherwise all count,
 * and a person must tell. Before that time nothing is concluded, as the gateway may list ours late.
 */
export function operationNotFound(all: Operations, payment: Payment, about: string): Operations {
  const ours = all.find((one) => one.id === about);
  // Of a payment in doubt nothing is concluded.
  if (!ours || !isWaiting(ours) || payment.review !== null) return all;
  const ended = { ...ours, inFlight: false };
  const [its, ...others] = candidates(all, ours);
  if (!its) {
    return replaced(all, concluded(ended, 'not-found', 'The operation did not reach the payment service.'));
  }
  if (others.length > 0 || !isLike(its, ours)) return replaced(all, inReview(ended, 'operation-unclear'));
  return replaced(without(all, its), asReported(ended, its));
}

/**
 * A person's word. What is done was one of those that were reported meanwhile and not shown beside it: the one of its
 * amount, or the only one.
 * @param amountMinor what it truly moved; null if that is not in doubt
 */
export function operationResolved(
  all: Operations,
  about: string,
  status: FinalStatus,
  amountMinor: number | null,
): Operations {
  const row = all.find((one) => one.id === about);
  if (!row) return all;
  const isHidden = status === 'success' && isWaiting(row);
  const done = isHidden ? candidates(all, row).filter((one) => isCertain(one, 'success')) : [];
  const its = done.find((one) => isLike(one, row)) ?? (done.length === 1 ? done[0] : undefined);
  const after = resolvedAs(its ? asReported(row, its) : row, status);
  const told = amountMinor === null ? after : { ...after, amountMinor, reportedMinor: amountMinor };
  return replaced(its ? without(all, its) : all, told);
}

/** What our row may be: operations of its method that nobody claims, first reported after it was written. */
const candidates = (all: Operations, { paymentId, method, startedAs }: Operation): Operation[] =>
  all.filter(
    (one) =>
      one.origin === 'elsewhere' &&
      one.operationId !== null &&
      one.paymentId === paymentId &&
      one.method === method &&
      one.startedAs > startedAs,
  );

/** Of the same payment, method and amount. A void is always over everything. */
const isLike = (one: Operation, other: Operation): boolean =>
  one.paymentId === other.paymentId &&
  one.method === other.method &&
  (one.method === 'void' || one.amountMinor === other.amountMinor);

/** Our row with what the gateway has reported of it. */
function asReported(ours: Operation, { operationId, reportedMinor, ...its }: Operation): Operation {
  const { status, endedBy, review, statusCode, statusDescription, receiptUrl } = its;
  const comment = ours.comment ?? its.comment;
  const outcome = { status, endedBy, review, statusCode, statusDescription, receiptUrl };
  return { ...ours, operationId, reportedMinor, comment, ...outcome };
}

const ofName = (all: Operations, paymentId: string, operationId: string): Operation | undefined =>
  all.find((one) => one.paymentId === paymentId && one.operationId === operationId);

const replaced = (all: Operations, row: Operation): Operations =>
  all.map((one) => (one.id === row.id ? row : one));
const without = (all: Operations, row: Operation): Operations => all.filter((one) => one.id !== row.id);

// --- The ledger ---

/** Operations of the payment that have not certainly failed: the careful figure. */
export const moved = (all: Operations, { id }: Payment): Operation[] =>
  all.filter((one) => one.paymentId === id && !isCertain(one, 'failure'));

/** Others have to wait until it has ended, and nobody doubts it. */
export const openOperation = (all: Operations, { id }: Payment): Operation | undefined =>
  all.find((one) => one.paymentId === id && (!isFinal(one) || one.review !== null));

/** What an operation moved, as far as that is known. */
const movedMinor = ({ amountMinor, reportedMinor }: Operation): number => reportedMinor ?? amountMinor;

/** What an operation may have moved at most. A refund is requested in shares and reported as a sum. */
const atMost = ({ amountMinor, reportedMinor, split }: Operation): number =>
  Math.max(amountMinor, reportedMinor ?? 0, sumOf(split ?? []));

/** What of the payment was taken for certain: the purchase itself, or the largest capture of an authorization. */
function taken(all: Operations, payment: Payment): { totalMinor: number; split: readonly Share[] | null } {
  const { method, split } = payment.terms;
  if (method === 'lookup') return { totalMinor: 0, split: null };
  if (method === 'purchase') return { totalMinor: chargedMinor(payment), split };
  const captures = moved(all, payment).filter((one) => one.method === 'capture' && isCertain(one, 'success'));
  const largest = captures.sort((one, other) => movedMinor(other) - movedMinor(one))[0];
  return largest ? { totalMinor: movedMinor(largest), split: largest.split } : { totalMinor: 0, split: null };
}

/** A commission of the payer is above the ordered amount, and is not the merchant's. */
const chargedMinor = ({ terms, reportedMinor }: Payment): number =>
  Math.min(terms.amountMinor, reportedMinor ?? terms.amountMinor);

/** The most that may be captured (interface 14.6); over-capture is rounded down. */
export function capturable(all: Operations, payment: Payment, overCapturePercent: number): number {
  if (!voidable(all, payment)) return 0;
  return Number((BigInt(payment.terms.amountMinor) * BigInt(100 + overCapturePercent)) / 100n);
}

/** An authorization that was neither captured nor voided, nor perhaps was. */
export const voidable = (all: Operations, payment: Payment): boolean =>
  payment.terms.method === 'auth' && !moved(all, payment).some((one) => one.method !== 'refund');

/** What can still be refunded; minor units. */
export interface Refundable {
  restMinor: number;
  /** the most that can be left of each sub-merchant's share, or null if it was not split */
  shares: Share[] | null;
  /** nothing was refunded before */
  isFull: boolean;
}

/**
 * What can be refunded (interface 14.4, 14.5). A refund that does not say whose share it returned counts against the
 * total alone: the gateway knows whose it was, and refuses to return more of a share than is left.
 */
export function refundable(all: Operations, payment: Payment): Refundable {
  const { totalMinor, split } = taken(all, payment);
  const rows = moved(all, payment);
  const refunds = rows.filter((one) => one.method === 'refund');
  const isVoided = rows.some((one) => one.method === 'void');
  const restMinor = isVoided ? 0 : Math.max(0, totalMinor - sumOf(refunds.map(refundedAtMost)));
  const returned = refunds.flatMap((one) => one.split ?? []);
  const shares = split?.map(({ subMerchantId, amountMinor }) => {
    const own = returned.filter((one) => sameUuid(one.subMerchantId, subMerchantId));
    return { subMerchantId, amountMinor: Math.min(Math.max(0, amountMinor - sumOf(own)), restMinor) };
  });
  return { restMinor, shares: shares ?? null, isFull: refunds.length === 0 };
}

const refundedAtMost = (refund: Operation) => ({ amountMinor: atMost(refund) });

/** Once a capture has succeeded, its actual amount counts. */
const takenAtMost = (capture: Operation) => ({
  amountMinor: isCertain(capture, 'success') ? movedMinor(capture) : atMost(capture),
});

/** Whether a full operation must state its amount: without one the gateway would move the amount that it knows. */
export const statesAmount = ({ reportedMinor, terms }: Payment): boolean =>
  (reportedMinor ?? terms.amountMinor) !== terms.amountMinor;

/** Whether for certain nothing of it is left with the merchant: of what was taken at most, all that surely went back. */
export function isReturned(all: Operations, payment: Payment): boolean {
  const { method } = payment.terms;
  if (method === 'lookup') return true;
  const rows = moved(all, payment);
  const done = rows.filter((one) => isCertain(one, 'success'));
  const captures = rows.filter((one) => one.method === 'capture');
  if (method === 'auth' && captures.length === 0) return done.some((one) => one.method === 'void');
  const total = method === 'auth' ? sumOf(captures.map(takenAtMost)) : chargedMinor(payment);
  return refundedMinor(done) >= total;
}

/** Nothing for certain of a refund that was made elsewhere and whose amount was never told. */
const refundedMinor = (done: readonly Operation[]): number =>
  sumOf(
    done
      .filter((one) => one.method === 'refund' && (one.origin !== 'elsewhere' || one.reportedMinor !== null))
      .map((one) => ({ amountMinor: movedMinor(one) })),
  );

/** What was certainly taken of a payment, and what of it went back, minor units. */
export function movedMoney(all: Operations, payment: Payment): { takenMinor: number; refundedMinor: number } {
  if (!isCertain(payment, 'success')) return { takenMinor: 0, refundedMinor: 0 };
  const done = moved(all, payment).filter((one) => isCertain(one, 'success'));
  return { takenMinor: taken(all, payment).totalMinor, refundedMinor: refundedMinor(done) };
}

/** The state of a successful payment's money, as far as it is certain. */
export interface MoneyState {
  state: 'paid' | 'authorized' | 'voided' | 'refunded';
  /** minor units: what was paid, authorized, or captured */
  amountMinor: number;
}

/** An authorization takes nothing; a void releases it; a fully refunded payment is no longer paid. */
export function moneyState(all: Operations, payment: Payment): MoneyState {
  const { method, amountMinor } = payment.terms;
  const done = moved(all, payment).filter((one) => isCertain(one, 'success'));
  const { totalMinor } = taken(all, payment);
  if (method === 'auth' && totalMinor === 0) {
    return { state: done.some((one) => one.method === 'void') ? 'voided' : 'authorized', amountMinor };
  }
  const total = method === 'auth' ? totalMinor : amountMinor;
  const isRefunded = method !== 'lookup' && refundedMinor(done) >= Math.min(total, totalMinor);
  return { state: isRefunded ? 'refunded' : 'paid', amountMinor: total };
}
