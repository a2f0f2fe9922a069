import {
  contradiction,
  notOurs,
  isAcceptedAmount,
  isForgiven,
  isOfAnother,
  paidBy,
  paidLess,
} from './agreement.ts';
import { alike } from './alike.ts';
import type { AttemptRequest, Conclusion, Refusal } from './journal.ts';
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

/** An attempt to pay an order: what we sent, and its outcome. */
export interface Attempt extends AttemptRequest, Transaction {
  /** milliseconds since 1970 */
  beganAt: number;
  /** whether our call has not ended yet, as far as the journal knows */
  inFlight: boolean;
  /** false if it certainly never reached the gateway, or was refused for a reason that no payer can influence */
  counts: boolean;
  /** the gateway refused its order id as taken */
  orderIdExists: boolean;
  /** the gateway refused the card token, and did nothing */
  tokenRefused: boolean;
  actionUrl: string | null;
  /** as reported; for a saved card known from the start */
  shownMask: string | null;
  gatewayPaymentId: string | null;
  /** the gateway's `transaction_id` as reported last, and for good once it has succeeded */
  transactionId: string | null;
  /** the paid amount as reported, if it is below the amount; no more is refundable */
  paidMinor: number | null;
  paidIn: Pick<Report, 'gatewayPaymentId' | 'transactionId'> | null;
  /** `processed_amount` was too low; only another `processed_amount` clears it */
  underpaid: boolean;
  /** the gateway has reported a success that agrees with the request, regardless of its other reports */
  confirmed: boolean;
  /**
   * the largest amount that the gateway has reported for a success, or for a payment that may be resolved as one; minor
   * units. A commission makes it larger than ours; null if none was reported
   */
  chargedMinor: number | null;
  /** since when one of its operations may be unknown here, milliseconds since 1970; or null (hint.ts) */
  hintedAt: number | null;
  /** the reports of its operations that came without an operation id, each once */
  unnamed: readonly Report[];
  /** its place among the successes of its order: the position of the entry that made it one */
  succeededAt: number | null;
  /** milliseconds since 1970 of the last entry that changed what is shown of it */
  updatedAt: number;
}

export function newAttempt(request: AttemptRequest, at: number): Attempt {
  // The spread comes last: V8 takes thirty times as long to add properties to a copied object.
  return {
    beganAt: at,
    inFlight: true,
    counts: true,
    orderIdExists: false,
    tokenRefused: false,
    actionUrl: null,
    shownMask: request.savedCard === undefined ? null : request.cardMask,
    gatewayPaymentId: null,
    transactionId: null,
    paidMinor: null,
    paidIn: null,
    underpaid: false,
    confirmed: false,
    chargedMinor: null,
    hintedAt: null,
    unnamed: [],
    succeededAt: null,
    updatedAt: at,
    ...NEW_TRANSACTION,
    ...request,
  };
}

/** An attempt after an entry about it, and the entry's effect. */
export interface Step<T> {
  after: T;
  effect: Effect;
}

/** The attempt after its call ended without an answer from the gateway, or after a manual resolution. */
export function stepAttempt(before: Attempt, entry: Conclusion, position: number): Attempt {
  switch (entry.kind) {
    case 'page-opened':
      return pageOpened(before, entry.url);
    case 'refused':
      return refused(before, entry.refusal);
    case 'not-sent':
      return end({
        ...concluded(before, 'not-sent', null, 'The payment service cannot be reached.'),
        counts: before.status !== 'unknown',
      });
    case 'unanswered':
      return end(before);
    case 'not-found':
      return end(concluded(before, 'not-found', null, 'The payment did not reach the payment service.'));
    case 'resolved':
      return resolvedAttempt(before, entry.status, position);
    case 'operations-read':
      return { ...before, hintedAt: null };
    case 'linked':
      return before;
    default:
      return unreachable(entry);
  }
}

