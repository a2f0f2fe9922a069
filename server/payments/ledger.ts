import { isOpen } from './operation.ts';
import type { Operation, OperationMethod, Payment } from './payment.ts';
import type { Share } from './ports.ts';
import { sumOf } from './shares.ts';

/**
 * What of a payment's money can still be moved. Where it is in doubt the more careful way is taken: a refund counts
 * unless it certainly failed, a capture unless it certainly succeeded.
 */
export interface Refundable {
  /** what the purchase or the capture took in; minor units */
  totalMinor: number;
  restMinor: number;
  /** what is left of each sub-merchant's share, or null for one that was not split */
  shares: Share[] | null;
  /** whether nothing was refunded yet */
  untouched: boolean;
}

/** Whether an operation has moved money, or may have. */
export const mayHaveMoved = ({ status, held }: Operation): boolean => status !== 'failure' || held !== null;

/** Those of one kind that have moved money, or may have. */
export function movedBy(operations: readonly Operation[], method: OperationMethod): Operation[] {
  return operations.filter((one) => one.method === method && mayHaveMoved(one));
}

/** The operation that is not ended yet, or whose end is contradicted: others have to wait for it. */
export function openOperation(operations: readonly Operation[]): Operation | null {
  return operations.find((one) => isOpen(one) || one.held !== null) ?? null;
}

/** The most that a capture of this auth may take: over-capture is rounded down (interface document, States, rule 5). */
export function ceilingOf(reservedMinor: number, overCapturePercent: number): number {
  return Number((BigInt(reservedMinor) * BigInt(100 + overCapturePercent)) / 100n);
}

/**
 * What can be refunded of a successful payment; null where nothing was taken in (interface document, States, rules 3
 * and 4). A refund that does not say whose share it returned counts against every share.
 */
export function refundableOf(payment: Payment, operations: readonly Operation[]): Refundable | null {
  const source = payment.method === 'auth' ? captureOf(operations) : payment;
  if (!source || payment.method === 'lookup') return null;
  const refunds = movedBy(operations, 'refund');
  const refunded = refunds.reduce((sum, one) => sum + countedOf(one), 0);
  // A person's word does not turn a payment that paid too little into one that paid the whole.
  const totalMinor = Math.min(
    source.amountMinor,
    (source === payment ? payment.paidMinor : null) ?? Infinity,
  );
  return {
    totalMinor,
    restMinor: Math.max(0, totalMinor - refunded),
    shares: source.split && restOfShares(source.split, refunds),
    untouched: refunds.length === 0,
  };
}

function captureOf(operations: readonly Operation[]): Operation | null {
  const sure = operations.filter(
    (one) => one.method === 'capture' && one.status === 'success' && one.held === null,
  );
  // One reserve can be captured once: of several, told without their ids, the largest is the least mistake.
  return sure.sort((one, other) => other.amountMinor - one.amountMinor)[0] ?? null;
}

/** Asked for in shares and told as a sum: the larger one counts. */
function countedOf({ amountMinor, split }: Operation): number {
  return Math.max(amountMinor, sumOf(split ?? []));
}

/** The shares that it certainly returned: what only fits it may have returned somebody else's. */
function returnedBy({ split, guessed }: Operation): readonly Share[] {
  return guessed === 'by-fit' ? [] : (split ?? []);
}

function restOfShares(split: readonly Share[], refunds: readonly Operation[]): Share[] {
  const unattributed = refunds.reduce((sum, one) => sum + countedOf(one) - sumOf(returnedBy(one)), 0);
  const refunded = refunds.flatMap(returnedBy);
  return split.map(({ subMerchantId, amountMinor }) => {
    const told = sumOf(refunded.filter((share) => sameId(share.subMerchantId, subMerchantId)));
    return { subMerchantId, amountMinor: Math.max(0, amountMinor - told - unattributed) };
  });
}

/** UUIDs are the same in any case. */
export function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
