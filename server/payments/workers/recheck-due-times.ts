import { errorFacts } from '../error-facts.ts';
import { fold } from '../order/order.ts';
import type { Clock, Log } from '../ports/deps.ts';
import type { LaterDelivery } from '../ports/outbox.ts';
import type { Paged } from '../ports/page.ts';
import type { DueOrder, Store } from '../ports/store.ts';
import { latestDeliveryAt } from './deliver-webhooks.ts';
import { lookAgainAt } from './reconcile.ts';

export interface RecheckDeps {
  store: Pick<Store, 'laterOrders' | 'readMany' | 'reschedule' | 'outbox'>;
  clock: Clock;
  log: Log;
}

const EVERY_MS = 5_000;
/** Set back by less, a clock does no harm. */
const STEP_MS = 1_000;
/** So far the clocks of two companions may differ: the lease of one may look longer to the other. */
const CLOCKS_MS = 10_000;
const PART = 64;
/** Between two parts there is time for payments. */
const PAUSE_MS = 50;

/**
 * Keeps what is due from waiting for a clock that was ahead: due times are times of day, and one that was set before the
 * clock was set back lies farther ahead than any pause. At the start (nobody knows what the clock was before), and whenever
 * the time of day falls behind the monotonic clock, until `signal` is aborted.
 */
export async function recheckDueTimesUntil(deps: RecheckDeps, signal: AbortSignal): Promise<void> {
  let known = Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    const offset = deps.clock.now().getTime() - deps.clock.monotonic();
    const isSetBack = offset < known - STEP_MS;
    if (!isSetBack || (await recheckDueTimes(deps, signal))) known = offset;
    await deps.clock.sleep(EVERY_MS, signal);
  }
}

/**
 * Holds each later due time against the pause that would be made now, and takes the earlier of the two: nothing is due later
 * for it, and nothing that is due at its time is due earlier. @returns whether the store let it
 */
async function recheckDueTimes(deps: RecheckDeps, signal: AbortSignal): Promise<boolean> {
  const { store, clock, log } = deps;
  const now = clock.now().getTime();
  try {
    for (const urgent of [true, false]) {
      const page = (after: string | null) => store.laterOrders({ urgent, now, after, limit: PART });
      await inParts(deps, page, (orders) => recheckOrders(deps, orders), signal);
    }
    const page = (after: string | null) => store.outbox.later({ now, after, limit: PART });
    await inParts(deps, page, (deliveries) => recheckDeliveries(deps, deliveries), signal);
    return true;
  } catch (error) {
    log('worker.failed', { work: 'recheck due times', ...errorFacts(error) });
    return false;
  }
}

async function inParts<T>(
  { clock }: RecheckDeps,
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

async function recheckOrders({ store, clock }: RecheckDeps, orders: readonly DueOrder[]): Promise<void> {
  const journals = await store.readMany(orders.map(({ orderId }) => orderId));
  const now = clock.now().getTime();
  await Promise.all(
    orders.map(async (order, index) => {
      const dueAt = lookAgainAt(fold(journals[index] ?? []), now);
      if (dueAt < order.dueAt) await store.reschedule(order, dueAt);
    }),
  );
}

async function recheckDeliveries(
  { store, clock }: RecheckDeps,
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
