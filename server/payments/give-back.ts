import { movedBy, refundableOf } from './ledger.ts';
import type { Operation, Payment } from './payment.ts';
import { sumOf } from './shares.ts';

/** How what is left of a payment is given back. */
export interface GiveBack extends Pick<Operation, 'method' | 'amountMinor' | 'split'> {
  /** nothing of it was given back before */
  whole: boolean;
  /** whose shares it is can be said, where it was divided */
  clear: boolean;
}

/**
 * What is still to be given back: an auth by void, unless it was captured; a purchase or a capture by refund. Null
 * where nothing is left, or was taken in.
 * @param operations those of the payment, but the one that is to give it back
 */
export function toGiveBack(payment: Payment, operations: readonly Operation[]): GiveBack | null {
  if (payment.method === 'auth' && movedBy(operations, 'capture').length === 0) {
    const { amountMinor } = payment;
    const released = movedBy(operations, 'void').length > 0;
    return released ? null : { method: 'void', amountMinor, split: null, whole: true, clear: true };
  }
  const left = refundableOf(payment, operations);
  if (!left || left.restMinor === 0) return null;
  const whole = left.untouched;
  const split = left.shares?.filter((share) => share.amountMinor > 0) ?? null;
  // Shares add up to the amount, whatever was paid; without them the whole is given back, which is what was paid.
  const amountMinor = split && whole ? sumOf(split) : left.restMinor;
  return { method: 'refund', amountMinor, split, whole, clear: !split || sumOf(split) === amountMinor };
}
