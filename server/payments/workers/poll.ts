import { errorFacts } from '../log-events.ts';
import { cancelOldPages } from '../paying/cancel.ts';
import type { Snapshot } from '../order/order.ts';
import { isAwaited, isCallLost, nextDueAt } from '../order/schedule.ts';
import { change, readOrder, readOrders } from '../orders.ts';
import type { DueOrder, PaymentDeps } from '../ports.ts';
import { openOperations, pollOperations } from './poll-operations.ts';
import { pollPayment } from './poll-payment.ts';
import { refundDuplicates } from './refund-duplicates.ts';

/** The worker: status queries for what is open, cancellation of old pages, automatic refunds of duplicates. */

/** For at least this long no other process polls the order: a query that hangs must not be repeated immediately. */
const LEAST_PAUSE_MS = 1_000;
/** An order that cannot be read is set aside for this time. */
const SET_ASIDE_MS = 3_600_000;
const SIDE_BY_SIDE = 50;
const MOST_AT_ONCE = 500;
const EVERY_MS = 1_000;

/** Processes every order that is due now. */
export async function pollDue(deps: PaymentDeps): Promise<void> {
  const due = await deps.store.dueOrders(deps.clock.now().getTime(), SIDE_BY_SIDE);
  await Promise.all(due.map((order) => processOrder(deps, order)));
}

/**
 * Polls repeatedly until `signal` is aborted. Orders do not wait for each other; an order whose query hangs is skipped
 * until the query has ended.
 */
export async function pollUntil(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const running = new Map<string, Promise<void>>();
  while (!signal.aborted) {
    for (const order of await dueBeside(deps, running.size)) {
      const { orderId } = order;
      if (running.has(orderId) || running.size >= MOST_AT_ONCE) continue;
      running.set(
        orderId,
        processOrder(deps, order).finally(() => running.delete(orderId)),
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
    log('worker.failed', { work: 'poll', ...errorFacts(error) });
    return [];
  }
}

/** Never rejects, so that an error of one order does not affect others. */
async function processOrder(deps: PaymentDeps, due: DueOrder): Promise<void> {
  const { orderId } = due;
  const logged = (error: unknown) => deps.log('order.poll-failed', { orderId, ...errorFacts(error) });
  try {
    const claimed = await claim(deps, due);
    if (!claimed) return;
    const order = await endLostCalls(deps, claimed);
    // One after the other, even if one of them fails.
    for (const step of stepsFor(deps, order)) await step().catch(logged);
  } catch (error) {
    logged(error);
  }
}

/** Sets the next due time first, so that no other process works on the order meanwhile. Null if another one does. */
async function claim({ store, clock, log }: PaymentDeps, due: DueOrder): Promise<Snapshot | null> {
  const now = clock.now().getTime();
  const [order] = await readOrders({ store, log }, [due.orderId]);
  const next = order ? nextDueAt(order.state, now) : now + SET_ASIDE_MS;
  const isClaimed = await store.reschedule(due, next === null ? null : Math.max(next, now + LEAST_PAUSE_MS));
  return isClaimed && order ? order : null;
}

/**
 * Ends the calls of a process that has died. After their deadline nothing else will record their end.
 * @returns the order afterwards
 */
async function endLostCalls(deps: PaymentDeps, order: Snapshot): Promise<Snapshot> {
  const ended = await change(deps, order, ({ state }) => {
    const now = deps.clock.now().getTime();
    const lost = [...state.payments, ...state.operations].filter(
      (one) => isCallLost(one, now) && !deps.ownCalls.has(one.id),
    );
    const end = { how: 'unknown' as const };
    return { facts: lost.map(({ id }) => ({ kind: 'call-ended', about: id, end })), result: null };
  });
  return ended.order;
}

function stepsFor(deps: PaymentDeps, { orderId, state }: Snapshot): (() => Promise<unknown>)[] {
  const now = deps.clock.now().getTime();
  const open = state.payments.filter((one) => isAwaited(one, now));
  const operated = state.payments.filter((one) => openOperations(state, one.id).length > 0);
  return [
    async () => cancelOldPages(deps, await readOrder(deps, orderId)),
    ...open.map(
      ({ id }) =>
        () =>
          pollPayment(deps, orderId, id),
    ),
    ...operated.map(
      ({ id }) =>
        () =>
          pollOperations(deps, orderId, id),
    ),
    () => refundDuplicates(deps, orderId),
  ];
}
