import type { AskedCustomer } from '../contract/checkout-api.ts';
import type { Order } from '../contract/order.ts';
import { ProblemError } from '../contract/problem.ts';
import { save } from './apply-news.ts';
import { replaceOpen } from './cancel-hosted.ts';
import { callOnce } from './call-once.ts';
import { missingFields } from './customer-fields.ts';
import type { PaymentDeps } from './deps.ts';
import { requireMode } from './modes.ts';
import { isFinal, type Payment } from './payment.ts';
import type { NewHostedPayment, Outcome } from './ports.ts';
import { reserve } from './reserve.ts';
import { settle } from './settle.ts';
import { paymentTerms } from './terms.ts';
import { isInDoubt } from './view.ts';
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
  const errors = missingFields(order, 'hosted', customer);
  if (errors.length > 0) throw new ProblemError('invalid-input', undefined, errors);
  const begun = await begin(deps, order);
  if (begun.kind === 'open') return begun.page;
  const { payment } = begun;
  const request: NewHostedPayment = {
    ...paymentTerms(deps, order, payment, customer),
    orderTimeout: order.orderTimeout,
    lang: order.lang,
    microfinanceOrIgaming: Boolean(order.rules.microfinance ?? order.rules.igaming),
  };
  const outcome = await callOnce(deps, () => deps.gateway.createHosted(request));
  return pageOf(await settleHosted(deps, payment, outcome)) ?? refuse(await current(deps, payment));
}

type Beginning = { kind: 'begun'; payment: Payment } | { kind: 'open'; page: HostedPayment };

async function begin(deps: PaymentDeps, order: Order): Promise<Beginning> {
  const attempt = () => ({
    order,
    mode: 'hosted' as const,
    idempotencyKey: `hosted-${deps.newId()}`,
    requestHash: '',
  });
  const reservation = await reserve(deps, attempt());
  if (reservation.kind !== 'open') return { kind: 'begun', payment: reservation.payment };
  const open = await whenAnswered(deps, reservation.payment);
  const page = reservation.sameTerms ? pageOf(open) : null;
  if (page) return { kind: 'open', page };
  // Stated differently meanwhile, or its page is not known: nobody can pay there.
  if (open.blocking) await replaceOpen(deps, { ...reservation, payment: open });
  const second = await reserve(deps, attempt());
  if (second.kind === 'open') throw new ProblemError('payment-open');
  return { kind: 'begun', payment: second.payment };
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
  return current(deps, payment);
}

function pageOf(payment: Payment): HostedPayment | null {
  if (payment.mode !== 'hosted' || !payment.actionUrl || isInDoubt(payment)) return null;
  return { location: payment.actionUrl, payment };
}

/** Why our own try has no page. Only what was not sent or was refused is certainly not charged. */
function refuse(payment: Payment): never {
  if (payment.settledBy === 'not-sent') {
    throw new ProblemError('gateway-unreachable', 'The payment page cannot be reached. Nothing was charged.');
  }
  if (payment.settledBy === 'refused') {
    throw new ProblemError('gateway-refused', 'The payment page was not opened. Nothing was charged.');
  }
  throw new ProblemError(payment.status === 'success' ? 'order-paid' : 'payment-open');
}

async function current(deps: PaymentDeps, payment: Payment): Promise<Payment> {
  return (await deps.store.findPayment(payment.id)) ?? payment;
}
