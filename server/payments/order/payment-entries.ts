import type { CallEnd, Fact, PaymentRequest, Report } from './journal.ts';
import type { FinalStatus } from '../../contract/words.ts';
import { apart, whose } from './ownership.ts';
import {
  concluded,
  inReview,
  isFinal,
  type MismatchField,
  newTransactionState,
  type Payment,
  resolvedAs,
  standing,
  withReport,
} from './payment.ts';

/** A payment after the entries of its order's journal. */

/**
 * Whether a report is about another charge under the same order id: a further one of a subscription, or a card that
 * was tried on the hosted page before. The first webhook of a further charge names no subscription (interface 16.9).
 */
export function isOtherCharge({ status, endedBy, transactionId }: Payment, report: Report): boolean {
  if (status !== 'success' || endedBy !== 'gateway') return false;
  const isSame = transactionId !== null && transactionId === report.transactionId;
  return apart(transactionId, report.transactionId) || (report.recurring !== null && !isSame);
}

/** A card of the same page that was declined before the one that is tried now: the gateway tells which one counts. */
const isOtherCard = ({ mode, status, transactionId }: Payment, report: Report): boolean =>
  mode === 'hosted' &&
  status === 'pending' &&
  report.status === 'failure' &&
  apart(transactionId, report.transactionId);

export function newPayment(request: PaymentRequest, at: number): Payment {
  return {
    ...newTransactionState(at),
    ...request,
    gatewayPaymentId: null,
    transactionId: null,
    ownership: 'unclear',
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
      if (isIdTaken(end.report)) return withIdTaken(ended, end.report.statusCode);
      return paymentReported(
        { ...ended, ownership: 'ours' },
        { report: end.report, source: 'query' },
        position,
      );
    case 'page-opened':
      return pageOpened(ended, end.url);
    case 'refused':
      if (end.refusal.means === 'order-id-exists') return withIdTaken(ended, end.refusal.code);
      return concluded(ended, 'refused', end.refusal.description, end.refusal.code);
    case 'not-sent':
      return concluded(ended, 'not-sent', 'The payment service cannot be reached.');
    case 'unknown':
      return ended;
  }
}

/** A report that was rejected before the page was opened was about this payment after all. */
function pageOpened(before: Payment, url: string): Payment {
  const ours = { ...withoutMismatch(before), ownership: 'ours' as const };
  if (isFinal(ours)) return ours;
  return { ...ours, actionUrl: url, status: ours.status === 'unknown' ? 'init' : ours.status };
}

const withoutMismatch = (before: Payment): Payment =>
  before.review?.reason === 'mismatch' ? { ...before, review: null } : before;

/** "Order id exists" as the status of a payment, which was never made. */
export const isIdTaken = ({ status, statusCode }: Report): boolean =>
  status === 'failure' && statusCode === '4119';

export const ID_TAKEN = 'The payment service already knows this order id.';

/**
 * The gateway answered that it knows the order id already, though we sent it once: a stranger's payment has it. Only a
 * direct payment may still be ours, if something on the way has repeated our request: the gateway is asked.
 */
function withIdTaken(before: Payment, code: string | null): Payment {
  if (before.ownership === 'ours' || before.inFlight) return before;
  const taken = { ...before, ownership: 'id-taken' as const, statusCode: before.statusCode ?? code };
  return before.mode === 'hosted' ? concluded(taken, 'refused', ID_TAKEN, code) : taken;
}

type Reported = Pick<Extract<Fact, { kind: 'reported' }>, 'report' | 'source' | 'gatewayClock'>;

/** The payment after a report under its order id. @param position the number of the entry */
export function paymentReported(
  before: Payment,
  { report, source, gatewayClock }: Reported,
  position: number,
): Payment {
  if (isIdTaken(report)) return withIdTaken(before, report.statusCode);
  if (isOtherCharge(before, report) || (source === 'webhook' && isOtherCard(before, report))) return before;
  const whoseIsIt = whose(before, report, gatewayClock ?? null);
  if (whoseIsIt === 'ours') return ownReported(before, report, position);
  // Nothing ends by a webhook that may be wrong: the gateway is asked.
  if (whoseIsIt === 'another') return source === 'query' ? takenByAnother(before) : before;
  if (whoseIsIt !== 'unproven') return mismatched(before, report, whoseIsIt);
  return inQuestion(before);
}

/** Something is there, so "not found" concludes nothing; where we concluded that nothing is, the gateway is asked again. */
function inQuestion(before: Payment): Payment {
  if (standing(before) === 'failure by conclusion') return asked(before);
  return before.ownership === 'unclear' ? { ...before, ownership: 'in-question' } : before;
}

/** The gateway is asked for its state again. */
export const asked = (before: Payment): Payment => ({ ...before, status: 'unknown', endedBy: null });

/** An order id is accepted once, so ours was refused. While our call is in flight, its answer says so. */
function takenByAnother(before: Payment): Payment {
  const refused = concluded(before, 'refused', ID_TAKEN, before.statusCode);
  return before.inFlight || refused === before ? before : { ...refused, ownership: 'id-taken' };
}

function ownReported(before: Payment, report: Report, position: number): Payment {
  const after = withReport({ ...withoutMismatch(before), ownership: 'ours' as const }, report);
  if (after.review !== null) return after;
  // On a page, the card that succeeds may be another payment than the one that was declined.
  const isKept = before.mode === 'direct' || before.status === 'success';
  const knownId = isKept ? before.gatewayPaymentId : null;
  return placed(
    {
      ...after,
      gatewayPaymentId: knownId ?? report.gatewayPaymentId ?? before.gatewayPaymentId,
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
  const isNew = paid !== null && paid !== before.reportedMinor;
  return inReview(isNew ? { ...before, reportedMinor: paid } : before, 'mismatch', field);
}

/** What a success paid, at most (interface 16.7). */
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
