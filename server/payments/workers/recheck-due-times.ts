import { change, wholeProjection } from '../desk.ts';
import { errorFacts } from '../error-facts.ts';
import { inTurn } from '../in-turn.ts';
import type { Snapshot } from '../order/order.ts';
import { CLOCKS_MS, isDatedAhead, LONGEST_PAGE_MS, nextDueAt } from '../order/schedule.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { LaterDelivery } from '../ports/outbox.ts';
import type { Paged } from '../ports/page.ts';
import { ConflictError, type DueOrder, type LaterReview } from '../ports/store.ts';
import { readOrders } from '../read-orders.ts';
import { createClockWatch } from './watch-clock.ts';
import { latestDeliveryAt } from './deliver-webhooks.ts';
import { lookAgainAt } from './reconcile.ts';

const EVERY_MS = 5_000;
/** A clock set back by less does no harm. */
const STEP_MS = 1_000;
const PART = 64;
/** The pause between batches leaves time for payments. */
const PAUSE_MS = 50;

/**
 * Corrects due times after the clock was set back: due times are times of day, so one that was set by a clock that was
 * ahead lies farther in the future than any pause. A journal written by such a clock gets an entry with the corrected
 * time, from which ages count. Runs at the start (the earlier clock is unknown) and whenever the time of day falls
 * behind the monotonic clock, until `signal` is aborted.
 */
export async function recheckDueTimesUntil(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const watchClock = createClockWatch(deps);
  let known = Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    await watchClock();
    const offset = deps.clock.now().getTime() - deps.clock.monotonic();
    const isSetBack = offset < known - STEP_MS;
    if (!isSetBack || (await recheckDueTimes(deps, signal))) known = offset;
    await deps.clock.sleep(EVERY_MS, signal);
  }
}

/**
 * Compares each later due time with the pause that would be set now, and uses the earlier of the two. Nothing becomes
 * due later, and a due time that is correct does not change. @returns whether the store allowed it
 */
async function recheckDueTimes(deps: PaymentDeps, signal: AbortSignal): Promise<boolean> {
  const { store, clock, log } = deps;
  const now = clock.now().getTime();
  try {
    await inTurn([
      ...[true, false].map((urgent) => () => {
        const page = (after: string | null) => store.laterOrders({ urgent, now, after, limit: PART });
        return inParts(deps, page, (orders) => recheckOrders(deps, orders), signal);
      }),
      () => inParts(deps, pagesSince(deps, now), (payments) => recheckPages(deps, payments), signal),
      () => {
        const page = (after: string | null) => store.laterReviews({ now, after, limit: PART });
        return inParts(deps, page, (orders) => recheckReviews(deps, orders), signal);
      },
      () => {
        const page = (after: string | null) => store.outbox.later({ now, after, limit: PART });
        return inParts(deps, page, (deliveries) => recheckDeliveries(deps, deliveries), signal);
      },
    ]);
    return true;
  } catch (error) {
    log('worker.failed', { work: 'recheck due times', ...errorFacts(error) });
    return false;
  }
}

/** Unpaid pages whose time may not be over yet. */
function pagesSince({ store }: PaymentDeps, now: number) {
  const from = new Date(now - LONGEST_PAGE_MS).toISOString();
  return (after: string | null) =>
    store.listPayments({ status: 'init', from, limit: PART, ...(after !== null && { after }) });
}

async function inParts<T>(
  { clock }: PaymentDeps,
  read: (after: string | null) => Promise<Paged<T>>,
  check: (part: readonly T[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | null = null; !signal.aborted; ) {
    const { items, next } = await read(after);
    await check(items);
    if (next === null) return;
    after = next;
    await clock.sleep(PAUSE_MS, signal);
  }
}

async function recheckOrders(deps: PaymentDeps, orders: readonly DueOrder[]): Promise<void> {
  const known = new Map(orders.map(({ orderId, dueAt }) => [orderId, dueAt]));
  const read = await readAll(deps, orders);
  const now = deps.clock.now().getTime();
  await Promise.all(
    read.map(async ({ orderId, state }) => {
      const due = { orderId, dueAt: known.get(orderId) ?? 0 };
      const dueAt = lookAgainAt(state, now);
      if (dueAt < due.dueAt) await deps.store.reschedule(due, dueAt);
    }),
  );
}

/** A clock that was ahead may have ended the time of a page, which was then looked at for the last time. */
async function recheckPages(deps: PaymentDeps, pages: readonly { orderId: string }[]): Promise<void> {
  const read = await readAll(deps, pages);
  const now = deps.clock.now().getTime();
  await Promise.all(
    read.map(async ({ orderId, state }) => {
      const dueAt = nextDueAt(state, now);
      if (dueAt !== null) await deps.store.reschedule({ orderId, dueAt: null }, dueAt);
    }),
  );
}

/** A dispute that was written with a future time would be hidden until then. */
async function recheckReviews(deps: PaymentDeps, orders: readonly LaterReview[]): Promise<void> {
  const known = new Map(orders.map(({ orderId, reviewAt }) => [orderId, reviewAt]));
  const read = await readAll(deps, orders);
  const now = deps.clock.now().getTime();
  await Promise.all(
    read.map(async ({ orderId, entries, state }) => {
      const projection = wholeProjection(orderId, state, now);
      const right = projection.order?.reviewAt ?? null;
      if (right === null || right >= (known.get(orderId) ?? 0)) return;
      // The writer that was faster has used the same clock.
      await deps.store.rebuild(orderId, entries.length, projection).catch(unlessConflict);
    }),
  );
}

/** Reads the orders, after adding a clock entry to each journal that was written ahead. */
async function readAll(deps: PaymentDeps, orders: readonly { orderId: string }[]): Promise<Snapshot[]> {
  const read = await readOrders(
    deps,
    orders.map(({ orderId }) => orderId),
  );
  return Promise.all(read.map((order) => sinceSetBack(deps, order)));
}

async function sinceSetBack(deps: PaymentDeps, order: Snapshot): Promise<Snapshot> {
  const now = deps.clock.now().getTime();
  if (!isDatedAhead(order.state, now)) return order;
  const changed = await change(deps, order, ({ state }) => ({
    facts: isDatedAhead(state, now) ? [{ kind: 'clock-set-back', now }] : [],
    result: null,
  }));
  return changed.order;
}

function unlessConflict(error: unknown): void {
  if (!(error instanceof ConflictError)) throw error;
}

async function recheckDeliveries(
  { store, clock }: PaymentDeps,
  deliveries: readonly LaterDelivery[],
): Promise<void> {
  const now = clock.now().getTime();
  await Promise.all(
    deliveries.map(async (one) => {
      const latest = latestDeliveryAt(one, now);
      if (one.dueAt > latest + CLOCKS_MS) await store.outbox.hasten(one, latest);
    }),
  );
}
