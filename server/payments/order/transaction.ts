import type { PaymentStatus } from '../../contract/checkout-api.ts';
import type { GatewayStatus, Report } from './report.ts';

/**
 * One transaction at the gateway, a payment or an operation, and the one table of its transitions:
 *
 *     unknown < init < pending < success | failure
 *
 * States never move backwards. A failure that we concluded ourselves gives way to the gateway's report. Two different
 * final states are disputed and resolved manually.
 */
export interface Transaction {
  status: PaymentStatus;
  /** who or what ended it; null while it is open */
  endedBy: EndedBy | null;
  /** why it must be resolved manually, or null */
  dispute: Dispute | null;
  statusCode: string | null;
  statusDescription: string | null;
  receiptUrl: string | null;
  comment: string | null;
}

/** The gateway itself, our own conclusion from how the call ended, or a manual resolution. */
export type EndedBy = 'gateway' | 'refused' | 'not-sent' | 'not-found' | 'person';

/** Why a transaction is disputed. */
export type Dispute =
  | 'contradicting-ends'
  | 'operation-on-failure'
  | 'order-id-exists'
  | 'pos-id-mismatch'
  | 'order-id-mismatch'
  | 'payment-id-mismatch'
  | 'method-mismatch'
  | 'mode-mismatch'
  | 'currency-mismatch'
  | 'amount-mismatch'
  | 'card-mismatch'
  | 'begun-before';

/** What an entry did to the state. */
export type Effect = 'applied' | 'unchanged' | 'disputed' | 'ignored';

const RANK: Record<PaymentStatus, number> = { unknown: 0, init: 1, pending: 2, success: 3, failure: 3 };

export const NEW_TRANSACTION: Transaction = {
  status: 'unknown',
  endedBy: null,
  dispute: null,
  statusCode: null,
  statusDescription: null,
  receiptUrl: null,
  comment: null,
};

export const isFinal = (status: PaymentStatus): boolean => RANK[status] === 3;

/** Without a final state, or disputed: it may still move money, or may have done so. */
export const isOpen = ({ status, dispute }: Pick<Transaction, 'status' | 'dispute'>): boolean =>
  !isFinal(status) || dispute !== null;

/** Certain to have failed. */
export const hasFailed = ({ status, dispute }: Pick<Transaction, 'status' | 'dispute'>): boolean =>
  status === 'failure' && dispute === null;

/** Certain to have succeeded. */
export const hasSucceeded = ({ status, dispute }: Pick<Transaction, 'status' | 'dispute'>): boolean =>
  status === 'success' && dispute === null;

/** Whether one has come less far than the other, or is disputed where the other is not. */
export function isBehind(
  one: Pick<Transaction, 'status' | 'dispute'>,
  other: Pick<Transaction, 'status' | 'dispute'>,
): boolean {
  return RANK[one.status] < RANK[other.status] || (one.dispute !== null && other.dispute === null);
}

/** The table's entry for a reported status. */
export function transition(
  { status, endedBy }: Pick<Transaction, 'status' | 'endedBy'>,
  to: GatewayStatus,
): 'move' | 'stay' | 'dispute' {
  if (!isFinal(status)) return RANK[to] >= RANK[status] ? 'move' : 'stay';
  if (endedBy !== 'gateway' && endedBy !== 'person') return 'move';
  // The gateway may confirm a manual resolution.
  if (to === status) return endedBy === 'person' ? 'move' : 'stay';
  return isFinal(to) ? 'dispute' : 'stay';
}

/** The transaction after a report to which {@link transition} says `move`. */
export function moved<T extends Transaction>(before: T, report: Report): T {
  const same = report.status === before.status;
  return {
    ...before,
    status: report.status,
    endedBy: isFinal(report.status) ? 'gateway' : null,
    statusCode: report.statusCode ?? (same ? before.statusCode : null),
    statusDescription: report.statusDescription ?? (same ? before.statusDescription : null),
    receiptUrl: report.receiptUrl ?? before.receiptUrl,
    comment: before.comment ?? report.comment,
  };
}

/** The transaction with details that only a further report of the same status has brought. */
export function completed<T extends Transaction>(before: T, report: Report): T {
  if (report.status !== before.status) return before;
  return {
    ...before,
    statusCode: before.statusCode ?? report.statusCode,
    statusDescription: before.statusDescription ?? report.statusDescription,
    receiptUrl: before.receiptUrl ?? report.receiptUrl,
    comment: before.comment ?? report.comment,
  };
}

/** The transaction with a reason for review, which reopens a manual resolution or a conclusion of our own. */
export function disputed<T extends Transaction>(before: T, dispute: Dispute): T {
  if (before.endedBy === null || before.endedBy === 'gateway') return { ...before, dispute };
  return { ...before, dispute, status: 'unknown', endedBy: null, statusCode: null, statusDescription: null };
}

/** The transaction after our own conclusion that nothing was done; better reports that came first remain. */
export function concluded<T extends Transaction>(
  before: T,
  endedBy: 'refused' | 'not-sent' | 'not-found',
  statusCode: string | null,
  statusDescription: string,
): T {
  if (before.status !== 'unknown' || before.dispute !== null) return before;
  return { ...before, status: 'failure', endedBy, statusCode, statusDescription };
}

/** The transaction after a manual resolution. */
export function resolved<T extends Transaction>(before: T, status: 'success' | 'failure'): T {
  return { ...before, status, endedBy: 'person', dispute: null, statusCode: null, statusDescription: null };
}
