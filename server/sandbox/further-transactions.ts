import { reportTransaction } from './charge.ts';
import type { PrimaryTransaction, SandboxPayment } from './ledger.ts';
import type { World } from './world.ts';

/** The outcome of a transaction that the API was not asked for. */
export interface TransactionResult {
  amountMinor: number;
  status: PrimaryTransaction['status'];
  statusCode: string | null;
}

/** Makes the payment the first of a subscription, or changes the subscription's status. */
export function setSubscription(payment: SandboxPayment, status: string): void {
  payment.recurring = { id: payment.recurring?.id ?? crypto.randomUUID(), status };
}

/** Adds a transaction to the payment's subscription, and sends its webhook. */
export function addRecurring(
  world: World,
  payment: SandboxPayment,
  result: TransactionResult,
): PrimaryTransaction {
  return add(world, payment, { ...result, method: payment.stated.method, paymentId: payment.paymentId });
}

/** Adds a credit or p2p transfer to an order as a payment of its own, and sends its webhook. */
export function addTransfer(
  world: World,
  payment: SandboxPayment,
  method: 'credit' | 'p2p',
  result: TransactionResult,
  more: Readonly<Record<string, unknown>>,
): PrimaryTransaction {
  return add(world, payment, { ...result, method, paymentId: crypto.randomUUID() }, more);
}

function add(
  world: World,
  payment: SandboxPayment,
  result: TransactionResult & Pick<PrimaryTransaction, 'method' | 'paymentId'>,
  more: Readonly<Record<string, unknown>> = {},
): PrimaryTransaction {
  const now = world.clock.now();
  const transaction = { ...result, transactionId: crypto.randomUUID(), createdAt: now, processedAt: now };
  payment.further.push(transaction);
  reportTransaction(world, payment, transaction, more);
  return transaction;
}
