import type { CreatePaymentInput, Fingerprint } from '../contract/checkout-api.ts';
import type { Customer } from '../contract/customer.ts';
import type { Order } from '../contract/order.ts';
import { ProblemError, type FieldError } from '../contract/problem.ts';
import { callForPayment } from './call-once.ts';
import { cardErrors } from './card-errors.ts';
import { missingFields } from './customer-fields.ts';
import type { PaymentDeps } from './deps.ts';
import { replaceOpen } from './cancel-hosted.ts';
import { requireMode } from './modes.ts';
import type { Payment } from './payment.ts';
import type { NewDirectPayment } from './ports.ts';
import { reserve, type Attempt } from './reserve.ts';
import { forgetCard } from './forget-card.ts';
import { hashRequest } from './request-hash.ts';
import { settle } from './settle.ts';
import { paymentTerms, splitTerms } from './terms.ts';
import { whenAnswered } from './wait.ts';

/** What the companion knows of the customer's browser by itself. */
export interface Client {
  ip: string;
  acceptHeader: string;
}

/**
 * Pays an order with a card or a card token: checks, writes the try down, calls the gateway once, and takes in
 * what came of it. A decline is a payment with `failure`; an unclear outcome is one with `unknown`.
 * @throws ProblemError for what the companion itself refuses
 */
export async function createDirectPayment(
  deps: PaymentDeps,
  order: Order,
  key: string,
  input: CreatePaymentInput,
  client: Client,
): Promise<Payment> {
  requireMode(order, 'direct', deps.config);
  const customer = { ...input.customer, ...order.customer };
  requireValid(order, input, customer, deps.clock.now());
  const requestHash = await hashRequest(deps.config.requestHashKey, input);
  const { fresh, payment } = await begin(deps, { order, mode: 'direct', idempotencyKey: key, requestHash });
  if (!fresh) return payment;
  const request = directRequest(deps, order, payment, input, customer, client);
  const terms = splitTerms(payment);
  const outcome = await callForPayment(deps, payment, () =>
    terms ? deps.gateway.createSplitDirect({ ...request, ...terms }) : deps.gateway.createDirect(request),
  );
  if (outcome.kind !== 'answered') return settle(deps, payment, outcome);
  return settle(deps, payment, { ...outcome, value: forgetCard(outcome.value, input) });
}

async function begin(deps: PaymentDeps, attempt: Attempt): Promise<{ fresh: boolean; payment: Payment }> {
  let reservation = await reserve(deps, attempt);
  if (reservation.kind === 'open') {
    // A hosted page that was opened and left must not be paid any more once a card goes out.
    await replaceOpen(deps, reservation);
    reservation = await reserve(deps, attempt);
  }
  if (reservation.kind === 'open') throw new ProblemError('payment-open');
  if (reservation.kind === 'begun') return { fresh: true, payment: reservation.payment };
  // The first of two equal requests may still be under way: its answer is the answer to both.
  return { fresh: false, payment: await whenAnswered(deps, reservation.payment) };
}

function requireValid(order: Order, input: CreatePaymentInput, customer: Customer, now: Date): void {
  if (input.savedCard) throw new ProblemError('order-unsupported', 'Saved cards are not offered here.');
  const errors: FieldError[] = [
    // Not sent for a lookup (interface document, Create payment, parameter table).
    ...(order.method === 'lookup' && input.cardToken ? [{ path: 'cardToken', code: 'not-for-lookup' }] : []),
    ...(input.card ? cardErrors(input.card, order, now) : []),
    ...missingFields(order, 'direct', customer),
    ...emptyFields(input.fingerprint),
  ];
  if (errors.length > 0) throw new ProblemError('invalid-input', undefined, errors);
}

/** The gateway takes no fingerprint with an empty field; to learn that from it would cost a try. */
function emptyFields(fingerprint: Fingerprint): FieldError[] {
  return Object.entries(fingerprint)
    .filter(([, value]) => value.trim() === '')
    .map(([name]) => ({ path: `fingerprint.${name}`, code: 'required' }));
}

function directRequest(
  deps: PaymentDeps,
  order: Order,
  payment: Payment,
  input: CreatePaymentInput,
  customer: Customer,
  client: Client,
): NewDirectPayment {
  return {
    ...paymentTerms(deps, order, payment, customer),
    card: input.card,
    cardToken: input.cardToken,
    customerIp: client.ip,
    fingerprint: completeFingerprint(input.fingerprint, client),
  };
}

function completeFingerprint(fingerprint: Fingerprint, client: Client): NewDirectPayment['fingerprint'] {
  return { ...fingerprint, browserAcceptHeader: client.acceptHeader, browserIpAddress: client.ip };
}
