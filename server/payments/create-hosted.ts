import type { AskedCustomer } from '../contract/checkout-api.ts';
import type { Order } from '../contract/order.ts';
import { ProblemError } from '../contract/problem.ts';
import { applyNews, save } from './apply-news.ts';
import { customerFieldsFor } from './customer-fields.ts';
import type { PaymentDeps } from './deps.ts';
import { requireMode } from './modes.ts';
import type { Payment } from './payment.ts';
import type { NewHostedPayment, Outcome } from './ports.ts';
import { reserve } from './reserve.ts';
import { callOnce, settle } from './settle.ts';
import { paymentTerms } from './terms.ts';

export interface HostedPayment {
  /** the gateway's page */
  location: string;
  payment: Payment;
}

/**
 * Opens the gateway's page for an order. A page that is open already is answered again instead of opening a
 * second one that could be paid too.
 * @throws ProblemError for what the companion refuses; `gateway-refused`, `gateway-unreachable` or
 *   `payment-open` where there is no page to lead to
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
  if (reservation.kind !== 'begun') return openPage(payment);
  const request: NewHostedPayment = {
    ...paymentTerms(deps, order, payment, customer),
    orderTimeout: order.orderTimeout,
    lang: order.lang?.toUpperCase(),
    microfinanceOrIgaming: Boolean(order.rules.microfinance ?? order.rules.igaming),
  };
  return openPage(
    await settleHosted(deps, payment, await callOnce(() => deps.gateway.createHosted(request))),
  );
}

async function settleHosted(
  deps: PaymentDeps,
  payment: Payment,
  outcome: Outcome<{ location: string }>,
): Promise<Payment> {
  if (outcome.kind !== 'answered') return settle(deps, payment, outcome);
  await deps.store.transaction(async (tx) => {
    const current = await tx.findPayment(payment.id);
    if (current?.status === 'unknown') {
      await save(deps, tx, { ...current, status: 'init', actionUrl: outcome.value.location });
    }
  });
  deps.changes.announce(payment.id);
  return (await deps.store.findPayment(payment.id)) ?? payment;
}

function openPage(payment: Payment): HostedPayment {
  if (payment.actionUrl && payment.mode === 'hosted') return { location: payment.actionUrl, payment };
  if (payment.settledBy === 'not-sent') {
    throw new ProblemError('gateway-unreachable', 'The payment page cannot be reached. Nothing was charged.');
  }
  if (payment.settledBy === 'refused') {
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
  const outcome = await callOnce(() => deps.gateway.cancelHosted(payment.gatewayOrderId));
  if (outcome.kind !== 'answered') return false;
  for (const news of outcome.value) await applyNews(deps, { source: 'read', payment: news });
  return (await deps.store.findPayment(payment.id))?.blocking === false;
}
