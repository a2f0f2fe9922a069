import { sameMask } from '../../contract/card.ts';
import type { ClockRange, Report } from './journal.ts';
import type { MismatchField, Payment } from './payment.ts';

/**
 * Whose report is it? The gateway accepts an order id once. So when it has accepted our create call, everything under
 * that id is ours, and only what was ordered is checked. Before, a report must be like our request: the same card, and
 * begun since we sent it.
 */

type Differs = (payment: Payment, report: Report) => boolean;

/** Each field of what was ordered, and when a report of it cannot be about our payment. */
const ORDERED: Partial<Record<MismatchField, Differs>> = {
  posId: (ours, its) => apart(ours.posId, its.posId),
  gatewayOrderId: (ours, its) => ours.gatewayOrderId !== its.gatewayOrderId,
  // A hosted page is open for another card, which may be another payment, until one succeeds.
  gatewayPaymentId: (ours, its) =>
    (ours.mode === 'direct' || ours.status === 'success') &&
    apart(ours.gatewayPaymentId, its.gatewayPaymentId),
  method: (ours, its) => ours.terms.method !== its.method,
  mode: (ours, its) => apart(ours.mode, its.mode),
  currency: (ours, its) => lacks(its.currency, its) || apart(ours.terms.currency, its.currency),
  // More is the payer's commission (interface 17.14).
  amount: (ours, its) =>
    lacks(its.amountMinor, its) || (its.amountMinor ?? Infinity) < ours.terms.amountMinor,
  processedAmount: ({ terms }, { processed, status }) =>
    processed !== null &&
    status === 'success' &&
    (apart(terms.currency, processed.currency) || (processed.amountMinor ?? 0) < terms.amountMinor),
};

/** Both are known, and differ. */
export const apart = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() !== other.toLowerCase();

/** A success must say how much, and in which currency. */
const lacks = (value: unknown, { status }: Report): boolean => value === null && status === 'success';

const mismatchIn = (fields: readonly MismatchField[], payment: Payment, report: Report) =>
  fields.find((field) => ORDERED[field]?.(payment, report)) ?? null;

const OF_OPERATIONS: readonly MismatchField[] = ['posId', 'gatewayOrderId', 'gatewayPaymentId', 'currency'];

/** The first field in which the report of an operation cannot be about an operation of the payment, or null. */
export const mismatchOfOperation = (payment: Payment, report: Report): MismatchField | null =>
  mismatchIn(OF_OPERATIONS, payment, report);

/**
 * Whether a report under our order id is about our payment: `ours`; `another`, which had the id before we sent ours; the
 * first field that contradicts our request; or `unproven`: nothing says either, and the gateway is to be asked again.
 * @param clock the gateway's clock beside ours as it was known when the report came; null if it was not known
 */
export function whose(
  payment: Payment,
  report: Report,
  clock: ClockRange | null,
): 'ours' | 'another' | 'unproven' | MismatchField {
  const who = mismatchIn(['posId', 'gatewayOrderId', 'gatewayPaymentId'], payment, report);
  const ordered = mismatchIn(['method', 'mode', 'currency', 'amount', 'processedAmount'], payment, report);
  if (who !== null || payment.ownership === 'ours') return who ?? ordered ?? 'ours';
  const named = namedPayment(payment, report);
  if (named === payment.id) return ordered ?? 'ours';
  // Nobody can pay on a page whose address nobody knows.
  if (named !== null || payment.mode === 'hosted') return 'another';
  const isTaken = payment.ownership === 'id-taken';
  const began = beganBeside(payment, report, clock);
  const card = compareCards(payment, report);
  const kind = mismatchIn(['method', 'mode'], payment, report);
  if (card === 'other' || began === 'before' || kind !== null) return 'another';
  if (isTaken && (ordered !== null || isFarAbove(payment, report))) return 'another';
  if (ordered !== null) return began === 'unclear' ? 'unproven' : ordered;
  // Where there is a reason to doubt, a card that is not shown proves nothing.
  const isDoubted = isTaken || payment.review !== null;
  return began === 'since' && (card === 'same' || !isDoubted) ? 'ours' : 'unproven';
}

const RETURN_OF = /\/return\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/i;

/**
 * The payment that the address for the customer's return names: ours, or one of another companion. Null if it names
 * none: a webhook does not tell it, and a gateway may answer an address of its own, perhaps with ours in it.
 */
function namedPayment({ id }: Payment, { resultUrl = '' }: Report): string | null {
  return resultUrl.includes(id) ? id : (RETURN_OF.exec(resultUrl)?.[1] ?? null);
}

const UNEXPECTED_SHARE = 1.2;

/** More than any commission of the payer. */
export const isFarAbove = ({ terms }: Payment, { amountMinor }: Report): boolean =>
  amountMinor !== null && amountMinor > terms.amountMinor * UNEXPECTED_SHARE;

/** Without a card of ours there is nothing to compare. */
function compareCards({ cardMask }: Payment, report: Report): 'same' | 'other' | 'not-shown' {
  if (cardMask === null) return 'same';
  if (report.cardMask === null) return 'not-shown';
  return sameMask(cardMask, report.cardMask) ? 'same' : 'other';
}

/** How exact a comparison of two clocks is at the least; and where every second counts. */
const CLOCK_MS = 60_000;
const CLOSE_MS = 1_000;
/** No zone and no clock is further off. */
const DAY_MS = 86_400_000;

type Began = 'before' | 'since' | 'unclear';

/** When the payment of a report began, beside the sending of our request: also unclear if a clock was set meanwhile. */
function beganBeside(payment: Payment, { createdAt }: Report, now: ClockRange | null): Began {
  if (createdAt === null) return 'unclear';
  const [first = null, second = first] = [payment.gatewayClock, now].filter((clock) => clock !== null);
  const began = beganBy(first, payment, Date.parse(createdAt));
  return began === beganBy(second, payment, Date.parse(createdAt)) ? began : 'unclear';
}

/**
 * Unless the gateway's clock is known, only a stamp that fits as it stands proves anything, and only a day is certainly
 * too early. After "order id exists" the payment began while our call was in flight, or it is a stranger's: then every
 * second counts.
 */
function beganBy(clock: ClockRange | null, payment: Payment, time: number): Began {
  const { ownership, sentAt, callMs, updatedAt } = payment;
  const isTaken = ownership === 'id-taken';
  const slack = isTaken ? 0 : CLOCK_MS;
  const { leastMs, mostMs } = clock ?? { leastMs: 0, mostMs: 0 };
  const early = isTaken ? CLOSE_MS + cutOff(time) : CLOCK_MS;
  if (time - leastMs < sentAt - (clock ? early : DAY_MS)) return 'before';
  const isInTime = clock !== null || time - mostMs <= (isTaken ? updatedAt : sentAt + callMs) + slack;
  return time - leastMs >= sentAt - slack && isInTime ? 'since' : 'unclear';
}

/** By how much a stamp may be early, because it lacks seconds or their fraction. */
export const cutOff = (time: number): number => (time % 60_000 === 0 ? 59_999 : time % 1_000 === 0 ? 999 : 0);

/** A stranger's payment stands in our way: this attempt was never one at the gateway, and another order id is free. */
export const isOrderIdTaken = ({ ownership, endedBy }: Payment): boolean =>
  ownership === 'id-taken' && endedBy === 'refused';
