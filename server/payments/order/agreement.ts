import type { AttemptRequest } from './journal.ts';
import type { Report } from './report.ts';
import type { Dispute } from './transaction.ts';

/** Whether a report can be about the attempt that we sent (architecture rule 3; contract, "What pays an order"). */

/** The known facts of an attempt when a report arrives. */
export interface KnownAttempt extends AttemptRequest {
  status: string;
  dispute: Dispute | null;
  endedBy: string | null;
  gatewayPaymentId: string | null;
  transactionId: string | null;
  /** the gateway refused the id as taken: reports under it may be about another payment */
  orderIdExists: boolean;
  /** `processed_amount` was below the amount, or could not be read */
  underpaid: boolean;
  /** the paid amount as reported, if it is below the amount; minor units, null if unknown */
  paidMinor: number | null;
  /** the ids in the report of the lower amount */
  paidIn: Pick<Report, 'gatewayPaymentId' | 'transactionId'> | null;
}

/** How far the gateway's clock may be behind ours, milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Stricter, for an order id that was already taken. */
const STRICT_TOLERANCE_MS = 5_000;

/** Kinds with which an attempt can begin (interface document, Event kinds; not `credit` and `p2p`). */
const PRIMARY: ReadonlySet<string> = new Set(['purchase', 'auth', 'lookup']);

/**
 * The first contradiction between a report and the request, or null. An amount above the ordered one is the payer's
 * commission; one below is a contradiction. Fields may be missing, but a success must state its amount.
 */
export function contradiction(known: KnownAttempt, report: Report): Dispute | null {
  const { posId, gatewayOrderId, method, mode, currency, amountMinor } = report;
  const vague = report.status !== 'success';
  if (differ(known.posId, posId)) return 'pos-id-mismatch';
  if (gatewayOrderId !== known.gatewayOrderId) return 'order-id-mismatch';
  if (method !== known.method) return 'method-mismatch';
  if (mode !== null && mode !== known.mode) return 'mode-mismatch';
  if (currency === null ? !vague : currency !== known.currency) return 'currency-mismatch';
  if (amountMinor === null ? !vague : amountMinor < known.amountMinor) return 'amount-mismatch';
  if (!vague && (paidLess(known, report) || staysUnderpaid(known, report))) return 'amount-mismatch';
  return differ(known.gatewayPaymentId, report.gatewayPaymentId) ? 'payment-id-mismatch' : null;
}

/**
 * Why a reported payment under our order id cannot be the one that we sent, or null: it began before our request, or
 * with another card. A payment id from the gateway's own answer is stronger evidence than any clock. Once the gateway
 * has refused the order id as taken, a payment that may take money must prove that it is ours: by its time, by the card
 * that we sent, and by exactly our amount.
 */
export function notOurs(
  known: KnownAttempt,
  { status, createdAt, cardMask, amountMinor }: Report,
): Dispute | null {
  const doubted = known.dispute === 'card-mismatch' || known.dispute === 'begun-before';
  const strict = (known.orderIdExists || doubted) && status !== 'failure';
  if (!strict && (known.orderIdExists || known.gatewayPaymentId !== null)) return null;
  if (strict && amountMinor !== known.amountMinor) return 'amount-mismatch';
  // Without a card of ours there is no proof: a refused hosted payment has no page that could be paid.
  if (strict && known.cardMask === null) return 'order-id-exists';
  if (known.cardMask !== null && (cardMask === null ? strict : !sameMask(known.cardMask, cardMask))) {
    return 'card-mismatch';
  }
  if (createdAt === null) return strict ? 'begun-before' : null;
  const tolerance = strict ? STRICT_TOLERANCE_MS : CLOCK_TOLERANCE_MS;
  return Date.parse(createdAt) < known.sentAt - tolerance ? 'begun-before' : null;
}

/** The digits at both ends of a masked number, as far as both masks show them. */
export function sameMask(one: string, other: string): boolean {
  const [first, last] = endsOf(one);
  const [otherFirst, otherLast] = endsOf(other);
  const shown = Math.min(first.length, otherFirst.length);
  return first.slice(0, shown) === otherFirst.slice(0, shown) && last.slice(-4) === otherLast.slice(-4);
}

function endsOf(mask: string): [first: string, last: string] {
  const compact = mask.replaceAll(/[\s-]/g, '');
  return [/^\d*/.exec(compact)?.[0] ?? '', /\d*$/.exec(compact)?.[0] ?? ''];
}

