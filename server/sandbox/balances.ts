import { feeMinorOf } from './fees.ts';
import { type SandboxPayment, primaryTransactions } from './ledger.ts';
import { type Share, sumOf } from '../contract/split.ts';

/** Money moved by a successful transaction. */
export interface Movement {
  kind: string;
  paymentId: string;
  currency: string;
  /** in minor units, as are all amounts here */
  amountMinor: number;
  /** the shares of sub-merchants, or null */
  split: readonly Share[] | null;
  /** milliseconds of the sandbox's clock */
  at: number;
}

/** An account's balances. Negative if refunds and fees exceeded the payments. */
export interface AccountBalance {
  availableMinor: number;
  /** withheld for now, available later */
  reserveMinor: number;
}

/** The sandbox's own terms: the percentage of incoming money that is withheld, and for how long. */
const RESERVE_PERCENT = 5;
const RESERVE_MILLISECONDS = 180 * 86_400_000;

/** The direction of the amount, seen from a terminal or an account. Other kinds move nothing. */
const SIGNS: Readonly<Record<string, 1 | -1>> = { purchase: 1, capture: 1, refund: -1, credit: -1 };

/**
 * All movements. Derived from the ledger's state and not recorded beside it: a state forced by the control API takes its
 * money back by itself.
 */
export function movementsOf(payments: readonly SandboxPayment[]): Movement[] {
  return payments.flatMap((payment) => {
    const { paymentId, transactionId, split, operations, stated } = payment;
    const primary = primaryTransactions(payment).map((one) => {
      return { ...one, split: one.transactionId === transactionId ? split : null, at: one.processedAt };
    });
    const secondary = operations.map((one) => ({ ...one, paymentId, at: one.createdAt }));
    return [...primary, ...secondary]
      .filter(({ status }) => status === 'success')
      .map((one) => ({ ...one, kind: one.method, currency: stated.currency }));
  });
}

/**
 * The merchant's account after the movements of one currency: amounts less fees, without the shares of sub-merchants.
 * Those go to and come from the sub-merchants, and so do the fees on them.
 * @param now milliseconds of the sandbox's clock; decides what is still withheld
 */
export function accountBalance(movements: readonly Movement[], now: number): AccountBalance {
  const payments = new Map<string, number>();
  let totalMinor = 0;
  for (const { kind, amountMinor, split, paymentId, at } of movements) {
    const ownMinor = (SIGNS[kind] ?? 0) * (amountMinor - sumOf(split ?? []));
    totalMinor += ownMinor - feeMinorOf(kind, Math.abs(ownMinor));
    const isHeld = kind !== 'credit' && now - at < RESERVE_MILLISECONDS;
    if (isHeld) payments.set(paymentId, (payments.get(paymentId) ?? 0) + ownMinor);
  }
  // Of the sum of each payment, so that partial refunds release exactly what was withheld.
  const reserves = [...payments.values()].map((minor) =>
    Math.round((Math.max(0, minor) * RESERVE_PERCENT) / 100),
  );
  const reserveMinor = reserves.reduce((sum, minor) => sum + minor, 0);
  return { availableMinor: totalMinor - reserveMinor, reserveMinor };
}

/** The balance of a terminal: full amounts, without fees, reserve or shares. */
export function terminalBalance(movements: readonly Movement[]): number {
  return movements.reduce((sum, { kind, amountMinor }) => sum + (SIGNS[kind] ?? 0) * amountMinor, 0);
}
