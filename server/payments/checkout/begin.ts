import type { PaymentMode } from '../../contract/checkout-api.ts';
import type { Customer } from '../../contract/customer.ts';
import type { Order } from '../../contract/order.ts';
import { ProblemError } from '../../contract/problem.ts';
import { longestCallMs } from '../call.ts';
import { change, type Decision } from '../desk.ts';
import { attemptsLeft, blockingAttempt, isCounted } from '../order/admission.ts';
import { type Attempt, gatewayOrderIdFor } from '../order/attempt.ts';
import { payingAttempt } from '../order/duplicate.ts';
import type { AttemptRequest, Fact } from '../order/journal.ts';
import type { Snapshot } from '../order/order.ts';
import { isSentAhead } from '../order/schedule.ts';
import type { OrderState } from '../order/state.ts';
import { paysFor, sameTerms, classifyToken, parametersOf, termsOf } from '../order/terms.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { NewPayment, SplitTerms } from '../ports/gateway.ts';
import type { TakenPlace } from '../ports/limits.ts';
import type { CardFace } from '../ports/saved-cards.ts';
import { ConflictError } from '../ports/store.ts';
import type { Subject } from './limit-names.ts';
import { type Counts, LimitReached, limitRefusal, noteRefusal, placesFor, readCounts } from './limits.ts';

/** An order as its token describes it. */
export interface SignedOrder {
  order: Order;
  /** the token's `iat`, seconds since 1970, or null */
  issuedAt: number | null;
  /** whether the token comes from a payment page: anyone with the link has it, so it identifies no customer */
  viaLink: boolean;
}

/** The parameters of a new attempt. */
export interface AttemptInput extends SignedOrder {
  mode: PaymentMode;
  idempotencyKey: string;
  requestHash: string;
  /** of the card that will be sent, or null */
  cardMask: string | null;
  /** the card, address and network that limits count it under */
  subjects: readonly Subject[];
  /** the card to save if the attempt succeeds */
  saves?: CardToSave | null;
  /** the id of the saved card that is charged */
  savedCard?: string | undefined;
}

/** A typed card, as it will be shown to its customer. */
export interface CardToSave extends CardFace {
  customerId: string;
}

/**
 * `begun`: in the journal, to be sent by the caller. `repeated`: the same request came before. `open`: another attempt
 * blocks the order; `refusal` is the problem that a new attempt would get if that one were out of the way.
 */
export type Admission = { order: Snapshot; attempt: Attempt } & (
  | { kind: 'begun' | 'repeated' }
  | { kind: 'open'; sameTerms: boolean; refusal: ProblemError | null }
);

/**
 * Writes an attempt into the journal before the gateway is called (architecture rule 2). If this process dies, the
 * journal says that the outcome is unknown, which is true. Two requests that race for one order write the same place of
 * its journal, so only one of them begins an attempt (rule 4).
 * @throws ProblemError `idempotency-key-reused`, `order-paid`, `order-changed` (of a repeated request, or since the
 *   token was made), `too-many-attempts`, `limit-reached`, `gateway-busy`
 */
export async function beginAttempt(deps: PaymentDeps, input: AttemptInput): Promise<Admission> {
  let isTaken = false;
  let waits = 0;
  for (let round = 1; ; round += 1) {
    try {
      return await tryToBegin(deps, input, isTaken);
    } catch (error) {
      // A conflict: another attempt took the same place, or the generated id is the id of another order of the
      // merchant.
      isTaken ||= error instanceof ConflictError && error.on === 'gateway-order-id';
      const waiting = isPassing(error) && waits < MOST_WAITS;
      if (waiting) await deps.clock.sleep(WAIT_MS * (waits += 1));
      if (round < MOST_ROUNDS && (waiting || error instanceof ConflictError)) continue;
      noteRefusal(deps, input.order.id, error);
      throw error;
    }
  }
}

const MOST_ROUNDS = 20;
const MOST_WAITS = 5;
const WAIT_MS = 250;

