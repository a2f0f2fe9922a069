import { maskOf } from '../../contract/card.ts';
import type { AskedCustomer, HostedView } from '../../contract/checkout-api.ts';
import { customerLangFor } from '../../contract/customer-lang.ts';
import type { Order } from '../../contract/order.ts';
import { type FieldError, ProblemError } from '../../contract/problem.ts';
import { call } from '../call.ts';
import { sha256 } from '../hash.ts';
import { isInDoubt } from '../order/admission.ts';
import type { Attempt } from '../order/attempt.ts';
import { payingAttempt } from '../order/duplicate.ts';
import type { Snapshot } from '../order/order.ts';
import { canRetry, paymentView } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { Card, NewHostedPayment, Outcome } from '../ports/gateway.ts';
import { whenAnswered } from '../wait.ts';
import {
  type Admission,
  type AttemptInput,
  beginAttempt,
  paymentTerms,
  splitTerms,
  type SignedOrder,
} from './begin.ts';
import { pollExpiredPage, isCancellable, isDeadPage, replaceOpen } from './cancel.ts';
import { cardErrors, missingFields, requireMode } from './checks.ts';
import { namesCard } from './forget-card.ts';
import { subjectsOf } from './limit-names.ts';
import { cardToSave, savingErrors } from './saved-cards.ts';

/** Optional data of a hosted payment besides the customer's fields. */
export interface HostedExtras {
  /** only for a lookup, and required there (interface document, Create payment, rule 8) */
  card?: Card | undefined;
  /** the customer's languages as an `Accept-Language` header, used if the order specifies none */
  languages?: string | undefined;
  /** the customer's address, if known */
  ip?: string | undefined;
  /** saves the card of a lookup */
  saveCard?: boolean | undefined;
}

/**
 * Opens the gateway's page for an order. If a page is already open, or is just being opened (a button clicked twice),
 * its address is returned instead of opening a second page that could be paid too. An expired page is replaced, unless
 * a payment is in progress there.
 * @throws ProblemError if the companion refuses the request; `gateway-refused`, `gateway-unreachable`, `limit-reached`,
 *   `order-paid` or `payment-open` if there is no page to redirect to
 */
export async function payHosted(
  deps: PaymentDeps,
  signed: SignedOrder,
  typed: AskedCustomer,
  { card, languages = '', ip = '', saveCard }: HostedExtras = {},
): Promise<HostedView> {
  const { order } = signed;
  requireMode(order, 'hosted', deps.config);
  const customer = { ...typed, ...order.customer };
  const errors = [
    ...hostedCardErrors(card, order, deps.clock.now()),
    ...savingErrors(signed, { card, saveCard }),
    ...missingFields(order, 'hosted', customer),
  ];
  if (errors.length > 0) throw new ProblemError('invalid-input', undefined, errors);
  const begun = await begin(deps, signed, {
    requestHash: card ? sha256(`${maskOf(card.number)} ${saveCard}`) : '',
    saves: cardToSave(signed, { card, saveCard }),
    subjects: subjectsOf(deps, { card: card?.number ?? null, ip }),
  });
  if (begun.kind === 'page') return begun.page;
  const { admission } = begun;
  const request: NewHostedPayment = {
    ...paymentTerms(deps, order, admission.attempt, customer),
    card,
    orderTimeout: order.orderTimeout,
    lang: order.lang ?? customerLangFor(languages),
    microfinanceOrIgaming: Boolean(order.rules.microfinance ?? order.rules.igaming),
  };
  const after = await send(deps, admission, request);
  return pageOf(after, admission.attempt.id) ?? refuse(after, admission.attempt.id);
}

function hostedCardErrors(card: Card | undefined, order: Order, now: Date): FieldError[] {
  const wanted = order.method === 'lookup';
  if (!card) return wanted ? [{ path: 'card', code: 'required' }] : [];
  return wanted ? cardErrors(card, order, now) : [{ path: 'card', code: 'not-sent' }];
}

type Beginning = { kind: 'begun'; admission: Admission } | { kind: 'page'; page: HostedView };

async function begin(
  deps: PaymentDeps,
  signed: SignedOrder,
  own: Pick<AttemptInput, 'requestHash' | 'subjects' | 'saves'>,
): Promise<Beginning> {
  const input = () => ({
    ...signed,
    ...own,
    mode: 'hosted' as const,
    idempotencyKey: `hosted-${deps.newId()}`,
    cardMask: null,
  });
  const first = await beginAttempt(deps, input());
  if (first.kind !== 'open') return { kind: 'begun', admission: first };
  const begun = await whenAnswered(deps, first.order, first.attempt.id);
  const order = await pollExpiredPage(deps, begun, first.attempt.id);
  const attempt = order.state.attempts.find((one) => one.id === first.attempt.id) ?? first.attempt;
  const isSame = first.sameTerms && attempt.requestHash === own.requestHash;
  const page = isSame && !isDeadPage(deps, attempt) ? pageOf(order, attempt.id) : null;
  if (page) return { kind: 'page', page };
  // The page cannot be used: it is for other terms or another card, it has expired, or its address is unknown.
  if (attempt.status !== 'failure' || attempt.dispute !== null) {
    if (!isCancellable(attempt))
      throw new ProblemError(payingAttempt(order.state) ? 'order-paid' : 'payment-open');
    await replaceOpen(deps, { ...first, order, attempt });
  }
  const second = await beginAttempt(deps, input());
  if (second.kind === 'open') throw new ProblemError('payment-open');
  return { kind: 'begun', admission: second };
}

function send(
  deps: PaymentDeps,
  { order, attempt }: Admission,
  request: NewHostedPayment,
): Promise<Snapshot> {
  return call(deps, order, {
    about: attempt.id,
    send: () => openPage(deps, attempt, request),
    answer: ({ location }) => ({ kind: 'page-opened', about: attempt.id, url: location }),
    refused: () => 'The payment service did not accept the payment.',
  });
}

async function openPage(
  { gateway }: PaymentDeps,
  attempt: Attempt,
  request: NewHostedPayment,
): Promise<Outcome<{ location: string }>> {
  const split = splitTerms(attempt);
  const outcome = await (split
    ? gateway.createSplitHosted({ ...request, ...split })
    : gateway.createHosted(request));
  // An address that contains the card is neither stored nor returned (architecture rule 5).
  const holdsCard = outcome.kind === 'answered' && namesCard(outcome.value.location, request);
  return holdsCard ? { kind: 'unknown', reason: 'location-names-card' } : outcome;
}

function pageOf({ orderId, state }: Snapshot, id: string): HostedView | null {
  const attempt = state.attempts.find((one) => one.id === id);
  if (attempt?.mode !== 'hosted' || !attempt.actionUrl || isInDoubt(attempt)) return null;
  return { location: attempt.actionUrl, payment: paymentView(orderId, attempt, canRetry(state)) };
}

/** Why our own attempt has no page. Only an attempt that was not sent or was refused is certainly not charged. */
function refuse({ state }: Snapshot, id: string): never {
  const attempt = state.attempts.find((one) => one.id === id);
  if (attempt?.endedBy === 'not-sent') {
    throw new ProblemError('gateway-unreachable', 'The payment page cannot be reached. Nothing was charged.');
  }
  if (attempt?.endedBy === 'refused') {
    throw new ProblemError('gateway-refused', 'The payment page was not opened. Nothing was charged.');
  }
  throw new ProblemError(attempt?.status === 'success' ? 'order-paid' : 'payment-open');
}
