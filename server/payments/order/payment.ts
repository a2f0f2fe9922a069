import type { PaymentStatus } from '../../contract/checkout-api.ts';
import type { CallEnd, FinalStatus, GatewayStatus, PaymentRequest, Report } from './journal.ts';

/**
 * The state of one transaction at the gateway, a payment or an operation, and the table of its transitions:
 *
 *     unknown < init < pending < success | failure        never backwards
 *
 * A failure that we concluded gives way to any report of the gateway. Two different ends are in review.
 */
export interface Outcome {
  status: PaymentStatus;
  /** who ended it: the gateway, a person, or our own conclusion from how the call ended; null while it is open */
  endedBy: 'gateway' | 'person' | 'refused' | 'not-sent' | 'not-found' | null;
  /** why a person must look at it; paying.ts and schedule.ts derive the reasons that depend on more than this */
  review: Review | null;
  statusCode: string | null;
  statusDescription: string | null;
  receiptUrl: string | null;
  /** our call has not ended yet, as far as the journal knows */
  inFlight: boolean;
  /** time of the last entry about it */
  updatedAt: number;
}

export interface Review {
  reason: 'mismatch' | 'contradicted' | 'overdue' | 'other-terms' | 'duplicate' | 'operation-unclear';
  /** of a mismatch */
  field: MismatchField | null;
}

/** A payment: what we sent, and what became of it. */
export interface Payment extends PaymentRequest, Outcome {
  gatewayPaymentId: string | null;
  transactionId: string | null;
  /** the gateway refused its order id as taken: what is found under it must prove to be ours */
  orderIdExists: boolean;
  /** what the gateway says it took */
  reportedMinor: number | null;
  /** the mask to show */
  shownMask: string | null;
  actionUrl: string | null;
  /** its place among the successes of the order: the number of the entry that made it one */
  succeededAs: number | null;
}

const RANK: Record<PaymentStatus, number> = { unknown: 0, init: 1, pending: 2, success: 3, failure: 3 };

export const isFinal = ({ status }: Pick<Outcome, 'status'>): boolean => RANK[status] === 3;

/** Ended so, and nobody doubts it. */
export const isCertain = (one: Outcome, status: FinalStatus): boolean =>
  one.status === status && one.review === null;

export function newOutcome(at: number): Outcome {
  return {
    status: 'unknown',
    endedBy: null,
    review: null,
    statusCode: null,
    statusDescription: null,
    receiptUrl: null,
    inFlight: true,
    updatedAt: at,
  };
}

/** The table's entry for a reported status. */
function transition({ status, endedBy }: Outcome, to: GatewayStatus): 'move' | 'stay' | 'contradicted' {
  if (endedBy === null) return RANK[to] >= RANK[status] ? 'move' : 'stay';
  if (endedBy !== 'gateway' && endedBy !== 'person') return 'move';
  return to === status || !isFinal({ status: to }) ? 'stay' : 'contradicted';
}

/** The outcome after a report that is about it. A person's word that the gateway confirms stays the person's. */
export function withReport<T extends Outcome>(before: T, report: Report): T {
  const step = transition(before, report.status);
  if (step === 'contradicted') return inReview(before, 'contradicted');
  const moves = step === 'move';
  if (!moves && report.status !== before.status) return before;
  const known = report.status === before.status ? before : { statusCode: null, statusDescription: null };
  return {
    ...before,
    status: report.status,
    endedBy: moves ? (isFinal(report) ? 'gateway' : null) : before.endedBy,
    statusCode: report.statusCode ?? known.statusCode,
    statusDescription: report.statusDescription ?? known.statusDescription,
    receiptUrl: report.receiptUrl ?? before.receiptUrl,
  };
}

/** Our own conclusion that nothing was done. It stands neither against a report nor against a review. */
export function concluded<T extends Outcome>(
  before: T,
  endedBy: 'refused' | 'not-sent' | 'not-found',
  why: string,
  statusCode: string | null = null,
): T {
  if (before.status !== 'unknown' || before.review !== null) return before;
  return { ...before, status: 'failure', endedBy, statusCode, statusDescription: why };
}

/** The outcome after a manual resolution. */
export function resolvedAs<T extends Outcome>(before: T, status: FinalStatus): T {
  return {
    ...before,
    status,
    endedBy: 'person',
    review: null,
    inFlight: false,
    statusCode: null,
    statusDescription: null,
  };
}

/** The first reason stays, as it says what began the doubt; a contradiction is the graver one. */
export function inReview<T extends Outcome>(
  before: T,
  reason: Review['reason'],
  field: MismatchField | null = null,
): T {
  if (before.review !== null && reason !== 'contradicted') return before;
  return { ...before, review: { reason, field } };
}

