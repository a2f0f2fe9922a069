import { maskOf } from '../../contract/card.ts';
import type { CreatePaymentInput, Fingerprint, PaymentView } from '../../contract/checkout-api.ts';
import type { Customer } from '../../contract/customer.ts';
import type { Order } from '../../contract/order.ts';
import { type FieldError, ProblemError } from '../../contract/problem.ts';
import { call } from '../call.ts';
import { reportOf } from '../order/report.ts';
import { canRetry, paymentView } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { NewDirectPayment } from '../ports/gateway.ts';
import { whenAnswered } from '../wait.ts';
import { type Admission, type AttemptInput, beginAttempt, type StatedOrder } from './begin.ts';
import { replaceOpen } from './cancel-hosted.ts';
import { cardErrors } from './card-errors.ts';
import { missingFields } from './customer-fields.ts';
import { forgetCard } from './forget-card.ts';
import { requireMode } from './modes.ts';
import { paymentTerms, splitTerms } from './payment-terms.ts';
import { requestHash } from './request-hash.ts';

/** What the companion knows of the customer's browser by itself. */
export interface Client {
  ip: string;
  acceptHeader: string;
}

/**
 * Pays an order with a card or a card token: checks, writes the attempt down, calls the gateway once, and takes in what
 * became of it. A decline is a payment with `failure`; an unclear outcome is one with `unknown`.
 * @throws ProblemError for what the companion itself refuses
 */
export async function payDirect(
  deps: PaymentDeps,
  stated: StatedOrder,
  key: string,
  input: CreatePaymentInput,
  client: Client,
): Promise<PaymentView> {
  const { order } = stated;
  requireMode(order, 'direct', deps.config);
  const customer = { ...input.customer, ...order.customer };
  requireValid(order, input, customer, client, deps.clock.now());
  const admission = await begin(deps, {
    ...stated,
    mode: 'direct',
    idempotencyKey: key,
    requestHash: requestHash(input),
    cardMask: input.card ? maskOf(input.card.number) : null,
  });
  const { attempt } = admission;
  const after =
    admission.kind === 'begun'
      ? await send(deps, admission, directRequest(deps, order, admission, input, customer, client))
      : // The first of two equal requests may still be in flight: its answer is the answer to both.
        await whenAnswered(deps, admission.order, attempt.id);
  const paid = after.state.attempts.find((one) => one.id === attempt.id) ?? attempt;
  return paymentView(order.id, paid, canRetry(after.state));
}

async function begin(deps: PaymentDeps, input: AttemptInput): Promise<Admission> {
  const first = await beginAttempt(deps, input);
  if (first.kind !== 'open') return first;
  // A hosted page that was opened and left must not be paid any more once a card goes out.
  await replaceOpen(deps, first);
  const second = await beginAttempt(deps, input);
  if (second.kind === 'open') throw new ProblemError('payment-open');
  return second;
}

function send(deps: PaymentDeps, { order, attempt }: Admission, request: NewDirectPayment) {
  const split = splitTerms(attempt);
  return call(deps, order, {
    about: attempt.id,
    send: () =>
      split ? deps.gateway.createSplitDirect({ ...request, ...split }) : deps.gateway.createDirect(request),
    answer: (told) => ({
      kind: 'answered',
      id: deps.newId(),
      about: attempt.id,
      report: reportOf(forgetCard(told, request)),
    }),
    refused: () => 'The payment service did not take the payment.',
  });
}

function requireValid(
  order: Order,
  input: CreatePaymentInput,
  customer: Customer,
  client: Client,
  now: Date,
): void {
  if (input.savedCard) throw new ProblemError('order-unsupported', 'Saved cards are not offered here.');
  // The gateway requires it; without it the browser has hung up already.
  if (client.ip === '') throw new ProblemError('bad-request', 'The connection was closed.');
  const errors: FieldError[] = [
    // Not sent for a lookup (interface document, Create payment, parameter table).
    ...(order.method === 'lookup' && input.cardToken ? [{ path: 'cardToken', code: 'not-for-lookup' }] : []),
    ...(input.card ? cardErrors(input.card, order, now) : []),
    ...missingFields(order, 'direct', customer),
    ...emptyFields(input.fingerprint),
  ];
  if (errors.length > 0) throw new ProblemError('invalid-input', undefined, errors);
}

/** The gateway takes no fingerprint with an empty field; to learn that from it would cost an attempt. */
function emptyFields(fingerprint: Fingerprint): FieldError[] {
  return Object.entries(fingerprint)
    .filter(([, value]) => value.trim() === '')
    .map(([name]) => ({ path: `fingerprint.${name}`, code: 'required' }));
}

function directRequest(
  deps: PaymentDeps,
  order: Order,
  { attempt }: Admission,
  input: CreatePaymentInput,
  customer: Customer,
  client: Client,
): NewDirectPayment {
  return {
    ...paymentTerms(deps, order, attempt, customer),
    card: input.card,
    cardToken: input.cardToken,
    customerIp: client.ip,
    fingerprint: {
      ...input.fingerprint,
      browserAcceptHeader: client.acceptHeader,
      browserIpAddress: client.ip,
    },
  };
}
