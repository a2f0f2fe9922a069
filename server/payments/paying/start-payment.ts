import type { Customer } from '../../contract/customer.ts';
import type { Order } from '../../contract/order.ts';
import { invalid, ProblemError } from '../../contract/problem.ts';
import type { PaymentMode } from '../../contract/words.ts';
import { longestCallMs } from '../call.ts';
import type { GatewayRefusal, NewPayment, SplitTerms } from '../gateway-port.ts';
import { attemptsRefusal } from './attempts.ts';
import { countsOf, limitRefusal, noteRefusal } from './limits.ts';
import type { Fact, PaymentRequest, OrderTerms } from '../order/journal.ts';
import { fold, type OrderState, type Snapshot } from '../order/order.ts';
import { payingPayment, blockerOf, tokenAge } from '../order/paying.ts';
import { sameTerms, termsOf } from '../order/terms.ts';
import { isOrderIdTaken } from '../order/ownership.ts';
import { ID_TAKEN } from '../order/payment-entries.ts';
import { isCertain, type Payment } from '../order/payment.ts';
import { change, type Decision } from '../orders.ts';
import { ConflictError, type PaymentDeps, type Subject } from '../ports.ts';
import type { SignedOrder } from './saved-cards.ts';

/** Starts a payment: what both modes have in common. */

/** A payment that is wanted. */
export interface PaymentInput extends SignedOrder {
  mode: PaymentMode;
  idempotencyKey: string;
  requestHash: string;
  /** of the card that will be sent, or null */
  cardMask: string | null;
  /** what limits count it under */
  subjects: readonly Subject[];
  /** the card to save if the payment succeeds */
  savesIn: (state: OrderState) => PaymentRequest['saves'];
  /** the id of the saved card that is charged */
  savedCard?: string | undefined;
  /** the id of the payment that waits for its customer, beside which this one is to begin */
  replaces?: string | undefined;
}

/**
 * `started`: in the journal, to be sent by the caller. `repeated`: the same request came before. `open`: another
 * payment stands in the way; `refusal` is the problem that a new payment would get if that one were gone.
 */
export type Start = { order: Snapshot; payment: Payment } & (
  | { kind: 'started' | 'repeated' }
  | { kind: 'open'; isSameTerms: boolean; refusal: ProblemError | null }
);

const MOST_ROUNDS = 20;

/**
 * Writes a payment into the journal before the gateway is called. If this process dies, the journal says that the
 * outcome is unknown, which is true. Two requests that race for one order write the same place of its journal, so only
 * one of them starts a payment.
 * @throws ProblemError `idempotency-key-reused`, `order-paid`, `order-closed`, `order-changed` (of a repeated request, or since the
 *   token was made), `payment-open` and `invalid-input` (`replaces`), `too-many-attempts`, `limit-reached`,
 *   `gateway-busy`
 */
export async function startPayment(deps: PaymentDeps, input: PaymentInput): Promise<Start> {
  let isTaken = false;
  for (let round = 1; ; round += 1) {
    try {
      return await tryToStart(deps, input, isTaken);
    } catch (error) {
      noteRefusal(deps, input.order.id, error);
      if (!(error instanceof ConflictError) || round === MOST_ROUNDS) throw error;
      // A limit was reached meanwhile, or the order id is that of another order of the merchant.
      isTaken ||= error.on === 'gateway-order-id';
    }
  }
}

async function tryToStart(deps: PaymentDeps, input: PaymentInput, isTaken: boolean): Promise<Start> {
  const limited = await limitRefusal(deps, input.subjects);
  const { result, order } = await change(deps, input.order.id, (current) =>
    decide(deps, current, input, limited, isTaken),
  );
  if (result.kind === 'paid') throw new ProblemError('order-paid');
  const payment = order.state.payments.find((one) => one.id === result.id);
  if (!payment) throw new ProblemError('internal-error');
  return { ...result, order, payment };
}

type Result =
  | { kind: 'paid' }
  | { kind: 'started' | 'repeated'; id: string }
  | { kind: 'open'; id: string; isSameTerms: boolean; refusal: ProblemError | null };