// --- Is a report about our payment? ---

export type MismatchField =
  | 'posId'
  | 'gatewayOrderId'
  | 'method'
  | 'mode'
  | 'currency'
  | 'amount'
  | 'processedAmount'
  | 'gatewayPaymentId'
  | 'cardMask'
  | 'createdAt';

/** How far the gateway's clock may be behind ours. */
const CLOCK_MS = 60_000;
/** The same while the payment under our order id may be a stranger's. */
const STRICT_CLOCK_MS = 5_000;

interface Rule {
  field: MismatchField;
  /** it only tells our payment from a stranger's, and is not checked once we know our payment's id */
  isLikeness?: true;
  /** the report contradicts the request */
  differs: (payment: Payment, report: Report) => boolean;
  /** checked as well while the payment under our order id may be a stranger's */
  strictly?: (payment: Payment, report: Report) => boolean;
}

/** Each field, and when a report of it cannot be about the payment that we sent. */
const RULES: readonly Rule[] = [
  { field: 'posId', differs: (ours, its) => apart(ours.posId, its.posId) },
  { field: 'gatewayOrderId', differs: (ours, its) => ours.gatewayOrderId !== its.gatewayOrderId },
  { field: 'gatewayPaymentId', differs: (ours, its) => apart(ours.gatewayPaymentId, its.gatewayPaymentId) },
  {
    field: 'cardMask',
    isLikeness: true,
    differs: (ours, its) =>
      ours.cardMask !== null && its.cardMask !== null && !sameMask(ours.cardMask, its.cardMask),
    // A hosted payment that was refused has no page on which it could be paid.
    strictly: (ours, its) => (ours.cardMask === null ? ours.orderIdExists : its.cardMask === null),
  },
  {
    field: 'createdAt',
    isLikeness: true,
    differs: (ours, its) => !isSince(its, ours.sentAt - CLOCK_MS),
    strictly: (ours, its) => !isSince(its, ours.sentAt - STRICT_CLOCK_MS),
  },
  { field: 'method', differs: (ours, its) => ours.terms.method !== its.method },
  { field: 'mode', differs: (ours, its) => apart(ours.mode, its.mode) },
  {
    field: 'currency',
    differs: (ours, its) => lacks(its.currency, its) || apart(ours.terms.currency, its.currency),
  },
  {
    // More is the payer's commission.
    field: 'amount',
    differs: (ours, its) =>
      lacks(its.amountMinor, its) || (its.amountMinor ?? Infinity) < ours.terms.amountMinor,
    strictly: (ours, its) => its.amountMinor !== ours.terms.amountMinor,
  },
  {
    field: 'processedAmount',
    differs: ({ terms }, { processed, status }) =>
      processed !== null &&
      status === 'success' &&
      (apart(terms.currency, processed.currency) || (processed.amountMinor ?? 0) < terms.amountMinor),
  },
];

/** Both are known, and differ. */
const apart = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() !== other.toLowerCase();

/** A success must say how much, and in which currency. */
const lacks = (value: unknown, { status }: Report): boolean => value === null && status === 'success';

const isSince = ({ createdAt }: Report, time: number): boolean =>
  createdAt !== null && Date.parse(createdAt) >= time;

/**
 * The first field in which a report cannot be about the payment, or null. The strict column applies after "order id
 * exists" and while a mismatch is in review: then every field must be there and fit. The answer to our own call, and a
 * report with the payment id that we know, need no likeness.
 */
export function mismatch(payment: Payment, report: Report, isAnswer = false): MismatchField | null {
  const isKnown = isAnswer || (payment.gatewayPaymentId !== null && report.gatewayPaymentId !== null);
  const isStrict = !isKnown && (payment.orderIdExists || payment.review?.reason === 'mismatch');
  const asked = isKnown ? RULES.filter(({ isLikeness }) => !isLikeness) : RULES;
  const isBroken = ({ differs, strictly }: Rule) =>
    differs(payment, report) || (isStrict && (strictly?.(payment, report) ?? false));
  return asked.find(isBroken)?.field ?? null;
}

const OF_OPERATIONS: readonly MismatchField[] = ['posId', 'gatewayOrderId', 'gatewayPaymentId', 'currency'];

/** The first field in which the report of an operation cannot be about an operation of the payment, or null. */
export const mismatchOfOperation = (payment: Payment, report: Report): MismatchField | null =>
  RULES.find(({ field, differs }) => OF_OPERATIONS.includes(field) && differs(payment, report))?.field ??
  null;

