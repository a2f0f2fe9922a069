import type { PaymentView } from '../../contract/checkout-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import { callOnce } from '../call.ts';
import { readOrder } from '../desk.ts';
import { currentAttempt, isInDoubt } from '../order/admission.ts';
import type { Attempt } from '../order/attempt.ts';
import { isOnTerms } from '../order/duplicate.ts';
import type { Snapshot } from '../order/order.ts';
import { isExpiredPage } from '../order/schedule.ts';
import type { OrderState } from '../order/state.ts';
import { canRetry, paymentView } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { GatewayPayment, Outcome } from '../ports/gateway.ts';
import type { Store } from '../ports/store.ts';
import { isOfProject, requireProject } from '../project.ts';
import { notAllowed } from '../refusals.ts';
import { handleStatusRead } from '../handle-report.ts';
import { pollAttempt } from '../workers/poll-attempt.ts';
import type { Admission } from './begin.ts';
import { noteRefusal } from './limits.ts';

/**
 * Cancels an order's unpaid hosted payment (interface document, endpoint 8).
 * @returns the payment afterwards: `failure`, 6007; or its actual state if it was paid meanwhile
 * @throws ProblemError `order-not-found`; `operation-not-allowed`: `not-hosted`, `not-init`, `not-cancellable` (a
 *   lookup), `other-project`; `gateway-refused`, `gateway-unreachable` if it is still open
 */
export async function cancelOrder(deps: PaymentDeps, orderId: string): Promise<PaymentView> {
  const order = await readOrder(deps, orderId);
  const attempt = openAttempt(order);
  requireProject(deps, attempt);
  const { kind, order: after } = await cancelHosted(deps, order, attempt);
  const current = after.state.attempts.find((one) => one.id === attempt.id) ?? attempt;
  if (!isCancellable(current)) return paymentView(orderId, current, canRetry(after.state));
  if (kind === 'refused') {
    throw new ProblemError('gateway-refused', 'The payment service did not cancel the payment.');
  }
  throw new ProblemError('gateway-unreachable', 'It is not yet known whether the payment was cancelled.');
}

function openAttempt({ state }: Snapshot): Attempt {
  const attempt = state.attempts.find(isCancellable) ?? currentAttempt(state) ?? state.attempts.at(-1);
  if (!attempt && !state.parameters) throw new ProblemError('order-not-found');
  if (!attempt) throw notAllowed('not-init');
  if (attempt.mode !== 'hosted') throw notAllowed('not-hosted');
  if (attempt.method === 'lookup') throw notAllowed('not-cancellable');
  if (!isCancellable(attempt)) throw notAllowed('not-init');
  return attempt;
}

/** Cancel applies to a purchase or auth that is hosted and `init` (interface document, States, rule 1). */
export function isCancellable(attempt: Attempt): boolean {
  const unpaid = attempt.mode === 'hosted' && attempt.status === 'init' && attempt.method !== 'lookup';
  return unpaid && !isInDoubt(attempt);
}

/**
 * Cancels an unpaid hosted payment at the gateway (interface document, endpoint 8), and records the outcome; check
 * {@link isCancellable} first.
 */
export async function cancelHosted(
  deps: PaymentDeps,
  order: Snapshot,
  attempt: Attempt,
  stillWanted: (state: OrderState) => boolean = () => true,
): Promise<{ kind: Outcome<GatewayPayment[]>['kind']; order: Snapshot }> {
  if (!isOfProject(deps, attempt)) return { kind: 'not-sent', order };
  const { gatewayOrderId } = attempt;
  const outcome = await callOnce(deps, async () => {
    const { state } = await readOrder(deps, order.orderId);
    return stillWanted(state) ? deps.gateway.cancelHosted(gatewayOrderId) : GONE;
  });
  if (outcome.kind === 'answered') {
    const own = outcome.value.filter((one) => one.gatewayOrderId === gatewayOrderId);
    if (own.length < outcome.value.length) {
      deps.log('gateway.mismatched', { orderId: order.orderId, call: 'cancel' });
    }
    for (const payment of own) await handleStatusRead(deps, order, payment);
  }
  // Refused: it is being paid, or it ended without a report to us.
  if (outcome.kind === 'refused') await pollAttempt(deps, order.orderId, attempt.id);
  return { kind: outcome.kind, order: await readOrder(deps, order.orderId) };
}