async function tryToBegin(deps: PaymentDeps, input: AttemptInput, isTaken: boolean): Promise<Admission> {
  const counts = await readCounts(deps, input.subjects);
  const { result, order } = await change(deps, input.order.id, (current) =>
    decide(deps, current, input, counts, isTaken),
  );
  if (result.kind === 'paid') throw new ProblemError('order-paid');
  const attempt = order.state.attempts.find((one) => one.id === result.id);
  if (!attempt) throw new ProblemError('internal-error');
  return { ...result, order, attempt };
}

/** Attempts in flight may hold all places of a card or an address, and may still end without a decline. */
const isPassing = (error: unknown): boolean => error instanceof LimitReached && error.isPassing;

type Result =
  | { kind: 'paid' }
  | ({ id: string } & (
      | { kind: 'begun' | 'repeated' }
      | { kind: 'open'; sameTerms: boolean; refusal: ProblemError | null }
    ));

function decide(
  deps: PaymentDeps,
  order: Snapshot,
  input: AttemptInput,
  counts: Counts | null,
  isTaken: boolean,
): Decision<Result> {
  const terms = termsOf(input.order);
  const same = order.state.attempts.find((one) => one.idempotencyKey === input.idempotencyKey);
  if (same && same.requestHash !== input.requestHash) throw new ProblemError('idempotency-key-reused');
  if (same && !sameTerms(same, terms)) throw new ProblemError('order-changed');
  if (same) return { facts: [], result: { id: same.id, kind: 'repeated' } };
  const nowMs = deps.clock.now().getTime();
  const updates = parameterFacts(order, input, nowMs);
  const state = stateAfter(order, updates);
  // A token may bring back the terms of an earlier success.
  if (payingAttempt(state)) return { facts: updates, result: { kind: 'paid' } };
  requireNotStale(state, input);
  const refusal = refusalOf(deps, state, input, counts, nowMs);
  const open = blockingAttempt(state);
  if (open) {
    const isSame = sameTerms(open, terms);
    return { facts: updates, result: { id: open.id, kind: 'open', sameTerms: isSame, refusal } };
  }
  if (refusal) throw refusal;
  const attempt = newAttempt(deps, state, input, isTaken);
  return {
    facts: [...updates, { kind: 'attempt-begun', attempt }],
    result: { id: attempt.id, kind: 'begun' },
    takes: takesOf(deps, counts, attempt.id, nowMs),
    wish: input.saves
      ? { ...input.saves, attemptId: attempt.id, posId: attempt.posId, at: nowMs }
      : undefined,
  };
}

function refusalOf(
  { limits }: PaymentDeps,
  state: OrderState,
  { mode }: AttemptInput,
  counts: Counts | null,
  nowMs: number,
): ProblemError | null {
  if (attemptsLeft(state) === 0) return new ProblemError('too-many-attempts');
  const limited = limits && counts && limitRefusal(limits.rules, state, counts, { mode, nowMs });
  return limited ?? pauseOf(state, nowMs);
}

function takesOf(
  { limits }: PaymentDeps,
  counts: Counts | null,
  attemptId: string,
  nowMs: number,
): TakenPlace[] {
  if (!limits || !counts) return [];
  return placesFor(limits.rules, counts, { attemptId, nowMs, random: Math.random });
}

type ParameterFact = Extract<Fact, { kind: 'order-updated' }>;

/** @throws ProblemError `order-changed` if a newer token has replaced this one */
export function requireNotStale(state: OrderState, { order, issuedAt }: SignedOrder): void {
  if (classifyToken(state, { terms: termsOf(order), issuedAt }) !== 'stale') return;
  throw new ProblemError('order-changed', 'The order was changed. Please go back to the shop.');
}

/**
 * The entry for a token that changes the order's parameters. There is none if the token changes nothing, or if it was
 * made after the order was paid. A token made before that counts even if it is first seen now, so that a payer cannot
 * hold it back.
 */
