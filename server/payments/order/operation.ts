import { alike } from './alike.ts';
import type { Attempt } from './attempt.ts';
import type { Conclusion, OperationMethod, OperationRequest, Refusal } from './journal.ts';
import type { Report } from './report.ts';
import {
  completed,
  concluded,
  type Dispute,
  disputed,
  type Effect,
  isFinal,
  moved,
  NEW_TRANSACTION,
  resolved,
  type Transaction,
  transition,
} from './transaction.ts';
import { unreachable } from './unreachable.ts';

/**
 * Captures, voids and refunds. Our requests and the gateway's operations are two lists; a link says which request began
 * which operation, once that is known. An operation without a link was made elsewhere (in the gateway's portal), or is
 * not yet known to be ours. It counts in both cases.
 */

/** An operation of the gateway, by its own id. */
export interface Operation extends Transaction {
  /** our id: that of the first report */
  id: string;
  attemptId: string;
  /** the gateway's `operation_id` */
  operationId: string;
  method: OperationMethod;
  /** minor units; null until the gateway has reported it, and the operation then counts as the full payment */
  amountMinor: number | null;
  /** milliseconds since 1970, as reported; null if not reported */
  createdAt: number | null;
  /** milliseconds since 1970; ages count from it */
  reportedAt: number;
  /** the `at` of the entry that first reported it, which only gives the sequence */
  learnedAt: number;
  updatedAt: number;
}

/** An operation that we requested, and its state without its {@link Operation}. */
export interface Request extends OperationRequest, Transaction {
  /** milliseconds since 1970 */
  requestedAt: number;
  /** whether our call has not ended yet, as far as the journal knows */
  inFlight: boolean;
  /** the gateway's `operation_id`, once it is known */
  operationId: string | null;
  /** the gateway's answer named the id; otherwise the link is inferred */
  certain: boolean;
  /** the amount in an answer without an operation id; minor units */
  answeredMinor: number | null;
  /** the time in such an answer, by the gateway's clock; milliseconds since 1970 */
  answeredCreatedAt: number | null;
  /** it was refused for an unrelated reason: the same request may be accepted later */
  retryable: boolean;
  updatedAt: number;
}

/** The name of an operation at the gateway: its id counts within one payment. */
interface OperationName {
  attemptId: string;
  operationId: string | null;
}

/** Whether both name the same operation of the gateway; without an id neither names any. */
export const isSameOperation = (one: OperationName, other: OperationName): boolean =>
  one.operationId !== null && one.operationId === other.operationId && one.attemptId === other.attemptId;

/**
 * Whether its amount is unknown: it counts as the full payment, which a manual resolution may confirm. A void is always
 * over the full amount.
 */
export const isAmountUnknown = ({ method, amountMinor, endedBy }: Operation): boolean =>
  amountMinor === null && method !== 'void' && endedBy !== 'person';

/** Only the gateway's refusal, or the fact that it never left, rules out that a request arrived after all. */
export const mayHaveArrived = ({ status, endedBy }: Request): boolean =>
  status !== 'failure' || endedBy === 'not-found' || endedBy === 'person';

/** The effect of each method on the money of a payment. A new method must be added here to be counted. */
export const MONEY_EFFECTS: Record<OperationMethod, MoneyEffect> = {
  capture: 'takes',
  void: 'releases',
  refund: 'returns',
};
export type MoneyEffect = 'takes' | 'releases' | 'returns';

/** Whether a report is about a capture, void or refund, which never changes the payment itself. */
export const isOperationMethod = (method: string): method is OperationMethod =>
  Object.hasOwn(MONEY_EFFECTS, method);

export function newRequest(request: OperationRequest, at: number): Request {
  return {
    requestedAt: at,
    inFlight: true,
    operationId: null,
    certain: false,
    answeredMinor: null,
    answeredCreatedAt: null,
    retryable: false,
    updatedAt: at,
    ...NEW_TRANSACTION,
    ...request,
  };
}

/** A request after its call ended without an operation, or after a manual resolution. */
export function stepRequest(before: Request, entry: Conclusion): Request {
  const after = { ...before, inFlight: false };
  switch (entry.kind) {
    case 'refused':
      return refused(after, entry.refusal);
    case 'not-sent':
      return concluded(after, 'not-sent', null, 'The payment service cannot be reached. Nothing was done.');
    case 'unanswered':
      return after;
    case 'not-found':
      return concluded(after, 'not-found', null, 'The operation did not reach the payment service.');
    case 'linked':
      return { ...after, operationId: entry.operationId };
    case 'resolved':
      return resolved(after, entry.status);
    case 'page-opened':
    case 'operations-read':
      return before;
    default:
      return unreachable(entry);
  }
}

/** "Order id exists" may refer to the very operation that was requested. */
function refused(before: Request, { means, code, description }: Refusal): Request {
  if (means === 'order-id-exists') return before;
  const retryable = means === 'busy' || means === 'credentials' || means === 'not-found';
  return { ...concluded(before, 'refused', code, description), retryable };
}

/** A request after the gateway's answer; the operation that it names is recorded separately. */
export function answerRequest(before: Request, report: Report): Request {
  const after = { ...before, inFlight: false };
  const { operationId } = report;
  if (operationId !== null) return { ...after, operationId, certain: true };
  const answeredCreatedAt = msOf(report);
  return { ...stepTransaction(after, report).after, answeredMinor: report.amountMinor, answeredCreatedAt };
}

