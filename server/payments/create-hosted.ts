import type { AskedCustomer } from '../contract/checkout-api.ts';
import type { Order } from '../contract/order.ts';
import { ProblemError } from '../contract/problem.ts';
import { applyNews, save } from './apply-news.ts';
import { callOnce } from './call-once.ts';
import { customerFieldsFor } from './customer-fields.ts';
import type { PaymentDeps } from './deps.ts';
import { requireMode } from './modes.ts';
import { isFinal, type Payment } from './payment.ts';
import type { NewHostedPayment, Outcome } from './ports.ts';
import { ask } from './reconcile.ts';
import { reserve } from './reserve.ts';
import { settle } from './settle.ts';
import { paymentTerms } from './terms.ts';
import { whenAnswered } from './wait.ts';

export interface HostedPayment {
  /** the gateway's page */
  location: string;
  payment: Payment;
}

/**
 * Opens the gateway's page for an order. A page that is open already is answered again instead of opening a
 * second one that could be paid too; so is one that is just being opened (a button clicked twice).
 * @throws ProblemError for what the companion refuses; `gateway-refused`, `gateway-unreachable`,
 *   `order-paid` or `payment-open` where there is no page to lead to
 */
export async function createHostedPayment(
  deps: PaymentDeps,
  order: Order,
  asked: AskedCustomer,
): Promise<HostedPayment> {
  requireMode(order, 'hosted', deps.config);
  const customer = { ...asked, ...order.customer };
  const missing = customerFieldsFor(order, 'hosted').filter((field) => customer[field] === undefined);
  if (missing.length > 0) {
    const errors = missing.map((field) => ({ path: `customer.${field}`, code: 'required' }));
    throw new ProblemError('invalid-input', undefined, errors);
  }
  const key = `hosted-${deps.newId()}`;
  const reservation = await reserve(deps, { order, mode: 'hosted', idempotencyKey: key, requestHash: '' });
  const { payment } = reservation;
  if (reservation.kind !== 'begun') return openPage(await whenAnswered(deps, payment));
  const request: NewHostedPayment = {
    ...paymentTerms(deps, order, payment, customer),
    orderTimeout: order.orderTimeout,
    lang: order.lang?.toUpperCase(),
    microfinanceOrIgaming: Boolean(order.rules.microfinance ?? order.rules.igaming),
  };
  const outcome = await callOnce(deps, () => deps.gateway.createHosted(request));
  return openPage(await settleHosted(deps, payment, outcome));
}

/** The webhook of a new payment may be faster than the answer that tells its page. */
async function settleHosted(
  deps: PaymentDeps,
  payment: Payment,
  outcome: Outcome<{ location: string }>,
): Promise<Payment> {
  if (outcome.kind !== 'answered') return settle(deps, payment, outcome);
  await deps.store.transaction(async (tx) => {
    const current = await tx.findPayment(payment.id);
    if (!current || isFinal(current.status)) return;
    const status = current.status === 'unknown' ? 'init' : current.status;
    await save(deps, tx, { ...current, status, actionUrl: outcome.value.location });
  });
  deps.changes.announce(payment.id);
  return (await deps.store.findPayment(payment.id)) ?? payment;
}

function openPage(payment: Payment): HostedPayment {
  if (payment.actionUrl && payment.mode === 'hosted') return { location: payment.actionUrl, payment };
  if (payment.settledBy === 'not-sent') {
    throw new ProblemError('gateway-unreachable', 'The payment page cannot be reached. Nothing was charged.');
  }
  if (payment.status === 'success') throw new ProblemError('order-paid');
  if (payment.status === 'failure') {
    throw new ProblemError('gateway-refused', 'The payment page was not opened. Nothing was charged.');
  }
  throw new ProblemError('payment-open');
}

/**
 * Cancels a hosted payment that nobody paid (interface document, endpoint 8), so that another way may be tried.
 * @returns whether the order is free now; false also where the outcome is unclear
 */
export async function cancelOpenHosted(deps: PaymentDeps, payment: Payment): Promise<boolean> {
  if (payment.mode !== 'hosted' || payment.status !== 'init' || payment.method === 'lookup') return false;
  const outcome = await callOnce(deps, () => deps.gateway.cancelHosted(payment.gatewayOrderId));
  if (outcome.kind === 'answered') {
    for (const news of outcome.value) await applyNews(deps, { source: 'read', payment: news });
  }
  // Refused: it is being paid, or it ended without our hearing of it.
  if (outcome.kind === 'refused') await ask(deps, payment);
  return (await deps.store.findPayment(payment.id))?.blocking === false;
}