/** Compares the digits at both ends of masked numbers, as far as both masks show them. */
export function sameMask(one: string, other: string): boolean {
  const digits = (mask: string) => mask.replaceAll(/[\s-]/g, '');
  const first = (mask: string) => /^\d*/.exec(digits(mask))?.[0] ?? '';
  const shown = Math.min(first(one).length, first(other).length);
  return (
    first(one).slice(0, shown) === first(other).slice(0, shown) &&
    digits(one).slice(-4) === digits(other).slice(-4)
  );
}

/**
 * Whether a report is about another charge under the same order id: a further one of a subscription, or a card that was
 * tried on the hosted page before. The first webhook of a further charge names no subscription (interface document,
 * Other shapes).
 */
export function isOtherCharge({ status, endedBy, transactionId }: Payment, report: Report): boolean {
  if (status !== 'success' || endedBy !== 'gateway') return false;
  const isSame = transactionId !== null && transactionId === report.transactionId;
  return apart(transactionId, report.transactionId) || (report.recurring !== null && !isSame);
}

// --- Evolving one payment ---

export function newPayment(request: PaymentRequest, at: number): Payment {
  return {
    ...newOutcome(at),
    ...request,
    gatewayPaymentId: null,
    transactionId: null,
    orderIdExists: false,
    reportedMinor: null,
    shownMask: request.cardMask,
    actionUrl: null,
    succeededAs: null,
  };
}

/** @param position the number of the entry */
export function paymentCallEnded(before: Payment, end: CallEnd, position: number): Payment {
  const ended = { ...before, inFlight: false };
  switch (end.how) {
    case 'answered':
      return paymentReported(ended, end.report, position, true);
    case 'page-opened':
      if (isFinal(ended)) return ended;
      return { ...ended, actionUrl: end.url, status: ended.status === 'unknown' ? 'init' : ended.status };
    case 'refused':
      // Something is there under our order id: perhaps our payment, perhaps a stranger's. A reason to ask.
      if (end.refusal.means === 'order-id-exists') return { ...ended, orderIdExists: true };
      return concluded(ended, 'refused', end.refusal.description, end.refusal.code);
    case 'not-sent':
      return concluded(ended, 'not-sent', 'The payment service cannot be reached.');
    case 'unknown':
      return ended;
  }
}

/** The payment after a report under its order id. */
export function paymentReported(
  before: Payment,
  report: Report,
  position: number,
  isAnswer = false,
): Payment {
  if (report.status === 'failure' && report.statusCode === '4119') {
    return isFinal(before) && before.endedBy === 'gateway' ? before : { ...before, orderIdExists: true };
  }
  if (isOtherCharge(before, report)) return before;
  const field = mismatch(before, report, isAnswer);
  if (field !== null) return mismatched(before, report, field);
  const freed = before.review?.reason === 'mismatch' ? { ...before, review: null } : before;
  const after = withReport(freed, report);
  if (after.review !== null) return after;
  return placed(
    {
      ...after,
      gatewayPaymentId: before.gatewayPaymentId ?? report.gatewayPaymentId,
      transactionId: report.transactionId ?? before.transactionId,
      reportedMinor: report.status === 'success' ? paidBy(report) : before.reportedMinor,
      shownMask: report.cardMask ?? before.shownMask,
      actionUrl: isFinal(after) ? null : actionAfter(before, report),
    },
    position,
  );
}

/** Only an explicit "no action required" ends a challenge: most reports do not mention it. */
function actionAfter({ mode, actionUrl }: Payment, report: Report): string | null {
  const isOver = mode === 'direct' && report.actionRequired === false;
  return report.actionUrl ?? (isOver ? null : actionUrl);
}

/** It moves nothing. What a report took that differs in its amount alone may be all that can be returned. */
function mismatched(before: Payment, report: Report, field: MismatchField): Payment {
  const isAmount = field === 'amount' || field === 'processedAmount';
  const paid = isAmount && report.status === 'success' ? paidBy(report) : null;
  return inReview({ ...before, reportedMinor: paid ?? before.reportedMinor }, 'mismatch', field);
}

/** What a success paid, at most (interface document, Payment response object, `processed_amount`). */
function paidBy({ amountMinor, currency, processed }: Report): number | null {
  if (amountMinor === null || processed === null || processed.amountMinor === null) return amountMinor;
  return apart(processed.currency, currency) ? amountMinor : Math.min(amountMinor, processed.amountMinor);
}

export function paymentResolved(before: Payment, status: FinalStatus, position: number): Payment {
  return placed({ ...resolvedAs(before, status), actionUrl: null }, position);
}

/** A success keeps the place at which it first was one. */
function placed(payment: Payment, position: number): Payment {
  return { ...payment, succeededAs: payment.status === 'success' ? (payment.succeededAs ?? position) : null };
}