/** An operation after a report of it, or a new one. */
export function reportOperation(
  before: Operation | undefined,
  report: Report,
  { id, attemptId, at }: { id: string; attemptId: string; at: number },
): { after: Operation; effect: Effect } {
  if (before && contradictsAmount(before, report)) {
    // The gateway reported both: the larger one counts until it is resolved manually.
    const amountMinor = Math.max(before.amountMinor ?? 0, report.amountMinor ?? 0);
    return { after: { ...disputed(before, 'amount-mismatch'), amountMinor }, effect: 'disputed' };
  }
  const { after, effect } = stepTransaction(before ?? newOperation(report, { id, attemptId, at }), report);
  // The actual amount counts once it has succeeded (interface document, Secondary operation response object).
  const learns = report.amountMinor !== null && (after.amountMinor === null || report.status === 'success');
  const amountMinor = learns ? report.amountMinor : after.amountMinor;
  const changed = effect === 'unchanged' && amountMinor !== after.amountMinor ? 'applied' : effect;
  return { after: { ...after, amountMinor }, effect: before ? changed : 'applied' };
}

/** Whether a reported success has another amount than the gateway reported before. */
function contradictsAmount({ status, endedBy, amountMinor }: Operation, report: Report): boolean {
  const isKnown = status === 'success' && endedBy === 'gateway' && amountMinor !== null;
  return (
    isKnown &&
    report.status === 'success' &&
    report.amountMinor !== null &&
    report.amountMinor !== amountMinor
  );
}

function newOperation(
  report: Report,
  { id, attemptId, at }: { id: string; attemptId: string; at: number },
): Operation {
  return {
    id,
    attemptId,
    operationId: report.operationId ?? id,
    method: report.method as OperationMethod,
    amountMinor: report.amountMinor,
    createdAt: msOf(report),
    reportedAt: at,
    learnedAt: at,
    updatedAt: at,
    ...NEW_TRANSACTION,
  };
}

/** When the gateway created what it reports, milliseconds since 1970, or null. */
const msOf = ({ createdAt }: Report): number | null => (createdAt === null ? null : Date.parse(createdAt));

function stepTransaction<T extends Transaction>(before: T, report: Report): { after: T; effect: Effect } {
  const step = transition(before, report.status);
  if (step === 'dispute') return { after: disputed(before, 'contradicting-ends'), effect: 'disputed' };
  const after = step === 'stay' ? completed(before, report) : moved(before, report);
  return { after, effect: alike(after, before) ? 'unchanged' : 'applied' };
}

/**
 * A request's state together with the operation that it began. Two different ends are disputed, but a failure that we
 * concluded ourselves gives way to the operation.
 */
export function withOperation(request: Request, operation: Operation | undefined): Transaction {
  if (!operation) return request;
  const { status, dispute } = operation;
  const isStated = request.endedBy === 'gateway' || request.endedBy === 'person';
  const ends = isFinal(status) && isFinal(request.status) && status !== request.status;
  if (ends && isStated) return { ...operation, dispute: dispute ?? 'contradicting-ends' };
  const further = isStated && isFinal(request.status) && !isFinal(status) ? request : operation;
  return { ...further, dispute, comment: request.comment ?? operation.comment };
}

interface Transactions {
  attempts: readonly Attempt[];
  operations: readonly Operation[];
}

/**
 * Only a successful payment can be captured, voided or refunded (interface document, States, rules 2 and 3). A failed
 * payment on which the gateway has performed an operation is therefore disputed, whichever of the two was reported
 * first. A manual resolution stands until the gateway reports a further operation.
 * @returns the attempts of `after`, in the same array if the last entry refutes no failure
 */
export function withRefutedFailures(
  before: Transactions,
  { attempts, operations }: Transactions,
): readonly Attempt[] {
  const done = operations.filter(isDone);
  if (done.length === 0) return attempts;
  const isRefuted = (attempt: Attempt) => {
    const was = before.attempts.find((one) => one.id === attempt.id);
    const isNewFailure = was?.status !== 'failure' && attempt.endedBy !== 'person';
    const isNew = ({ id }: Operation) => !before.operations.some((one) => one.id === id && isDone(one));
    return done.some((one) => refutes(one, attempt) && (isNewFailure || isNew(one)));
  };
  if (!attempts.some(isRefuted)) return attempts;
  return attempts.map((one) => (isRefuted(one) ? disputed(one, reasonFor(one)) : one));
}

/** Only a further manual resolution may overturn a manual one; any report may overturn our own conclusion. */
const reasonFor = ({ endedBy }: Attempt): Dispute =>
  endedBy === 'person' ? 'contradicting-ends' : 'operation-on-failure';

const isDone = ({ status, endedBy }: Operation): boolean => status === 'success' && endedBy === 'gateway';

/** A gateway may void what has failed, and verify a card by a charge that it returns: neither leaves money taken. */
function refutes({ attemptId, method }: Operation, { id, ...attempt }: Attempt): boolean {
  if (attemptId !== id || attempt.method === 'lookup') return false;
  if (attempt.status !== 'failure' || attempt.dispute !== null) return false;
  const isReported = attempt.endedBy === 'gateway' || attempt.endedBy === 'person';
  return !isReported || MONEY_EFFECTS[method] !== 'releases';
}
