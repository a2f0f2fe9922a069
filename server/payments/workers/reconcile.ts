import { readOrder } from '../desk.ts';
import { errorFacts } from '../error-facts.ts';
import { nextDueAt } from '../order/schedule.ts';
import type { OrderState } from '../order/state.ts';
import { isFinal } from '../order/transaction.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { DueOrder } from '../ports/store.ts';
import { endLostCalls } from './end-lost-calls.ts';
import { pollAttempt } from './poll-attempt.ts';
import { pollOperations } from './poll-operations.ts';
import { reverseDuplicates } from './reverse-duplicates.ts';

/** So long another process leaves the order alone, at least: a query that hangs must not be repeated at once. */
const LEAST_PAUSE_MS = 1_000;
/** A last look that is not answered is repeated after so long. */
const LAST_LOOK_MS = 3_600_000;
const SIDE_BY_SIDE = 50;
const MOST_AT_ONCE = 500;
const EVERY_MS = 1_000;

/** Looks after every order that is due: status queries for what is open, reversals of duplicates. */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const due = await deps.store.dueOrders(deps.clock.now().getTime(), SIDE_BY_SIDE);
  await Promise.all(due.map((order) => lookAfter(deps, order)));
}

/**
 * The same, again and again until `signal` is aborted. Nobody waits for another order: one whose query hangs is left alone
 * until that is over.
 */
export async function reconcileUntil(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const running = new Map<string, Promise<void>>();
  while (!signal.aborted) {
    for (const order of await dueBeside(deps, running.size)) {
      const { orderId } = order;
      if (running.has(orderId) || running.size >= MOST_AT_ONCE) continue;
      running.set(
        orderId,
        lookAfter(deps, order).finally(() => running.delete(orderId)),
      );
    }
    await deps.clock.sleep(EVERY_MS, signal);
  }
  await Promise.all(running.values());
}

async function dueBeside({ store, clock, log }: PaymentDeps, running: number): Promise<DueOrder[]> {
  try {
    return await store.dueOrders(clock.now().getTime(), SIDE_BY_SIDE + running);
  } catch (error) {
    log('worker.failed', { work: 'reconcile', ...errorFacts(error) });
    return [];
  }
}

/** When an order that is looked at now is looked at again. */
export function lookAgainAt(state: OrderState, now: number): number {
  const next = nextDueAt(state, now);
  return next === null ? now + LAST_LOOK_MS : Math.max(next, now + LEAST_PAUSE_MS);
}

/** Never rejects: one order's trouble is no other's. */
async function lookAfter(deps: PaymentDeps, due: DueOrder): Promise<void> {
  const { orderId } = due;
  try {
    const { state } = await readOrder(deps, orderId);
    const now = deps.clock.now().getTime();
    const next = nextDueAt(state, now);
    // The next time is set first, so that nobody else looks after it meanwhile.
    const dueAt = lookAgainAt(state, now);
    if (!(await deps.store.reschedule(due, dueAt))) return;
    const isAnswered = await poll(deps, orderId);
    // Nobody looks again: only once the last look was answered.
    if (next === null && isAnswered) await deps.store.reschedule({ orderId, dueAt }, null);
  } catch (error) {
    deps.log('order.reconcile-failed', { orderId, ...errorFacts(error) });
  }
}

/** @returns whether every question about a payment was answered */
async function poll(deps: PaymentDeps, orderId: string): Promise<boolean> {
  await endLostCalls(deps, orderId);
  const { state } = await readOrder(deps, orderId);
  const open = state.attempts.filter((one) => !isFinal(one.status));
  let isAnswered = true;
  for (const { id } of open) isAnswered = (await pollAttempt(deps, orderId, id)) && isAnswered;
  await pollOperations(deps, orderId);
  await reverseDuplicates(deps, orderId);
  return isAnswered;
}
