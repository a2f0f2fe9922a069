import type { PaymentDeps } from './deps.ts';
import { type GiveBack, toGiveBack } from './give-back.ts';
import { openOperation } from './ledger.ts';
import { announceOperation, announceToMerchant } from './notify.ts';
import { GIVEN_BACK, laterThan, type Operation, PAID_TWICE, type Payment } from './payment.ts';
import { isSecond, paidOtherwise, paysOrder } from './second-payment.ts';
import type { StoreTransaction } from './store-port.ts';
import { currentPayment } from './view.ts';

const DAY_MS = 86_400_000;

/** Written down to give a payment back, and not sent. */
export const isWaiting = ({ origin, status, sentAt }: Operation): boolean =>
  origin === 'reversal' && status === 'unknown' && sentAt === null;

/** What waits for being sent, and over what; `left` is null where it may not be sent now. */
interface Due {
  payment: Payment;
  waiting: Operation;
  left: GiveBack | null;
}

/**
 * An order is paid once (architecture rule 4): decides on a second payment of it, as its operations and the other
 * tries stand now. What of it is left is given back, which is written down here and sent by `sendReversals`, again
 * and again until it is done. Where the payment that paid the order turns out to have failed, the second one stays.
 * @returns what waited for being sent before, and still does
 */
export async function reviewSecond(deps: PaymentDeps, tx: StoreTransaction, id: string): Promise<Due | null> {
  const payment = await tx.findPayment(id);
  if (!payment) return null;
  const operations = await tx.operationsOfPayment(id);
  const waiting = operations.find(isWaiting) ?? null;
  if (!isSecond(payment)) {
    await drop(deps, tx, payment, waiting, 'The payment is not given back any more.');
    return null;
  }
  const others = operations.filter((one) => one !== waiting);
  // It may have given the payment back, or not.
  if (openOperation(others)) {
    await mark(deps, tx, payment, PAID_TWICE);
    return waiting && { payment, waiting, left: null };
  }
  const left = toGiveBack(payment, others);
  // A lookup takes nothing in: it is marked, and that is all.
  if (!left && payment.method !== 'lookup') {
    await mark(deps, tx, payment, GIVEN_BACK);
    await drop(deps, tx, payment, waiting, 'The payment was given back already.');
    return null;
  }
  const tries = (await tx.paymentsOfOrder(payment.orderId)).filter((one) => one.id !== id);
  const paid = paidOtherwise(tries);
  if (paid === 'not') {
    await drop(deps, tx, payment, waiting, 'The payment stays: it is the only one of its order.');
    await keepAsPaying(deps, tx, payment, tries);
    return null;
  }
  await mark(deps, tx, payment, PAID_TWICE);
  if (left && !waiting) await plan(deps, tx, payment, others, left);
  const isSure = payment.status === 'success' && paid === 'paid';
  return waiting && { payment, waiting, left: isSure ? left : null };
}

/** Nobody sees the mark, but whether an order that is not paid may be paid again. */
async function mark(deps: PaymentDeps, tx: StoreTransaction, payment: Payment, held: string): Promise<void> {
  if (payment.held === held) return;
  await tx.updatePayment({ ...payment, held, blocking: false });
  const tries = await tx.paymentsOfOrder(payment.orderId);
  const current = tries.some(paysOrder) ? null : currentPayment(tries);
  if (current) await announceToMerchant(deps, tx, current);
}

/** What waits for being sent is not sent any more. */
export async function drop(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  waiting: Operation | null,
  statusDescription: string,
): Promise<void> {
  if (!waiting) return;
  const updatedAt = laterThan(waiting.updatedAt, deps.clock.now());
  const end = {
    status: 'failure',
    settledBy: 'not-sent',
    statusDescription,
    askAt: null,
    updatedAt,
  } as const;
  await tx.updateOperation({ ...waiting, ...end });
  await announceOperation(deps, tx, { ...waiting, ...end }, payment);
}

async function keepAsPaying(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  others: readonly Payment[],
): Promise<void> {
  // Its own doubt is not over by that, nor does a failure pay an order.
  const inDoubt = payment.status === 'failure' || (await isContradicted(tx, payment));
  const saved = {
    ...payment,
    held: inDoubt ? 'contradicting-ends' : null,
    blocking: !others.some((one) => one.blocking),
    updatedAt: laterThan(payment.updatedAt, deps.clock.now()),
  };
  await tx.updatePayment(saved);
  await announceToMerchant(deps, tx, saved);
  const { orderId, id } = payment;
  deps.log.warn({ orderId, paymentId: id }, 'the other payment of the order has failed: this one stays');
}

/** The last that counted of what was told of it did not agree. */
async function isContradicted(tx: StoreTransaction, { id }: Payment): Promise<boolean> {
  const told = (await tx.newsOfPayment(id)).filter((one) => one.operationId === null);
  return told.findLast(({ verdict }) => verdict === 'applied' || verdict === 'held')?.verdict === 'held';
}

/** At once; where that has failed after a minute, which doubles each time up to a day. */
async function plan(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  operations: readonly Operation[],
  left: GiveBack,
): Promise<void> {
  const { orderId, id: paymentId } = payment;
  const earlier = operations.filter((one) => one.origin === 'reversal');
  if (earlier.some((one) => one.status !== 'failure')) {
    deps.log.error({ orderId, paymentId }, 'a second payment was given back in part only: a person has to');
    return;
  }
  const operation = planned(deps, payment, left);
  await tx.insertOperation(operation);
  await announceOperation(deps, tx, operation, payment);
  const tries = earlier.filter((one) => one.sentAt !== null).length;
  if (tries === 0) return;
  const pause = Math.min(60_000 * 2 ** Math.min(tries - 1, 20), DAY_MS);
  await tx.putOffSending(operation.id, new Date(deps.clock.now().getTime() + pause).toISOString());
}

function planned(deps: PaymentDeps, payment: Payment, { method, amountMinor, split }: GiveBack): Operation {
  const at = deps.clock.now().toISOString();
  return {
    id: deps.newId(),
    paymentId: payment.id,
    method,
    amountMinor,
    currency: payment.currency,
    split,
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    origin: 'reversal',
    comment: `Order ${payment.orderId} was paid twice`,
    receiptUrl: null,
    gatewayOperationId: null,
    guessed: null,
    held: null,
    idempotencyKey: null,
    requestHash: null,
    sentAt: null,
    askAt: null,
    createdAt: at,
    updatedAt: at,
  };
}
