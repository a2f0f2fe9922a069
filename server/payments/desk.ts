import { alike } from './order/alike.ts';
import type { Fact } from './order/journal.ts';
import type { Attempt } from './order/attempt.ts';
import { isDeclined } from './order/attempt-end.ts';
import { newLinks } from './order/link.ts';
import { extend, type Snapshot, snapshot } from './order/order.ts';
import { reviewAt } from './order/review.ts';
import { isUrgent, nextDueAt } from './order/schedule.ts';
import type { OrderState } from './order/state.ts';
import { isFinal } from './order/transaction.ts';
import { canRetry, messagesOf, paymentView } from './order/views.ts';
import type { PaymentDeps } from './ports/deps.ts';
import type { CountedEnd, TakenPlace } from './ports/limits.ts';
import type { CardWish } from './ports/saved-cards.ts';
import {
  ConflictError,
  type Name,
  type OperationProjection,
  type OrderProjection,
  type PaymentProjection,
  type Projection,
} from './ports/store.ts';

/** The facts to write, and the result for the caller. */
export interface Decision<T> {
  facts: readonly Fact[];
  result: T;
  /** places in the counts that a new attempt takes; default: none */
  takes?: readonly TakenPlace[];
  /** the card to save if a new attempt succeeds */
  wish?: CardWish | undefined;
  /** the state after the facts, if it was needed for the decision */
  after?: OrderState;
}

export interface Changed<T> {
  result: T;
  order: Snapshot;
}

type Deps = Pick<PaymentDeps, 'store' | 'clock' | 'changes' | 'newId' | 'config' | 'limits'>;

/** How often this writer may lose a race before it gives up. */
const MAX_ROUNDS = 50;

export async function readOrder({ store }: Pick<PaymentDeps, 'store'>, orderId: string): Promise<Snapshot> {
  return snapshot(orderId, await store.read(orderId));
}

/** The order that a name belongs to; null if nothing has that name. */
export async function findOrder({ store }: Pick<PaymentDeps, 'store'>, name: Name): Promise<Snapshot | null> {
  const found = await store.find(name);
  return found && snapshot(found.orderId, found.entries);
}

/**
 * The one writer of journals (ARCHITECTURE.md, first lines): reads, decides, appends. If another writer was faster, in
 * this process or another, it reads and decides again. The lists, the next due time and the merchant's messages follow
 * from the same fold, in the same transaction.
 * @param from the order's id, or the order if it has already been read
 * @param decide pure; throws to refuse, in which case nothing is written; `at` is the time of the entries
 * @throws ConflictError if another order has taken an id of the new entries, or another attempt a place in the counts
 */
export async function change<T>(
  deps: Deps,
  from: string | Snapshot,
  decide: (order: Snapshot, at: number) => Decision<T>,
): Promise<Changed<T>> {
  let order = typeof from === 'string' ? await readOrder(deps, from) : from;
  for (let round = 1; ; round += 1) {
    const now = deps.clock.now().getTime();
    // Strictly increasing, so that "changed since" tells two changes within a millisecond apart.
    const at = Math.max(now, order.state.updatedAt + 1);
    const decision = decide(order, at);
    const { result } = decision;
    if (decision.facts.length === 0) return { result, order };
    try {
      return { result, order: await append(deps, order, decision, { now, at }) };
    } catch (error) {
      if (!(error instanceof ConflictError) || error.on !== 'journal' || round === MAX_ROUNDS) throw error;
      order = await readOrder(deps, order.orderId);
    }
  }
}

async function append(
  deps: Deps,
  before: Snapshot,
  { facts, takes = [], wish, after: folded }: Decision<unknown>,
  { now, at }: { now: number; at: number },
): Promise<Snapshot> {
  const { orderId, entries } = before;
  const after = linked(extended(before, facts, at, folded), at);
  const messages = deps.config.notify ? messagesOf(orderId, before.state, after.state) : [];
  await deps.store.append({
    orderId,
    after: entries.length,
    entries: after.entries.slice(entries.length),
    projection: projectionOf(orderId, before.state, after.state, now),
    messages: messages.map((message) => ({ id: `msg_${deps.newId()}`, message, at, dueAt: now })),
    ...(deps.limits && { counts: { takes, ends: countedEnds(before.state, after.state) } }),
    wish,
  });
  deps.changes.announce(after);
  return after;
}

