import { feeMinorOf } from './fees.ts';
import type { Movement } from './movements.ts';

/** An account's balances in minor units. Negative if refunds and fees exceeded the payments. */
export interface AccountBalance {
  availableMinor: number;
  /** withheld for now, available later */
  reserveMinor: number;
}

/** The sandbox's own terms: the percentage of incoming money that is withheld, and for how long. */
const RESERVE_PERCENT = 5;
const RESERVE_MILLISECONDS = 180 * 86_400_000;

/** The direction of the amount, seen from a terminal or an account. Other kinds move nothing. */
const SIGNS: Partial<Record<Movement['kind'], 1 | -1>> = { purchase: 1, capture: 1, refund: -1, credit: -1 };

/**
 * The merchant's account after the movements of one currency: amounts less fees, without the shares of sub-merchants.
 * Those go to and come from the sub-merchants, and so do the fees on them.
 * @param now milliseconds of the sandbox's clock; decides what is still withheld
 */
export function accountBalance(movements: readonly Movement[], now: number): AccountBalance {
  const total = sum(movements.map((movement) => ownPart(movement) - feeOfOwnPart(movement)));
  const held = movements.filter(({ kind, at }) => kind !== 'credit' && now - at < RESERVE_MILLISECONDS);
  const reserveMinor = sum([...byPayment(held).values()].map(reserveOf));
  return { availableMinor: total - reserveMinor, reserveMinor };
}

/** The balance of a terminal in minor units: full amounts, without fees, reserve or shares. */
export function terminalBalance(movements: readonly Movement[]): number {
  return sum(movements.map(({ kind, amountMinor }) => (SIGNS[kind] ?? 0) * amountMinor));
}

/** What the merchant gains or loses once the sub-merchants have their shares. */
function ownPart({ kind, amountMinor, split }: Movement): number {
  const shares = sum((split ?? []).map((share) => share.amountMinor));
  return (SIGNS[kind] ?? 0) * (amountMinor - shares);
}

function feeOfOwnPart(movement: Movement): number {
  return feeMinorOf(movement.kind, Math.abs(ownPart(movement)));
}

/** Computed from the sum, so that partial refunds release exactly what was withheld. */
function reserveOf(movements: readonly Movement[]): number {
  return Math.round((Math.max(0, sum(movements.map(ownPart))) * RESERVE_PERCENT) / 100);
}

function byPayment(movements: readonly Movement[]): Map<string, Movement[]> {
  const payments = new Map<string, Movement[]>();
  for (const movement of movements) {
    payments.set(movement.paymentId, [...(payments.get(movement.paymentId) ?? []), movement]);
  }
  return payments;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
