import { feeMinorOf } from './fees.ts';
import { type SandboxPayment, primaryTransactions } from './ledger.ts';
import type { Share } from './shares.ts';

/** The money moved by a successful transaction. Amounts are minor units of `currency`. */
export interface Movement {
  kind: 'purchase' | 'auth' | 'lookup' | 'capture' | 'void' | 'refund' | 'credit' | 'p2p';
  orderId: string;
  paymentId: string;
  transactionId: string;
  currency: string;
  amountMinor: number;
  /** commission that the merchant bears; 0 for an auth, whose commission is charged at capture */
  feeMinor: number;
  /** what the merchant's account gains (purchase, capture) or loses (refund, credit), fee included; otherwise 0 */
  netMinor: number;
  /** the shares of sub-merchants, or null */
  split: readonly Share[] | null;
  /** milliseconds of the sandbox's clock */
  at: number;
}

const SIGNS = {
  purchase: 1,
  capture: 1,
  refund: -1,
  credit: -1,
  auth: 0,
  lookup: 0,
  void: 0,
  p2p: 0,
} as const;

/**
 * All movements, oldest first. Derived from the ledger's state and not recorded beside it: a state forced by the control
 * API takes its money back by itself.
 * @param payments of one order, or `ledger.all()`
 */
export function movementsOf(payments: readonly SandboxPayment[]): Movement[] {
  return payments.flatMap(movementsOfOrder).toSorted((one, other) => one.at - other.at);
}

function movementsOfOrder(payment: SandboxPayment): Movement[] {
  const primary = primaryTransactions(payment).map((one) => ({
    ...one,
    kind: one.method,
    split: one.transactionId === payment.transactionId ? payment.split : null,
    at: one.processedAt,
  }));
  const operations = payment.operations.map((one) => ({
    ...one,
    paymentId: payment.paymentId,
    kind: one.method,
    at: one.createdAt,
  }));
  return [...primary, ...operations]
    .filter(({ status }) => status === 'success')
    .map((one) => movement(payment, one));
}

function movement(
  payment: SandboxPayment,
  moved: Pick<Movement, 'kind' | 'paymentId' | 'transactionId' | 'amountMinor' | 'split' | 'at'>,
): Movement {
  const { kind, paymentId, transactionId, amountMinor, split, at } = moved;
  const feeMinor = kind === 'auth' ? 0 : feeMinorOf(kind, amountMinor);
  return {
    kind,
    orderId: payment.stated.order_id,
    paymentId,
    transactionId,
    currency: payment.stated.currency,
    amountMinor,
    feeMinor,
    netMinor: SIGNS[kind] * amountMinor - feeMinor,
    split,
    at,
  };
}