function extended(
  { orderId, entries, state }: Snapshot,
  facts: readonly Fact[],
  at: number,
  folded?: OrderState,
): Snapshot {
  const more = facts.map((fact) => ({ ...fact, at }));
  return { orderId, entries: [...entries, ...more], state: folded ?? extend(state, more) };
}

/** How attempts ended that count, or may come to count. */
function countedEnds(before: OrderState, after: OrderState): CountedEnd[] {
  return after.attempts.flatMap((attempt) => {
    const earlier = before.attempts.find((one) => one.id === attempt.id);
    const as = endOf(attempt);
    return !earlier || !as || endOf(earlier) === as ? [] : [{ attemptId: attempt.id, as }];
  });
}

/** Null while its call is in flight: the attempt counts meanwhile. */
function endOf(attempt: Attempt): CountedEnd['as'] | null {
  if (isDeclined(attempt)) return 'declined';
  if (isFinal(attempt.status)) return 'over';
  return attempt.inFlight ? null : 'open';
}

/** Links requests whose calls are over with reported operations, as far as possible now. */
function linked(order: Snapshot, at: number): Snapshot {
  const links = newLinks(order.state);
  const facts = links.map((link) => ({ ...link, kind: 'linked' as const }));
  return links.length === 0 ? order : extended(order, facts, at);
}

/** The part of an order's projection (lookups and lists) that a change affects; `now` in milliseconds since 1970. */
export function projectionOf(
  orderId: string,
  before: OrderState,
  after: OrderState,
  now: number,
): Projection {
  const known = new Set([...before.requests, ...before.operations].map((one) => one.id));
  return {
    order: changedOrder(before, after, now),
    payments: payments(orderId, after, before),
    operations: operations(after).filter((one) => !known.has(one.id)),
  };
}

/** The full projection, for a rebuild; `now` in milliseconds since 1970. */
export function wholeProjection(orderId: string, state: OrderState, now: number): Projection {
  return {
    order: orderProjection(state, now),
    payments: payments(orderId, state),
    operations: operations(state),
  };
}

function orderProjection(state: OrderState, now: number): OrderProjection {
  return {
    createdAt: state.createdAt ?? 0,
    linkId: state.linkId,
    dueAt: nextDueAt(state, now),
    isOver: false,
    urgent: isUrgent(state),
    reviewAt: reviewAt(state, now),
  };
}

/** Null if the change affects nothing of it. */
function changedOrder(before: OrderState, after: OrderState, now: number): OrderProjection | null {
  const is = orderProjection(after, now);
  if (before.createdAt === null) return is;
  const was = orderProjection(before, now);
  // Not if nothing was awaited before: the last query about a page whose time is over may still be due.
  return alike(was, is) ? null : { ...is, isOver: was.dueAt !== null && is.dueAt === null };
}

/** @param before leaves out the payments whose view has not changed since */
function payments(orderId: string, state: OrderState, before?: OrderState): PaymentProjection[] {
  const known = before?.attempts ?? [];
  const changed = state.attempts.filter(
    ({ id, updatedAt }) => !known.some((one) => one.id === id && one.updatedAt === updatedAt),
  );
  return changed.map((one) => ({
    gatewayOrderId: one.gatewayOrderId,
    view: paymentView(orderId, one, canRetry(state)),
  }));
}

function operations({ requests, operations: reported }: OrderState): OperationProjection[] {
  return [
    ...requests.map(({ id, idempotencyKey }) => ({ id, idempotencyKey })),
    ...reported.map(({ id }) => ({ id, idempotencyKey: null })),
  ];
}