function decide(
  deps: PaymentDeps,
  order: Snapshot,
  input: PaymentInput,
  limitReached: ProblemError | null,
  isTaken: boolean,
): Decision<Result> {
  const terms = termsOf(input.order);
  const begun = order.state.payments.filter((one) => one.idempotencyKey === input.idempotencyKey);
  if (begun.some((one) => one.requestHash !== input.requestHash))
    throw new ProblemError('idempotency-key-reused');
  const same = begun.findLast((one) => !isOrderIdTaken(one));
  if (same && !sameTerms(same.terms, terms)) throw new ProblemError('order-changed');
  if (same) return { facts: [], result: { id: same.id, kind: 'repeated' } };
  const nowMs = deps.clock.now().getTime();
  const { facts: updates, repeats } = orderUpdate(order, input, nowMs);
  const state = stateAfter(order, updates);
  // A token may bring back the terms of an earlier success.
  if (payingPayment(state)) return { facts: updates, repeats, result: { kind: 'paid' } };
  requireCurrent(state, input);
  const replaces = replacedBy(state, input);
  const limited = attemptsRefusal(deps, order, state, input.mode, nowMs) ?? limitReached;
  const blocker = blockerOf(state, replaces);
  if (blocker?.code === 'cannot-replace') throw new ProblemError('payment-open');
  if (blocker?.by) {
    const { id } = blocker.by;
    const isSameTerms = sameTerms(blocker.by.terms, terms);
    return { facts: updates, repeats, result: { kind: 'open', id, isSameTerms, refusal: limited } };
  }
  if (limited) throw limited;
  const payment = newPayment(deps, state, input, replaces, isTaken);
  const begunUnder: readonly Fact[] = repeats ? [{ kind: 'order-updated', orderTerms: repeats }] : updates;
  return {
    facts: [...begunUnder, { kind: 'payment-started', payment }],
    result: { kind: 'started', id: payment.id },
    counts: deps.limits ? countsOf(deps.limits.rules, input.subjects, payment) : [],
  };
}

/** What has failed meanwhile need not be replaced. @throws ProblemError `invalid-input` for an unknown id */
function replacedBy({ payments }: OrderState, { replaces }: PaymentInput): string | null {
  if (replaces === undefined) return null;
  const named = payments.find((one) => one.id === replaces);
  if (!named) throw invalid('replaces', 'unknown');
  return isCertain(named, 'failure') ? null : replaces;
}

function newPayment(
  deps: PaymentDeps,
  state: OrderState,
  { order, mode, idempotencyKey, requestHash, cardMask, savesIn, savedCard }: PaymentInput,
  replaces: string | null,
  isTaken: boolean,
): PaymentRequest {
  const number = state.payments.length + 1;
  const sentAt = deps.clock.now().getTime();
  const lifespanMs = mode === 'hosted' && order.orderTimeout ? order.orderTimeout * 1_000 : null;
  return {
    id: deps.newId(),
    gatewayOrderId: gatewayOrderIdFor(order.id, isTaken ? number + 1 : number),
    gatewayClock: deps.gatewayClock.range,
    posId: deps.config.posId,
    mode,
    terms: termsOf(order),
    cardMask,
    replaces,
    expiresAt: lifespanMs === null ? null : sentAt + lifespanMs,
    returnUrl: order.returnUrl ?? null,
    customerId: order.customer.id ?? null,
    savedCard: savedCard ?? null,
    saves: savesIn(state),
    sentAt,
    callMs: longestCallMs(deps),
    idempotencyKey,
    requestHash,
  };
}

/** Secondary operations accept no longer order ids (interface 16.4). */
const LONGEST_GATEWAY_ORDER_ID = 32;
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * The order id of a payment at the gateway: the merchant's own for the first, then with a short suffix, since a used id
 * is never accepted again. The suffix is random, so that it does not collide with an order id of the merchant.
 * @param number 1 for the first payment
 */
function gatewayOrderIdFor(orderId: string, number: number): string {
  if (number === 1) return orderId;
  const random = Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => ALPHABET[byte % 32]).join(
    '',
  );
  const suffix = `.${number}${random}`;
  return orderId.slice(0, LONGEST_GATEWAY_ORDER_ID - suffix.length) + suffix;
}

// --- What the token states ---

/** @throws ProblemError `order-closed`; `order-changed` if a newer token has replaced this one */
export function requireCurrent(state: OrderState, { order, issuedAt }: SignedOrder): void {
  if (state.closedAt !== null) throw new ProblemError('order-closed', 'The order is no longer open.');
  if (tokenAge(state, termsOf(order), issuedAt) !== 'outdated') return;
  throw new ProblemError('order-changed', 'The order was changed. Please go back to the shop.');
}