/**
 * A success that the gateway has also confirmed counts as ended by the gateway; its place among several successes is
 * the present one.
 */
function resolvedAttempt(before: Attempt, status: 'success' | 'failure', position: number): Attempt {
  const after = { ...end(resolved(before, status)), actionUrl: null };
  if (status === 'failure') return after;
  return { ...after, endedBy: before.confirmed ? 'gateway' : 'person', succeededAt: position };
}

const end = (attempt: Attempt): Attempt => (attempt.inFlight ? { ...attempt, inFlight: false } : attempt);

/** The webhook of a new payment may arrive before the answer with its page's address. */
function pageOpened(before: Attempt, url: string): Attempt {
  const after = end(before);
  if (isFinal(before.status)) return after;
  return { ...after, status: before.status === 'unknown' ? 'init' : before.status, actionUrl: url };
}

function refused(before: Attempt, { means, description }: Refusal): Attempt {
  if (means === 'order-id-exists') return orderIdTaken(end(before));
  const reached = means !== 'busy' && means !== 'unsendable' && means !== 'credentials';
  const after = concluded(before, 'refused', null, description);
  const tokenRefused = means === 'card-token' && after.endedBy === 'refused';
  return end({ ...after, counts: reached || after.endedBy !== 'refused', tokenRefused });
}

/**
 * "Order id exists" (P-409, 4119) may be about a payment that we no longer know, perhaps a paid one: a reason to poll,
 * not a failure.
 */
function orderIdTaken(before: Attempt): Attempt {
  if (before.status !== 'unknown' || before.orderIdExists) return before;
  return { ...disputed(before, before.dispute ?? 'order-id-exists'), orderIdExists: true };
}

const isOrderIdExists = ({ status, statusCode }: Report): boolean =>
  status === 'failure' && statusCode === '4119';

/** The attempt after the gateway's answer to its own call. */
export function answerAttempt(before: Attempt, report: Report, position: number): Step<Attempt> {
  return applyReport(end(before), report, position, contradiction(before, report));
}

/** The attempt after a webhook or a status read under its order id. */
export function reportAttempt(before: Attempt, report: Report, position: number): Step<Attempt> {
  if (isOfAnother(before, report)) return { after: before, effect: 'ignored' };
  const other = notOurs(before, report);
  // It was already resolved manually, perhaps because of this very payment.
  if (other !== null && before.endedBy === 'person') return { after: before, effect: 'ignored' };
  const step = applyReport(before, report, position, contradiction(before, report) ?? other, other === null);
  const forgiven = step.effect === 'disputed' && isForgiven(before, report);
  return forgiven ? { after: before, effect: 'ignored' } : step;
}

/** @param isOurs whether only its amount can contradict a report */
function applyReport(
  known: Attempt,
  report: Report,
  position: number,
  reason: Dispute | null,
  isOurs = true,
): Step<Attempt> {
  const before = withCharged(known, report, reason);
  if (isOrderIdExists(report)) {
    const after = orderIdTaken(before);
    return { after, effect: after === before ? 'unchanged' : 'disputed' };
  }
  if (isOurs && reason === 'amount-mismatch' && isAcceptedAmount(before, report))
    return { after: before, effect: before === known ? 'unchanged' : 'applied' };
  if (reason) return { after: contradicted(before, reason, report), effect: 'disputed' };
  const step = transition(before, report.status);
  if (step === 'dispute') {
    const confirmed = before.confirmed || report.status === 'success';
    return { after: { ...disputed(before, 'contradicting-ends'), confirmed }, effect: 'disputed' };
  }
  const after = step === 'stay' ? learnDetails(before, report) : learn(before, report, position);
  return { after, effect: alike(after, known) ? 'unchanged' : 'applied' };
}

