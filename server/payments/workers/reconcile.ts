import { cancelOutdatedPage } from '../checkout/cancel.ts';
import { readOrder } from '../desk.ts';
import { errorFacts } from '../error-facts.ts';
import { inTurn } from '../in-turn.ts';
import type { Snapshot } from '../order/order.ts';
import { nextDueAt } from '../order/schedule.ts';
import type { OrderState } from '../order/state.ts';
import { isFinal } from '../order/transaction.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { DueOrder } from '../ports/store.ts';
import { readOrders } from '../read-orders.ts';
import { endLostCalls } from './end-lost-calls.ts';
import { pollAttempt } from './poll-attempt.ts';
import { pollOperations } from './poll-operations.ts';
import { reverseDuplicates } from './reverse-duplicates.ts';

/** For at least this long no other process polls the order: a query that hangs must not be repeated immediately. */
const LEAST_PAUSE_MS = 1_000;
/** An order that cannot be read or claimed is tried again after this time, so that the next ones get their turn. */
const AFTER_FAILURE_MS = 60_000;
/** A last query that is not answered is repeated after this time. */
const LAST_LOOK_MS = 3_600_000;
const SIDE_BY_SIDE = 50;
const MOST_AT_ONCE = 500;
const EVERY_MS = 1_000;

/** Processes every due order: status queries for open transactions, reversals of duplicates. */
export async function reconcile(deps: PaymentDeps): Promise<void> {
  const due = await deps.store.dueOrders(deps.clock.now().getTime(), SIDE_BY_SIDE);
  await Promise.all(due.map((order) => lookAfter(deps, order)));
}

/**
 * Reconciles repeatedly until `signal` is aborted. Orders do not wait for each other; an order whose query hangs is
 * skipped until the query has ended.
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

/** When an order that is processed now is due again. */
export function lookAgainAt(state: OrderState, now: number): number {
  const next = nextDueAt(state, now);
  return next === null ? now + LAST_LOOK_MS : Math.max(next, now + LEAST_PAUSE_MS);
}

/** Never rejects, so that an error of one order does not affect others. */
async function lookAfter(deps: PaymentDeps, due: DueOrder): Promise<void> {
  const { orderId } = due;
  try {
    const claimed = await claim(deps, due);
    if (!claimed) return;
    const { order, dueAt, isLastLook } = claimed;
    const isAnswered = await poll(deps, order);
    if (isLastLook && isAnswered) await endLooks(deps, { orderId, dueAt });
  } catch (error) {
    deps.log('order.reconcile-failed', { orderId, ...errorFacts(error) });
  }
}

interface Claimed {
  order: Snapshot;
  dueAt: number;
  /** nothing is awaited: a page's time is over */
  isLastLook: boolean;
}

/** Sets the next due time first, so that no other process works on the order meanwhile. Null if another one does. */
async function claim({ store, clock, log }: PaymentDeps, due: DueOrder): Promise<Claimed | null> {
  const { orderId } = due;
  const now = clock.now().getTime();
  const [read] = await readOrders({ store, log }, [orderId]);
  const first = read ? lookAgainAt(read.state, now) : now + AFTER_FAILURE_MS;
  if (!(await store.reschedule(due, first)) || !read) return null;
  // What was written between the read and this has kept the earlier due time, and may have to be polled sooner.
  const order = await readOrder({ store }, orderId);
  const dueAt = Math.min(first, lookAgainAt(order.state, now));
  if (dueAt < first) await store.reschedule({ orderId, dueAt: first }, dueAt);
  return { order, dueAt, isLastLook: nextDueAt(order.state, now) === null };
}

/** The order is no longer due once its last query was answered, unless something has begun meanwhile. */
async function endLooks(deps: PaymentDeps, order: DueOrder): Promise<void> {
  const { orderId } = order;
  const awaited = async () => nextDueAt((await readOrder(deps, orderId)).state, deps.clock.now().getTime());
  if ((await awaited()) !== null || !(await deps.store.reschedule(order, null))) return;
  // What was written between the read and this has kept the due time.
  const dueAt = await awaited();
  if (dueAt !== null) await deps.store.reschedule({ orderId, dueAt: null }, dueAt);
}

/** @returns whether every query about a payment was answered */
async function poll(deps: PaymentDeps, order: Snapshot): Promise<boolean> {
  const { orderId, state } = await endLostCalls(deps, order);
  const open = state.attempts.filter((one) => !isFinal(one.status));
  let isAnswered = true;
  await inTurn([
    ...open.map(({ id }) => async () => {
      isAnswered = (await pollAttempt(deps, orderId, id)) && isAnswered;
    }),
    () => cancelOutdatedPage(deps, orderId),
    () => pollOperations(deps, orderId),
    () => reverseDuplicates(deps, orderId),
  ]);
  return isAnswered;
}
