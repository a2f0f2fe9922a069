import { maskOf } from '../../contract/card.ts';
import type { CreatePaymentInput, Fingerprint, PaymentView } from '../../contract/checkout-api.ts';
import type { Customer } from '../../contract/customer.ts';
import type { Order } from '../../contract/order.ts';
import { type FieldError, ProblemError } from '../../contract/problem.ts';
import { call } from '../call.ts';
import { requestHash, sha256 } from '../hash.ts';
import { updateSavedCard } from '../update-saved-card.ts';
import type { Snapshot } from '../order/order.ts';
import { reportOf } from '../order/report.ts';
import { isSavedCardRefused } from '../order/attempt-end.ts';
import { canRetry, paymentView } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { GatewayPayment, NewDirectPayment } from '../ports/gateway.ts';
import { whenAnswered } from '../wait.ts';
import {
  type Admission,
  type AttemptInput,
  beginAttempt,
  paymentTerms,
  splitTerms,
  type SignedOrder,
} from './begin.ts';
import { replaceOpen } from './cancel.ts';
import { cardErrors, missingFields, requireMode } from './checks.ts';
import { forgetCard } from './forget-card.ts';
import { subjectsOf } from './limit-names.ts';
import { cardToSave, chosenCard, savingErrors } from './saved-cards.ts';

/** What the companion itself knows about the customer's browser. */
export interface Client {
  ip: string;
  acceptHeader: string;
}

/**
 * Pays an order with a card or a card token: validates the request, records the attempt, calls the gateway once and
 * records the outcome. A decline is a payment with status `failure`; an unclear outcome is one with `unknown`.
 * @throws ProblemError if the companion itself refuses the request
 */
export async function payDirect(
  deps: PaymentDeps,
  signed: SignedOrder,
  key: string,
  input: CreatePaymentInput,
  client: Client,
): Promise<PaymentView> {
  const { order } = signed;
  requireMode(order, 'direct', deps.config);
  const customer = { ...input.customer, ...order.customer };
  requireValid(signed, input, customer, client, deps.clock.now());
  const idempotencyKey = sha256(key);
  const saved = input.savedCard ? await chosenCard(deps, signed, input.savedCard.id, idempotencyKey) : null;
  const admission = await begin(deps, {
    ...signed,
    mode: 'direct',
    idempotencyKey,
    requestHash: requestHash(key, input),
    cardMask: saved?.mask ?? (input.card ? maskOf(input.card.number) : null),
    subjects: subjectsOf(deps, {
      card: input.card?.number ?? saved?.token ?? input.cardToken ?? null,
      ip: client.ip,
    }),
    saves: cardToSave(signed, input),
    savedCard: input.savedCard?.id,
  });
  const charged = { ...input, cardToken: saved?.token ?? input.cardToken };
  const { attempt } = admission;
  const after =
    admission.kind === 'begun'
      ? await send(deps, admission, directRequest(deps, order, admission, charged, customer, client))
      : // The first of two identical requests may still be in flight: its response answers both.
        await whenAnswered(deps, admission.order, attempt.id);
  const paid = after.state.attempts.find((one) => one.id === attempt.id) ?? attempt;
  if (!isSavedCardRefused(paid)) return paymentView(order.id, paid, canRetry(after.state));
  if (paid.endedBy === 'refused') throw new ProblemError('saved-card-refused', REFUSED);
  return { ...paymentView(order.id, paid, canRetry(after.state)), savedCardRefused: true };
}

const REFUSED = 'This saved card can no longer be used and was removed. Nothing was charged.';

async function begin(deps: PaymentDeps, input: AttemptInput): Promise<Admission> {
  const first = await beginAttempt(deps, input);
  if (first.kind !== 'open') return first;
  // Once a card is sent, a hosted page that was opened and abandoned must no longer be payable.
  await replaceOpen(deps, first);
  const second = await beginAttempt(deps, input);
  if (second.kind === 'open') throw new ProblemError('payment-open');
  return second;
}

async function send(
  deps: PaymentDeps,
  { order, attempt }: Admission,
  request: NewDirectPayment,
): Promise<Snapshot> {
  const split = splitTerms(attempt);
  let answered: GatewayPayment | null = null;
  const after = await call(deps, order, {
    about: attempt.id,
    send: () =>
      split ? deps.gateway.createSplitDirect({ ...request, ...split }) : deps.gateway.createDirect(request),
    answer: (payment) => {
      answered = payment;
      const report = reportOf(forgetCard(payment, request));
      return { kind: 'answered', id: deps.newId(), about: attempt.id, report };
    },
    refused: () => 'The payment service did not accept the payment.',
  });
  await updateSavedCard(deps, after, attempt.id, answered);
  return after;
}

function requireValid(
  signed: SignedOrder,
  input: CreatePaymentInput,
  customer: Customer,
  client: Client,
  now: Date,
): void {
  const { order } = signed;
  // The gateway requires the address. If there is none, the browser has already disconnected.
  if (client.ip === '') throw new ProblemError('bad-request', 'The connection was closed.');
  const errors: FieldError[] = [
    // Not sent for a lookup (interface document, Create payment, parameter table).
    ...(order.method === 'lookup' && input.cardToken ? [{ path: 'cardToken', code: 'not-for-lookup' }] : []),
    ...(order.method === 'lookup' && input.savedCard ? [{ path: 'savedCard', code: 'not-for-lookup' }] : []),
    ...savingErrors(signed, input),
    ...(input.card ? cardErrors(input.card, order, now) : []),
    ...missingFields(order, 'direct', customer),
    ...emptyFields(input.fingerprint),
  ];
  if (errors.length > 0) throw new ProblemError('invalid-input', undefined, errors);
}

/**
 * The gateway rejects a fingerprint with an empty field. Checking here saves the attempt that its refusal would cost.
 */
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