/**
 * If the payer can change the amount, `processed_amount` is the paid amount (interface document, Payment response
 * object); on ordinary purchases it equals the amount. It has a currency of its own, which may be any text, while all
 * others are ISO 4217. A payer may have paid in another currency, which cannot be compared and contradicts nothing:
 * then the transaction's `amount` and `currency` are compared, and the difference is logged. An unreadable amount
 * counts as too low.
 */
export function paidLess(known: KnownAttempt, { processed }: Report): boolean {
  return processed?.currency === known.currency && (processed.amountMinor ?? 0) < known.amountMinor;
}

/**
 * A later success without `processed_amount` does not clear an amount that was too low, unless it was accepted
 * manually.
 */
function staysUnderpaid(known: KnownAttempt, { processed }: Report): boolean {
  return known.underpaid && processed === null && known.endedBy !== 'person';
}

/**
 * The amount that a success paid, in minor units of the attempt's currency; null if unknown. Without `processed_amount`
 * an earlier amount that was too low or unreadable remains.
 */
export function paidBy(known: KnownAttempt, { status, amountMinor, processed }: Report): number | null {
  if (status !== 'success' || amountMinor === null) return null;
  const earlier = known.underpaid ? known.paidMinor : amountMinor;
  const paidMinor = processed?.currency === known.currency ? processed.amountMinor : earlier;
  if (paidMinor !== null) return Math.min(amountMinor, paidMinor);
  return amountMinor < known.amountMinor ? amountMinor : null;
}

/**
 * Whether a report repeats an underpaid success that was accepted manually; no other underpaid payment is a success. A
 * reported failure does not repeat it.
 */
export function isAcceptedAmount(known: KnownAttempt, report: Report): boolean {
  const isLess = known.underpaid || known.paidMinor !== null;
  const isAccepted = known.status === 'success' && known.dispute === null && isLess;
  if (!isAccepted || report.status === 'failure' || report.amountMinor === null) return false;
  // Another payment over the same amount is a second payment.
  const { gatewayPaymentId, transactionId } = known.paidIn ?? known;
  if (differ(gatewayPaymentId, report.gatewayPaymentId)) return false;
  if (differ(transactionId, report.transactionId)) return false;
  return paidBy(known, { ...report, status: 'success' }) === known.paidMinor;
}

/**
 * Whether a report is about another transaction under the same order id: of a kind that no attempt can have, or of the
 * subscription that the attempt started. It is stored and never contradicts the attempt.
 */
export function isOfAnother(known: KnownAttempt, report: Report): boolean {
  if (!PRIMARY.has(report.method)) return true;
  const paid = known.status === 'success' && known.endedBy === 'gateway';
  if (paid && report.method === known.method && isFurtherCharge(known, report)) return true;
  return report.recurring !== null && differ(known.gatewayPaymentId, report.gatewayPaymentId);
}

/** Whether a contradicting report is forgiven, because it is about another transaction of the subscription. */
export function isForgiven(known: KnownAttempt, report: Report): boolean {
  if (report.recurring === null) return false;
  return !(isOwnTransaction(known, report) && report.method === known.method);
}

/** Whether a report names the transaction of the attempt. */
function isOwnTransaction(known: KnownAttempt, { transactionId }: Report): boolean {
  const named = known.transactionId !== null && transactionId !== null;
  return named && !differ(known.transactionId, transactionId);
}

/** The first webhook of a further charge has no `recurring`: only the repeated webhook has it (Other shapes). */
function isFurtherCharge(known: KnownAttempt, report: Report): boolean {
  if (known.transactionId !== null && report.transactionId !== null) {
    return differ(known.transactionId, report.transactionId);
  }
  return differ(known.gatewayPaymentId, report.gatewayPaymentId);
}

/** Whether both are known and differ. */
function differ(known: string | null, reported: string | null): boolean {
  return known !== null && reported !== null && known.toLowerCase() !== reported.toLowerCase();
}

/** Whether an operation's report cannot be about this attempt's payment. */
export function contradictsAttempt(
  known: KnownAttempt,
  { posId, gatewayPaymentId, currency, gatewayOrderId }: Report,
): boolean {
  return (
    gatewayOrderId !== known.gatewayOrderId ||
    differ(known.posId, posId) ||
    differ(known.gatewayPaymentId, gatewayPaymentId) ||
    (currency !== null && currency !== known.currency)
  );
}
