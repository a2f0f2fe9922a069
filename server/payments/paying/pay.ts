import { createHmac, hash } from 'node:crypto';
import { maskOf } from '../../contract/card.ts';
import type { CreatePaymentInput, Fingerprint, PaymentView } from '../../contract/checkout-api.ts';
import type { Customer } from '../../contract/customer.ts';
import type { Order } from '../../contract/order.ts';
import { type FieldError, invalidAll, ProblemError } from '../../contract/problem.ts';
import { MOST_ORDER_IDS } from './attempts.ts';
import { call } from '../call.ts';
import { cancelOpen } from './cancel.ts';
import { cardErrors, customerFor, requireMode } from './checks.ts';
import type { GatewayPayment, NewDirectPayment } from '../gateway-port.ts';
import { subjectsOf } from './limits.ts';
import type { Snapshot } from '../order/order.ts';
import { isOrderIdTaken } from '../order/ownership.ts';
import { isFinal, type Payment } from '../order/payment.ts';
import { paymentView } from '../order/views.ts';
import { readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import { notForLong, whenAnswered } from '../queries/wait.ts';
import { reportOf } from '../reports.ts';
import {
  cardToSave,
  type ChosenCard,
  chosenCard,
  isSavedCardDead,
  savingErrors,
  type SignedOrder,
  updateSavedCards,
} from './saved-cards.ts';
import {
  type PaymentInput,
  paymentTerms,
  refusedPayment,
  splitTerms,
  type Start,
  startPayment,
} from './start-payment.ts';
import { pollPayment } from '../workers/poll-payment.ts';

/** What the companion itself knows about the customer's browser. */
export interface Client {
  ip: string;
  acceptHeader: string;
}

/**
 * Pays an order with a card or a card token: validates the request, writes the payment, calls the gateway once and
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
  const { customer, errors } = customerFor(order, 'direct', input.customer);
  requireValid(signed, input, errors, client, deps.clock.now());
  for (let round = 1; ; round += 1) {
    const { order: after, payment } = await tryToPay(deps, signed, key, input, { ...client, customer });
    if (isOrderIdTaken(payment) && round < MOST_ORDER_IDS) continue;
    return { ...paymentView(after, payment), ...(isSavedCardDead(payment) && { savedCardRefused: true }) };
  }
}

/** One attempt, under one order id of the gateway. */
async function tryToPay(
  deps: PaymentDeps,
  signed: SignedOrder,
  key: string,
  input: CreatePaymentInput,
  payer: Client & { customer: Customer },
): Promise<{ order: Snapshot; payment: Payment }> {
  const { order } = signed;
  const idempotencyKey = hash('sha256', key);
  const saved = await savedCardOf(deps, signed, input, idempotencyKey);
  const cardMask = saved?.mask ?? (input.card ? maskOf(input.card.number) : null);
  const start = await begin(deps, {
    ...signed,
    mode: 'direct',
    idempotencyKey,
    requestHash: requestHash(key, input),
    cardMask,
    subjects: subjectsOf(deps, { cardMask, orderId: order.id, ip: payer.ip }),
    savesIn: (state) => cardToSave(deps, signed, state, input),
    savedCard: input.savedCard?.id,
    replaces: input.replaces,
  });
  const { id } = start.payment;
  const charged = { ...input, cardToken: saved?.token ?? input.cardToken };
  const answered =
    start.kind === 'started'
      ? await send(deps, start, directRequest(deps, order, start.payment, charged, payer))
      : // The first of two identical requests may still be in flight: its response answers both.
        await whenAnswered(deps, start.order, id);
  const after = await askWhose(deps, answered, id);
  return { order: after, payment: after.state.payments.find((one) => one.id === id) ?? start.payment };
}

/** After "order id exists" the gateway is asked once, before the customer gets an answer. */
async function askWhose(deps: PaymentDeps, order: Snapshot, id: string): Promise<Snapshot> {
  const payment = order.state.payments.find((one) => one.id === id);
  if (payment?.ownership !== 'id-taken' || isFinal(payment)) return order;
  await notForLong(
    deps,
    order,
    deps.singleFlight.run(id, () => pollPayment(deps, order.orderId, id)),
  );
  return readOrder(deps, order.orderId);
}

/** Null if the same request came before: it is answered with its payment, even if the card is no longer there. */
async function savedCardOf(
  deps: PaymentDeps,
  signed: SignedOrder,
  { savedCard }: CreatePaymentInput,
  idempotencyKey: string,
): Promise<ChosenCard | null> {
  if (!savedCard) return null;
  const { state } = await readOrder(deps, signed.order.id);
  const isRepeated = state.payments.some(
    (one) => one.idempotencyKey === idempotencyKey && !isOrderIdTaken(one),
  );
  if (isRepeated) return null;
  return chosenCard(deps, signed, state, savedCard.id);
}

async function begin(deps: PaymentDeps, input: PaymentInput): Promise<Start> {
  const first = await startPayment(deps, input);
  if (first.kind !== 'open') return first;
  // Once a card is sent, a hosted page that was opened and abandoned must no longer be payable.
  await cancelOpen(deps, first);
  const second = await startPayment(deps, input);
  if (second.kind === 'open') throw new ProblemError('payment-open');
  return second;
}

async function send(
  deps: PaymentDeps,
  { order, payment }: Start,
  request: NewDirectPayment,
): Promise<Snapshot> {
  const split = splitTerms(payment);
  let answered: GatewayPayment | null = null;
  let isTokenRefused = false;
  const after = await call(deps, order, {
    about: payment.id,
    send: () =>
      split ? deps.gateway.createSplitDirect({ ...request, ...split }) : deps.gateway.createDirect(request),
    answer: (told) => {
      answered = told;
      return { how: 'answered', report: reportOf(told) };
    },
    refused: ({ means }) => {
      isTokenRefused = means === 'card-token';
      return refusedPayment(means);
    },
  });
  if (answered) await updateSavedCards(deps, after, answered);
  if (isTokenRefused && payment.savedCard !== null) await refuseSavedCard(deps, after, payment);
  return after;
}

/** @throws ProblemError `saved-card-refused` */
async function refuseSavedCard(
  { store, log }: PaymentDeps,
  { orderId }: Snapshot,
  { id: paymentId, savedCard, sentAt }: Payment,
): Promise<never> {
  await store.savedCards.drop(savedCard ?? '', sentAt);
  log('card.refused', { orderId, paymentId, statusCode: null });
  const detail = 'This saved card can no longer be used and was removed. Nothing was charged.';
  throw new ProblemError('saved-card-refused', detail);
}

function requireValid(
  signed: SignedOrder,
  input: CreatePaymentInput,
  customerErrors: readonly FieldError[],
  client: Client,
  now: Date,
): void {
  const { order } = signed;
  // The gateway requires the address. If there is none, the browser has already disconnected.
  if (client.ip === '') throw new ProblemError('bad-request', 'The connection was closed.');
  const errors: FieldError[] = [
    // Not sent for a lookup (interface 1.5).
    ...(order.method === 'lookup' && input.cardToken ? [{ path: 'cardToken', code: 'not-for-lookup' }] : []),
    ...(order.method === 'lookup' && input.savedCard ? [{ path: 'savedCard', code: 'not-for-lookup' }] : []),
    ...savingErrors(signed, input),
    ...(input.card ? cardErrors(input.card, order, now) : []),
    ...customerErrors,
    ...emptyFields(input.fingerprint),
  ];
  if (errors.length > 0) throw invalidAll(errors);
}

/** The gateway rejects a fingerprint with an empty field. Checking here saves the attempt that its refusal would cost. */
function emptyFields(fingerprint: Fingerprint): FieldError[] {
  return Object.entries(fingerprint)
    .filter(([, value]) => value.trim() === '')
    .map(([name]) => ({ path: `fingerprint.${name}`, code: 'required' }));
}

function directRequest(
  deps: PaymentDeps,
  order: Order,
  payment: Payment,
  { card, cardToken, fingerprint }: CreatePaymentInput,
  { ip, acceptHeader, customer }: Client & { customer: Customer },
): NewDirectPayment {
  return {
    ...paymentTerms(deps, order, payment, customer),
    card,
    cardToken,
    customerIp: ip,
    fingerprint: { ...fingerprint, browserAcceptHeader: acceptHeader, browserIpAddress: ip },
  };
}

/**
 * Tells a repeated payment request from another one under the same idempotency key. Mask and expiry stand for the card,
 * since a hash of the full number could be brute-forced (PCI DSS 3.5.1). The CVV may not be stored in any form; the
 * fingerprint may change with a reload.
 * @param key the idempotency key, of which only a hash is stored: without it the expiry and the phone cannot be
 *   brute-forced
 * @returns hex text
 */
function requestHash(key: string, input: Omit<CreatePaymentInput, 'fingerprint'>): string {
  const { card, savedCard, cardToken, saveCard, replaces, customer } = input;
  const parts = [
    card && [maskOf(card.number), card.expMonth, card.expYear],
    savedCard?.id,
    cardToken && hash('sha256', cardToken),
    saveCard,
    replaces,
    Object.entries(customer).sort(([one], [other]) => (one < other ? -1 : 1)),
  ];
  const text = JSON.stringify(parts.map((part) => part ?? null));
  return createHmac('sha256', key).update(text).digest('hex');
}
