import type { AskedCustomer } from '../contract/checkout-api.ts';
import { customerLangFor } from '../contract/customer-lang.ts';
import type { Order } from '../contract/order.ts';
import { type FieldError, ProblemError } from '../contract/problem.ts';
import { save } from './apply-news.ts';
import { replaceOpen } from './cancel-hosted.ts';
import { callForPayment } from './call-once.ts';
import { cardErrors } from './card-errors.ts';
import { missingFields } from './customer-fields.ts';
import type { PaymentDeps } from './deps.ts';
import { namesCard } from './forget-card.ts';
import { requireMode } from './modes.ts';
import { isFinal, type Payment } from './payment.ts';
import type { Card, NewHostedPayment, Outcome } from './ports.ts';
import { hashRequest } from './request-hash.ts';
import { reserve } from './reserve.ts';
import { settle } from './settle.ts';
import { paymentTerms, splitTerms } from './terms.ts';
import { isInDoubt } from './view.ts';
import { whenAnswered } from './wait.ts';

export interface HostedPayment {
  /** the gateway's page */
  location: string;
  payment: Payment;
}

/** What may go with a hosted payment besides the customer's fields. */
export interface HostedExtras {
  /** for a lookup alone, and required there (interface document, Create payment, rule 8) */
  card?: Card | undefined;
  /** the customer's languages as an `Accept-Language` header, where the order states none */
  languages?: string | undefined;
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
  { card, languages = '' }: HostedExtras = {},
): Promise<HostedPayment> {
  requireMode(order, 'hosted', deps.config);
  const customer = { ...asked, ...order.customer };
  const errors = [
    ...hostedCardErrors(card, order, deps.clock.now()),
    ...missingFields(order, 'hosted', customer),
  ];
  if (errors.length > 0) throw new ProblemError('invalid-input', undefined, errors);
  const begun = await begin(deps, order, await hashCard(deps, card));
  if (begun.kind === 'open') return begun.page;
  const { payment } = begun;
  const request: NewHostedPayment = {
    ...paymentTerms(deps, order, payment, customer),
    card,
    orderTimeout: order.orderTimeout,
    lang: order.lang ?? customerLangFor(languages),
    microfinanceOrIgaming: Boolean(order.rules.microfinance ?? order.rules.igaming),
  };
  const outcome = await callForPayment(deps, payment, () => openPage(deps, payment, request));
  return pageOf(await settleHosted(deps, payment, outcome)) ?? refuse(await current(deps, payment));
}

function hostedCardErrors(card: Card | undefined, order: Order, now: Date): FieldError[] {
  const wanted = order.method === 'lookup';
  if (!card) return wanted ? [{ path: 'card', code: 'required' }] : [];
  return wanted ? cardErrors(card, order, now) : [{ path: 'card', code: 'not-sent' }];
}

/** Tells whether an open page was opened for the same card; empty where there is none. */
async function hashCard({ config }: PaymentDeps, card: Card | undefined): Promise<string> {
  return card ? hashRequest(config.requestHashKey, { card, customer: {} }) : '';
}

async function openPage(
  { gateway }: PaymentDeps,
  payment: Payment,
  request: NewHostedPayment,
): Promise<Outcome<{ location: string }>> {
  const terms = splitTerms(payment);
  const outcome = await (terms
    ? gateway.createSplitHosted({ ...request, ...terms })
    : gateway.createHosted(request));
  // An address with the card in it is neither kept nor answered (architecture rule 5).
  const spoiled = outcome.kind === 'answered' && namesCard(outcome.value.location, request);
  return spoiled ? { kind: 'unknown', reason: 'location-names-card' } : outcome;
}

type Beginning = { kind: 'begun'; payment: Payment } | { kind: 'open'; page: HostedPayment };

async function begin(deps: PaymentDeps, order: Order, requestHash: string): Promise<Beginning> {
  const attempt = () => ({
    order,
    mode: 'hosted' as const,
    idempotencyKey: `hosted-${deps.newId()}`,
    requestHash,
  });
  const reservation = await reserve(deps, attempt());
  if (reservation.kind !== 'open') return { kind: 'begun', payment: reservation.payment };
  const open = await whenAnswered(deps, reservation.payment);
  const same = reservation.sameTerms && open.requestHash === requestHash;
  const page = same ? pageOf(open) : null;
  if (page) return { kind: 'open', page };
  // Stated differently meanwhile, for another card, or its page is not known: nobody can pay there.
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
