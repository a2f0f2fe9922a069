import type { PaymentRequest, Report } from './journal.ts';
import type { FinalStatus, GatewayStatus, PaymentMode, PaymentStatus } from '../../contract/words.ts';

/** The state of one transaction at the gateway, a payment or an operation. */
export interface TransactionState {
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

/** What a report cannot have in common with our payment. */
export type MismatchField =
  | 'posId'
  | 'gatewayOrderId'
  | 'gatewayPaymentId'
  | 'method'
  | 'mode'
  | 'currency'
  | 'amount'
  | 'processedAmount';

export interface Review {
  reason: 'mismatch' | 'contradicted' | 'overdue' | 'other-terms' | 'duplicate' | 'operation-unclear';
  /** of a mismatch */
  field: MismatchField | null;
}

/** A payment: what we sent, and what became of it. */
export interface Payment extends PaymentRequest, TransactionState {
  gatewayPaymentId: string | null;
  transactionId: string | null;
  /**
   * Whose is what stands under its order id at the gateway: `ours` once the gateway has accepted our call, or a report
   * has proved to be about it; `in-question` once one has come that may be about it; `id-taken` if the gateway answered that
   * it knows the id already (ownership.ts).
   */
  ownership: 'unclear' | 'in-question' | 'id-taken' | 'ours';
  /** what the gateway says it took */
  reportedMinor: number | null;
  /** the mask to show */
  shownMask: string | null;
  actionUrl: string | null;
  /** its place among the successes of the order: the number of the entry that made it one */
  succeededAs: number | null;
}

export const isFinal = ({ status }: Pick<TransactionState, 'status'>): boolean =>
  status === 'success' || status === 'failure';

/** Ended so, and nobody doubts it. */
export const isCertain = (one: TransactionState, status: FinalStatus): boolean =>
  one.status === status && one.review === null;

export function newTransactionState(at: number): TransactionState {
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

type Step = 'moves' | 'same' | 'ignored' | 'contradicts';

/**
 * What a reported status does to a payment or operation, by what it is and who ended it. A page is open for another
 * card after a decline. A failure that we concluded gives way to any report. What contradicts is in review.
 */
export const TRANSITIONS = {
  unknown: { init: 'moves', pending: 'moves', success: 'moves', failure: 'moves' },
  init: { init: 'same', pending: 'moves', success: 'moves', failure: 'moves' },
  pending: { init: 'ignored', pending: 'same', success: 'moves', failure: 'moves' },
  success: { init: 'ignored', pending: 'ignored', success: 'same', failure: 'contradicts' },
  failure: { init: 'ignored', pending: 'ignored', success: 'contradicts', failure: 'same' },
  'failure on a page': { init: 'ignored', pending: 'ignored', success: 'moves', failure: 'same' },
  'failure by conclusion': { init: 'moves', pending: 'moves', success: 'moves', failure: 'moves' },
} as const satisfies Record<string, Record<GatewayStatus, Step>>;

/** The row of the table. */
export function standing(one: TransactionState & { mode?: PaymentMode }): keyof typeof TRANSITIONS {
  const { status, endedBy, mode } = one;
  if (status !== 'failure' || endedBy === 'person') return status;
  if (endedBy === 'gateway') return mode === 'hosted' ? 'failure on a page' : 'failure';
  return 'failure by conclusion';
}

/** The outcome after a report that is about it. A person's word that the gateway confirms stays the person's. */
export function withReport<T extends TransactionState>(before: T, report: Report): T {
  const step: Step = TRANSITIONS[standing(before)][report.status];
  if (step === 'contradicts') return inReview(before, 'contradicted');
  if (step === 'ignored') return before;
  const known = report.status === before.status ? before : { statusCode: null, statusDescription: null };
  return {
    ...before,
    status: report.status,
    endedBy: step === 'same' ? before.endedBy : isFinal(report) ? 'gateway' : null,
    statusCode: report.statusCode ?? known.statusCode,
    statusDescription: report.statusDescription ?? known.statusDescription,
    receiptUrl: report.receiptUrl ?? before.receiptUrl,
  };
}

/** Our own conclusion that nothing was done. It stands neither against a report nor against a review. */
export function concluded<T extends TransactionState>(
  before: T,
  endedBy: 'refused' | 'not-sent' | 'not-found',
  why: string,
  statusCode: string | null = null,
): T {
  if (before.status !== 'unknown' || before.review !== null) return before;
  return { ...before, status: 'failure', endedBy, statusCode, statusDescription: why };
}

/** The outcome after a manual resolution. */
export function resolvedAs<T extends TransactionState>(before: T, status: FinalStatus): T {
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
export function inReview<T extends TransactionState>(
  before: T,
  reason: Review['reason'],
  field: MismatchField | null = null,
): T {
  if (before.review !== null && reason !== 'contradicted') return before;
  return { ...before, review: { reason, field } };
}