/** A report that contradicts the request counts too, unless it is a failure: it may be resolved as a success. */
function withCharged(before: Attempt, { status, amountMinor }: Report, reason: Dispute | null): Attempt {
  const mayBeCharged = status === 'success' || (reason !== null && status !== 'failure');
  const isMore = amountMinor !== null && amountMinor > (before.chargedMinor ?? 0);
  return mayBeCharged && isMore ? { ...before, chargedMinor: amountMinor } : before;
}

function contradicted(before: Attempt, reason: Dispute, report: Report): Attempt {
  const paid = reason === 'amount-mismatch' ? paidBy(before, report) : null;
  const isLess = reason === 'amount-mismatch' && report.status === 'success' && paidLess(before, report);
  const underpaid = before.underpaid || isLess;
  const { gatewayPaymentId, transactionId } = report;
  const named = { gatewayPaymentId, transactionId };
  const less =
    paid === null ? isLess && { paidIn: before.paidIn ?? named } : { paidMinor: paid, paidIn: named };
  return { ...disputed(before, reason), ...less, underpaid };
}

/** Disputes that any report replaces: they mostly contradict our own conclusion. */
const OVER_A_CONCLUSION: readonly (Dispute | null)[] = ['order-id-exists', 'operation-on-failure'];

/** Takes over the details. Any other dispute is ended only by a success that agrees with the request. */
function learn(before: Attempt, report: Report, position: number): Attempt {
  const success = report.status === 'success';
  const settled = success || OVER_A_CONCLUSION.includes(before.dispute);
  const contradicting = before.dispute === 'contradicting-ends';
  const underpaid = before.underpaid && report.processed === null;
  // A success that was only resolved manually counts from the gateway's confirmation.
  const succeededAt = before.endedBy === 'person' ? position : (before.succeededAt ?? position);
  return {
    ...moved(before, report),
    dispute: settled && !contradicting ? null : before.dispute,
    actionUrl: isFinal(report.status) ? null : actionAfter(before, report),
    shownMask: report.cardMask ?? before.shownMask,
    gatewayPaymentId: report.gatewayPaymentId ?? before.gatewayPaymentId,
    // A hosted page may try a second card as another transaction: the last one counts.
    transactionId: report.transactionId ?? before.transactionId,
    paidMinor: success && !underpaid ? null : before.paidMinor,
    underpaid,
    confirmed: before.confirmed || success,
    succeededAt: success ? succeededAt : before.succeededAt,
  };
}

/**
 * Only an explicit "no action required" ends a challenge; most reports do not mention it, and those of hosted payments
 * never do.
 */
function actionAfter(before: Attempt, report: Report): string | null {
  const over = before.mode === 'direct' && report.actionRequired === false;
  return report.actionUrl ?? (over ? null : before.actionUrl);
}

/**
 * A report that agrees with everything known may be the first with some details, unless it may be about a further
 * charge.
 */
function learnDetails(before: Attempt, report: Report): Attempt {
  if (report.recurring !== null) return before;
  const after = completed(before, report);
  // Several cards may have been tried on a page: it is unknown which of them failed.
  if (before.status !== 'success' || report.status !== 'success') return after;
  // Not the payment's id: with another payment's id, our own refunds would look like another payment's.
  return {
    ...after,
    shownMask: before.shownMask ?? report.cardMask,
    transactionId: before.transactionId ?? report.transactionId,
  };
}

/** Secondary operations accept no longer order ids (interface document, Limits). */
const MAX_GATEWAY_ORDER_ID = 32;
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * The order id of an attempt at the gateway: the merchant's own for the first, then with a short suffix, since a used
 * id is never accepted again. The suffix is random, so that it does not collide with an order id of the merchant.
 * @param attempt 1 for the first attempt
 */
export function gatewayOrderIdFor(
  orderId: string,
  attempt: number,
  random: () => number = Math.random,
): string {
  if (attempt === 1) return orderId;
  let suffix = `.${attempt}`;
  for (let index = 0; index < 5; index += 1) suffix += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return orderId.slice(0, MAX_GATEWAY_ORDER_ID - suffix.length) + suffix;
}
