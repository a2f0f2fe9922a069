import { hash } from 'node:crypto';
import { maskOf } from '../../contract/card.ts';
import type { AskedCustomer, HostedView } from '../../contract/checkout-api.ts';
import { customerLangFor } from '../../contract/customer-lang.ts';
import type { Order } from '../../contract/order.ts';
import { type FieldError, invalidAll, ProblemError } from '../../contract/problem.ts';
import { MOST_ORDER_IDS } from './attempts.ts';
import { call } from '../call.ts';
import { cancelOldPages, cancelOpen } from './cancel.ts';
import { cardErrors, customerFor, requireMode } from './checks.ts';
import type { Card, NewHostedPayment } from '../gateway-port.ts';
import { subjectsOf } from './limits.ts';
import type { Snapshot } from '../order/order.ts';
import { isOrderIdTaken } from '../order/ownership.ts';
import type { Payment } from '../order/payment.ts';
import { isPageToCancel } from '../order/schedule.ts';
import { paymentView } from '../order/views.ts';
import type { PaymentDeps } from '../ports.ts';
import { isOfAnother } from './payer-view.ts';
import { whenAnswered } from '../queries/wait.ts';
import { cardToSave, savingErrors, type SignedOrder } from './saved-cards.ts';
import {
  type PaymentInput,
  paymentTerms,
  refusedPayment,
  splitTerms,
  type Start,
  startPayment,
} from './start-payment.ts';

/** Optional data of a hosted payment besides the customer's fields. */
export interface HostedExtras {
  /** only for a lookup, and required there (interface 1.6) */
  card?: Card | undefined;
  /** the customer's language tags, preferred ones first, used if the order specifies none */
  languages?: readonly string[] | undefined;
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
  { card, languages = [], ip = '', saveCard }: HostedExtras = {},
): Promise<HostedView> {
  const { order } = signed;
  requireMode(order, 'hosted', deps.config);
  const { customer, errors: customerErrors } = customerFor(order, 'hosted', typed);
  const errors = [
    ...hostedCardErrors(card, order, deps.clock.now()),
    ...savingErrors(signed, { card, saveCard }),
    ...customerErrors,
  ];
  if (errors.length > 0) throw invalidAll(errors);
  const wanted: PaymentInput = {
    ...signed,
    mode: 'hosted',
    idempotencyKey: '',
    requestHash: card ? hash('sha256', `${maskOf(card.number)} ${saveCard}`) : '',
    // The customer may use another card on the page.
    cardMask: null,
    savesIn: (state) => cardToSave(deps, signed, state, { card, saveCard }),
    // Without a card here, nothing can be tested here.
    subjects: card ? subjectsOf(deps, { cardMask: maskOf(card.number), orderId: order.id, ip }) : [],
  };
  for (let round = 1; ; round += 1) {
    const start = await begin(deps, wanted);
    if ('location' in start) return start;
    const after = await send(deps, start, {
      ...paymentTerms(deps, order, start.payment, customer),
      card,
      orderTimeout: order.orderTimeout,
      lang: order.lang ?? customerLangFor(languages),
      microfinanceOrIgaming: Boolean(order.rules.microfinance ?? order.rules.igaming),
    });
    const payment = after.state.payments.find(({ id }) => id === start.payment.id);
    // The order was closed or changed while the page was opened.
    const isTooLate = payment && isPageToCancel(after.state, payment, deps.clock.now().getTime());
    const page = isTooLate ? null : pageOf(after, start.payment.id);
    if (page) return page;
    if (isTooLate) await cancelOldPages(deps, after);
    else if (!payment || !isOrderIdTaken(payment) || round === MOST_ORDER_IDS) refuse(payment);
  }
}

function hostedCardErrors(card: Card | undefined, order: Order, now: Date): FieldError[] {
  const isWanted = order.method === 'lookup';
  if (!card) return isWanted ? [{ path: 'card', code: 'required' }] : [];
  return isWanted ? cardErrors(card, order, now) : [{ path: 'card', code: 'not-sent' }];
}

/** Starts a payment, or returns the page that is already open. */
async function begin(deps: PaymentDeps, input: PaymentInput): Promise<Start | HostedView> {
  for (let round = 1; ; round += 1) {
    const start = await startPayment(deps, { ...input, idempotencyKey: `hosted-${deps.newId()}` });
    if (start.kind !== 'open') return start;
    const order = await cancelOldPages(deps, await whenAnswered(deps, start.order, start.payment.id));
    const payment = order.state.payments.find((one) => one.id === start.payment.id) ?? start.payment;
    const isSame =
      start.isSameTerms &&
      payment.requestHash === input.requestHash &&
      !isOfAnother(order.state, payment, input);
    const isUsable = isSame && !isPageToCancel(order.state, payment, deps.clock.now().getTime());
    const page = isUsable ? pageOf(order, payment.id) : null;
    if (page) return page;
    if (round === MOST_ORDER_IDS) throw new ProblemError('payment-open');
    // The page cannot be used: it is for other terms, another card or customer, it has expired, or its address is unknown.
    await cancelOpen(deps, { ...start, order, payment });
  }
}

function send(deps: PaymentDeps, { order, payment }: Start, request: NewHostedPayment): Promise<Snapshot> {
  const split = splitTerms(payment);
  return call(deps, order, {
    about: payment.id,
    send: () =>
      split ? deps.gateway.createSplitHosted({ ...request, ...split }) : deps.gateway.createHosted(request),
    answer: ({ location }) => ({ how: 'page-opened', url: location }),
    refused: ({ means }) => refusedPayment(means),
  });
}

function pageOf(order: Snapshot, id: string): HostedView | null {
  const payment = order.state.payments.find((one) => one.id === id);
  if (payment?.mode !== 'hosted' || !payment.actionUrl || payment.review) return null;
  return { location: payment.actionUrl, payment: paymentView(order, payment) };
}

/** Why our own payment has no page. Only one that was not sent or was refused is certainly not charged. */
function refuse(payment: Payment | undefined): never {
  if (payment?.endedBy === 'not-sent') {
    throw new ProblemError('gateway-unreachable', 'The payment page cannot be reached. Nothing was charged.');
  }
  if (payment?.endedBy === 'refused') {
    throw new ProblemError('gateway-refused', 'The payment page was not opened. Nothing was charged.');
  }
  throw new ProblemError(payment?.status === 'success' ? 'order-paid' : 'payment-open');
}