const GONE: Outcome<never> = { kind: 'not-sent', reason: 'no longer wanted' };

/** Whether it is an expired page that can be cancelled: no customer should be redirected to it. */
export function isDeadPage({ clock }: Pick<PaymentDeps, 'clock'>, attempt: Attempt): boolean {
  return isCancellable(attempt) && isExpiredPage(attempt, clock.now().getTime());
}

/** An unpaid page over terms that the order no longer has: it must be cancelled (contract, "What pays an order"). */
function outdatedPage(state: OrderState): Attempt | undefined {
  return state.attempts.find((one) => isCancellable(one) && !isOnTerms(state, one));
}

/** Cancels an open page over terms that the order no longer has: the cancel may have failed when the order changed. */
export async function cancelOutdatedPage(deps: PaymentDeps, orderId: string): Promise<void> {
  const order = await readOrder(deps, orderId);
  const outdated = outdatedPage(order.state);
  if (outdated) await cancelHosted(deps, order, outdated, (state) => outdatedPage(state)?.id === outdated.id);
}

/** Polls the state of an expired page. @returns the order afterwards */
export async function pollExpiredPage(deps: PaymentDeps, order: Snapshot, id: string): Promise<Snapshot> {
  const attempt = order.state.attempts.find((one) => one.id === id);
  if (!attempt || !isExpiredPage(attempt, deps.clock.now().getTime())) return order;
  await pollAttempt(deps, order.orderId, id);
  return readOrder(deps, order.orderId);
}

/** When this companion last tried to end a dead page, by its attempt; milliseconds since 1970. */
const tries = new WeakMap<Store, Map<string, number>>();
const MOST_TRIED = 1_000;
const PAUSE_MS = 60_000;

/**
 * Cancels an order's dead page, or its page over other terms, unless it turns out to be paid or over. If it cannot be
 * cancelled, tries once a minute.
 * @returns the order afterwards
 */
export async function endDeadPage(deps: PaymentDeps, order: Snapshot): Promise<Snapshot> {
  const dead = order.state.attempts.find((one) => isDeadPage(deps, one)) ?? outdatedPage(order.state);
  const now = deps.clock.now().getTime();
  const triedAt = tries.get(deps.store) ?? new Map<string, number>();
  tries.set(deps.store, triedAt);
  if (!dead || Math.abs(now - (triedAt.get(dead.id) ?? -PAUSE_MS)) < PAUSE_MS) return order;
  if (triedAt.size >= MOST_TRIED) triedAt.clear();
  triedAt.set(dead.id, now);
  const polled = await pollExpiredPage(deps, order, dead.id);
  const still = polled.state.attempts.find((one) => one.id === dead.id && isCancellable(one));
  return still ? (await cancelHosted(deps, polled, still)).order : polled;
}

/**
 * Cancels the open hosted payment so that another attempt can begin.
 * @throws ProblemError `payment-open` if the open payment cannot be cancelled; or the problem that refuses another
 *   attempt
 */
export async function replaceOpen(deps: PaymentDeps, open: Admission & { kind: 'open' }): Promise<void> {
  const { order, attempt, refusal } = open;
  if (!isCancellable(attempt)) throw new ProblemError('payment-open');
  noteRefusal(deps, order.orderId, refusal);
  if (refusal) throw refusal;
  await cancelOrRefuse(deps, order, attempt);
}

/** @throws ProblemError `payment-open` if it is still open, or was paid meanwhile */
export async function cancelOrRefuse(deps: PaymentDeps, order: Snapshot, attempt: Attempt): Promise<void> {
  const { state } = (await cancelHosted(deps, order, attempt)).order;
  const after = state.attempts.find((one) => one.id === attempt.id);
  if (after?.status !== 'failure' || after.dispute !== null) throw new ProblemError('payment-open');
}
