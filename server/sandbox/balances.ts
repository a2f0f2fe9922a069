import { feeMinorOf } from './fees.ts';
import type { Movement } from './movements.ts';

/** What an account holds, in minor units. Less than nothing where refunds and fees took more than came in. */
export interface AccountBalance {
  availableMinor: number;
  /** held back, and available later */
  reserveMinor: number;
}

/** The sandbox's own terms: this part of what comes in is held back for so long. */
const RESERVE_PERCENT = 5;
const RESERVE_MILLISECONDS = 180 * 86_400_000;

/** Which way the amount goes, seen from a terminal or an account. The rest moves nothing. */
const SIGNS: Partial<Record<Movement['kind'], 1 | -1>> = { purchase: 1, capture: 1, refund: -1, credit: -1 };

/**
 * What the movements of one currency leave on the merchant's account: amounts less fees, without the shares of
 * sub-merchants. Those go to them and come from them, and so do the fees on them.
 * @param now milliseconds of the sandbox's clock; decides what is still held back
 */
export function accountBalance(movements: readonly Movement[], now: number): AccountBalance {
  const total = sum(movements.map((movement) => ownPart(movement) - feeOfOwnPart(movement)));
  const held = movements.filter(({ kind, at }) => kind !== 'credit' && now - at < RESERVE_MILLISECONDS);
  const reserveMinor = sum([...byPayment(held).values()].map(reserveOf));
  return { availableMinor: total - reserveMinor, reserveMinor };
}

/** What went through a terminal, in minor units: whole amounts, without fees, reserve or shares. */
export function terminalBalance(movements: readonly Movement[]): number {
  return sum(movements.map(({ kind, amountMinor }) => (SIGNS[kind] ?? 0) * amountMinor));
}

/** What stays with the merchant, or is taken from it, once the sub-merchants have their shares. */
function ownPart({ kind, amountMinor, split }: Movement): number {
  const shares = sum((split ?? []).map((share) => share.amountMinor));
  return (SIGNS[kind] ?? 0) * (amountMinor - shares);
}

function feeOfOwnPart(movement: Movement): number {
  return feeMinorOf(movement.kind, Math.abs(ownPart(movement)));
}

/** Of the sum and not of each movement, so that refunds in parts free exactly what was held. */
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