export function parameterFacts(
  current: Snapshot,
  { order, issuedAt }: SignedOrder,
  nowMs: number,
): ParameterFact[] {
  const { state } = current;
  if (classifyToken(state, { terms: termsOf(order), issuedAt }) !== 'newer') return [];
  const paidAt = timePaid(current);
  if (paidAt !== null && (issuedAt === null || issuedAt * 1_000 >= paidAt)) return [];
  const nowS = Math.max(Math.floor(nowMs / 1_000), state.parameters?.issuedAt ?? 0);
  return [{ kind: 'order-updated', parameters: parametersOf(order, 'token', { issuedAt, nowS }) }];
}

/** When the order was paid, milliseconds since 1970; null if it is unpaid. */
function timePaid({ state, entries }: Snapshot): number | null {
  const paying = payingAttempt(state);
  // After a manual resolution only the start of the attempt is known.
  return paying && (entries[paying.succeededAt ?? -1]?.at ?? paying.beganAt);
}

/** The order with the parameters that are about to be written: an earlier success may match them. */
export function stateAfter({ state }: Snapshot, [update]: readonly ParameterFact[]): OrderState {
  if (!update) return state;
  const isNew = !state.parameters || !paysFor(state.parameters, update.parameters);
  const termsAt = isNew ? state.updatedAt + 1 : state.termsAt;
  return { ...state, parameters: update.parameters, termsAt };
}

const PAUSE_WINDOW_MS = 600_000;
const MOST_UNCOUNTED = 30;
const DAY_MS = 86_400_000;
/** An order gets slower to process with each attempt. */
const MOST_UNCOUNTED_A_DAY = 60;

/** Attempts that do not count towards the order's limit still cannot be repeated without end. */
function pauseOf(state: OrderState, nowMs: number): ProblemError | null {
  const uncounted = state.attempts.filter((one) => !isCounted(one) && !isSentAhead(one, nowMs));
  const within = (ms: number) => uncounted.filter((one) => one.sentAt > nowMs - ms).length;
  if (within(PAUSE_WINDOW_MS) < MOST_UNCOUNTED && within(DAY_MS) < MOST_UNCOUNTED_A_DAY) return null;
  return new ProblemError('gateway-busy', 'Too many unsuccessful attempts. Try again later.', [], 60);
}

function newAttempt(
  deps: PaymentDeps,
  { attempts }: OrderState,
  { order, mode, idempotencyKey, requestHash, cardMask, saves, savedCard }: AttemptInput,
  isTaken: boolean,
): AttemptRequest {
  const number = attempts.length + 1;
  const sentAt = deps.clock.now().getTime();
  const lifespanMs = mode === 'hosted' && order.orderTimeout ? order.orderTimeout * 1_000 : null;
  return {
    ...termsOf(order),
    id: deps.newId(),
    gatewayOrderId: gatewayOrderIdFor(order.id, isTaken ? number + 1 : number),
    posId: deps.config.posId,
    mode,
    cardMask,
    idempotencyKey,
    requestHash,
    returnUrl: order.returnUrl ?? null,
    expiresAt: lifespanMs === null ? null : sentAt + lifespanMs,
    sentAt,
    callMs: longestCallMs(deps),
    ...(saves && { savesCard: true }),
    ...(savedCard !== undefined && { savedCard }),
  };
}

/** The parameters of every create call, direct or hosted. */
export function paymentTerms(
  deps: Pick<PaymentDeps, 'config'>,
  order: Order,
  attempt: AttemptRequest,
  customer: Customer,
): NewPayment {
  return {
    method: attempt.method,
    gatewayOrderId: attempt.gatewayOrderId,
    amountMinor: attempt.amountMinor,
    currency: attempt.currency,
    description: order.description,
    threeDs: order.threeDs,
    customer,
    microfinance: order.rules.microfinance,
    products: order.products,
    payload: order.payload,
    mcc: order.mcc,
    validationUrl: order.validationUrl,
    serverUrl: `${deps.config.publicUrl}/webhook`,
    resultUrl: `${deps.config.publicUrl}/return/${attempt.id}`,
  };
}

/** The additional parameters of a split purchase (interface document, endpoint 2); null if the payment is not split. */
export function splitTerms({ split }: AttemptRequest): SplitTerms | null {
  return split && { method: 'purchase', split };
}