type OrderUpdated = Extract<Fact, { kind: 'order-updated' }>;

/** What a token says of an order. */
interface OrderUpdate {
  /** the entry, if the token updates the order */
  facts: readonly OrderUpdated[];
  /** what it states, if that is not worth an entry: it is written only together with a payment */
  repeats: OrderTerms | null;
}

const NO_UPDATE: OrderUpdate = { facts: [], repeats: null };

/**
 * What a token states. Nothing if it is not newer than the entries, if the order is closed, or if it was made after the
 * order was paid. A token made before that counts even if it is first seen now, so that a payer cannot hold it back.
 */
export function orderUpdate(
  { state, entries }: Snapshot,
  { order, issuedAt }: SignedOrder,
  nowMs: number,
): OrderUpdate {
  if (state.closedAt !== null) return NO_UPDATE;
  const age = tokenAge(state, termsOf(order), issuedAt);
  const written = entries.findLast((one) => one.kind === 'order-updated')?.orderTerms;
  const isUnwritten = age === 'current' && written && issuedAt !== null && issuedAt > written.issuedAt;
  if (age !== 'newer' && !isUnwritten) return NO_UPDATE;
  const paying = payingPayment(state);
  const paidAt = paying && (entries[paying.succeededAs ?? -1]?.at ?? paying.sentAt);
  if (paidAt !== null && (issuedAt === null || issuedAt * 1_000 >= paidAt)) return NO_UPDATE;
  const firstSeen = Math.max(Math.floor(nowMs / 1_000), state.orderTerms?.issuedAt ?? 0);
  const orderTerms = {
    terms: termsOf(order),
    description: order.description,
    issuedAt: issuedAt ?? firstSeen,
    by: 'token' as const,
    linkId: null,
    customerId: order.customer.id ?? null,
  };
  return isUnwritten || isReload(written, orderTerms, state.createdAt ?? 0)
    ? { facts: [], repeats: orderTerms }
    : { facts: [{ kind: 'order-updated', orderTerms }], repeats: null };
}

const LEAST_S = 60;

/**
 * Pages make a token with each visit. One over the same terms is written once a minute. If it says the same altogether,
 * it is written less often as the order gets older, after a hundredth of its age: a year of visits makes a thousand
 * entries.
 */
function isReload(was: OrderTerms | undefined, now: OrderTerms, createdAt: number): boolean {
  if (!was || !sameTerms(was.terms, now.terms)) return false;
  const isSame = was.description === now.description && was.customerId === now.customerId;
  const ageS = isSame ? now.issuedAt - createdAt / 1_000 : 0;
  return now.issuedAt - was.issuedAt < Math.max(LEAST_S, ageS / 100);
}

/** The order with entries that are about to be written. */
export const stateAfter = ({ state }: Snapshot, facts: readonly Fact[]): OrderState =>
  fold(
    facts.map((fact) => ({ ...fact, at: state.updatedAt })),
    state,
  );

/** What the timeline says of a payment that the gateway refused. */
export const refusedPayment = (means: GatewayRefusal['means']): string =>
  means === 'order-id-exists' ? ID_TAKEN : 'The payment service did not accept the payment.';

// --- What the gateway is sent ---

/** With every field, so that the compiler finds one that is not copied from the order. */
type PaymentTerms = { [Field in keyof Required<NewPayment>]: NewPayment[Field] };

/** The parameters of every create call, direct or hosted. */
export function paymentTerms(
  { config }: Pick<PaymentDeps, 'config'>,
  order: Order,
  { id, gatewayOrderId, terms }: PaymentRequest,
  customer: Customer,
): PaymentTerms {
  const { method, amountMinor, currency } = terms;
  const { description, threeDs, rules, products, payload, mcc, validationUrl } = order;
  return {
    method,
    gatewayOrderId,
    amountMinor,
    currency,
    description,
    threeDs,
    customer,
    microfinance: rules.microfinance,
    products,
    payload,
    mcc,
    validationUrl,
    serverUrl: `${config.publicUrl}/webhook`,
    resultUrl: `${config.publicUrl}/return/${id}`,
  };
}

/** The additional parameters of a split purchase (interface 2.1); null if it is not split. */
export const splitTerms = ({ terms }: PaymentRequest): SplitTerms | null =>
  terms.split && { method: 'purchase', split: terms.split };
