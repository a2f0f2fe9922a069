import { errorFacts, isStoreError } from './log-events.ts';
import type { Entry, Fact, OrderTerms } from './order/journal.ts';
import { extended, type OrderState, type Snapshot, snapshot } from './order/order.ts';
import { isDecline } from './order/paying.ts';
import { isFinal } from './order/payment.ts';
import { nextDueAt } from './order/schedule.ts';
import { listedPayment, messagesOf, operationView, reviewAt, shownOperations } from './order/views.ts';
import {
  ConflictError,
  type Name,
  type NewCount,
  type NewestToken,
  type PaymentDeps,
  type Projection,
  type Store,
} from './ports.ts';

/** Reads orders, and changes one: the only writer of journals. */

/** The facts to write, and the result for the caller. */
export interface Decision<T> {
  facts: readonly Fact[];
  result: T;
  /** what a newer token states, if it is not worth an entry */
  repeats?: OrderTerms | null;
  /** how a new payment counts against card testing; default: not at all */
  counts?: readonly NewCount[];
}

export interface Changed<T> {
  result: T;
  order: Snapshot;
}

type Reading = Pick<PaymentDeps, 'store'>;
type Writing = Pick<PaymentDeps, 'store' | 'clock' | 'orderEvents' | 'newId' | 'config' | 'limits'>;

export async function readOrder({ store }: Reading, orderId: string): Promise<Snapshot> {
  const [entries, newest] = await Promise.all([store.read(orderId), store.newestToken(orderId)]);
  return withNewestToken(snapshot(orderId, entries), newest);
}

/** The order as its newest token states it, which may only repeat an entry. */
function withNewestToken(order: Snapshot, newest: NewestToken | null): Snapshot {
  const { orderTerms } = order.state;
  const newestIat = newest?.issuedAt ?? null;
  if (!orderTerms || !newest || newest.issuedAt <= orderTerms.issuedAt) return { ...order, newestIat };
  return { ...order, newestIat, state: { ...order.state, orderTerms: { ...orderTerms, ...newest } } };
}

/** The order that a name belongs to; null if nothing has that name. */
export async function findOrder({ store }: Reading, name: Name): Promise<Snapshot | null> {
  const found = await store.find(name);
  return found && snapshot(found.orderId, found.entries);
}

/** Another writer may be faster this often before this one gives up. */
const MOST_ROUNDS = 50;

/**
 * Reads, decides, appends. If another writer was faster, in this process or another, it reads and decides again. The
 * lists, the next due time and the merchant's messages follow from the same fold, in the same transaction.
 * @param from the order's id, or the order if it has already been read
 * @param decide pure; throws to refuse, in which case nothing is written
 * @throws ConflictError if another order has taken an id of the new entries, or a limit was reached meanwhile
 */
export async function change<T>(
  deps: Writing,
  from: string | Snapshot,
  decide: (order: Snapshot) => Decision<T>,
): Promise<Changed<T>> {
  let order = typeof from === 'string' ? await readOrder(deps, from) : from;
  for (let round = 1; ; round += 1) {
    const decision = decide(order);
    const { result } = decision;
    try {
      if (decision.facts.length === 0) return { result, order: await noted(deps, order, decision) };
      return { result, order: await append(deps, order, decision) };
    } catch (error) {
      if (!(error instanceof ConflictError) || error.on !== 'journal' || round === MOST_ROUNDS) throw error;
      order = await readOrder(deps, order.orderId);
    }
  }
}

async function noted({ store }: Reading, order: Snapshot, { repeats }: Decision<unknown>): Promise<Snapshot> {
  const { orderId, entries, state, newestIat } = order;
  if (!repeats || repeats.issuedAt <= (state.orderTerms?.issuedAt ?? 0)) return order;
  const token = { issuedAt: repeats.issuedAt, customerId: repeats.customerId };
  await store.noteToken({ orderId, after: entries.length, newestIat }, token);
  return withNewestToken(order, token);
}

async function append(
  deps: Writing,
  before: Snapshot,
  { facts, counts = [] }: Decision<unknown>,
): Promise<Snapshot> {
  const { orderId, state } = before;
  const now = deps.clock.now().getTime();
  // Strictly increasing, so that "changed since" tells two changes within a millisecond apart.
  const at = Math.max(now, state.updatedAt + 1);
  const entries: Entry[] = facts.map((fact) => ({ ...fact, at }));
  const after = extended(before, entries);
  const messages = deps.config.notify ? messagesOf(orderId, state, after.state) : [];
  const writtenAt = deps.clock.monotonic();
  await deps.store.append({
    orderId,
    after: before.entries.length,
    newestIat: before.newestIat,
    entries,
    projection: projectionOf(orderId, after.state, now, state),
    messages: messages.map((message) => ({ id: `msg_${deps.newId()}`, message, at, dueAt: now })),
    ...(deps.limits && { counts: { begun: counts, ...justEnded(state, after.state) } }),
  });
  deps.orderEvents.announce(after);
  return { ...after, writtenAt };
}

/** What limits against card testing have to know: ids of payments that were just declined, or ended in another way. */
function justEnded(before: OrderState, after: OrderState): Record<'declined' | 'ended', string[]> {
  const idsIn = ({ payments }: OrderState, declined: boolean) =>
    payments.filter((one) => isFinal(one) && isDecline(one) === declined).map(({ id }) => id);
  const newIn = (declined: boolean) => {
    const known = new Set(idsIn(before, declined));
    return idsIn(after, declined).filter((id) => !known.has(id));
  };
  return { declined: newIn(true), ended: newIn(false) };
}

/**
 * The data of an order for lookups and lists.
 * @param now milliseconds since 1970
 * @param before the state that the store has: what did not change since is left out; default: nothing
 */
export function projectionOf(
  orderId: string,
  state: OrderState,
  now: number,
  before?: OrderState,
): Projection {
  const rowsOf = (of: OrderState) => ({
    payments: of.payments.map((one) => ({
      gatewayOrderId: one.gatewayOrderId,
      view: listedPayment({ orderId, state: of }, one),
    })),
    operations: of.operations.map((one) => ({
      idempotencyKey: one.idempotencyKey,
      view: operationView({ orderId, state: of }, one),
      isShown: shownOperations(of).includes(one),
    })),
  });
  const rows = rowsOf(state);
  const had = before && rowsOf(before);
  return {
    order: {
      createdAt: state.createdAt ?? 0,
      linkId: state.linkId,
      dueAt: nextDueAt(state, now),
      reviewAt: reviewAt(state, now),
    },
    payments: changed(rows.payments, had?.payments),
    operations: changed(rows.operations, had?.operations),
  };
}

function changed<Row>(rows: readonly Row[], had: readonly Row[] = []): Row[] {
  const known = new Set(had.map((one) => JSON.stringify(one)));
  return rows.filter((one) => !known.has(JSON.stringify(one)));
}

/**
 * Reads several orders, without those that cannot be read: a newer version wrote them before it was rolled back, or a
 * row is damaged. They are logged, and keep no other order waiting.
 */
export async function readOrders(
  { store, log }: Pick<PaymentDeps, 'log'> & { store: Pick<Store, 'read'> },
  orderIds: readonly string[],
): Promise<Snapshot[]> {
  const unlessDamaged = async (orderId: string) => {
    try {
      return snapshot(orderId, await store.read(orderId));
    } catch (error) {
      if (isStoreError(error)) throw error;
      log('order.unreadable', { orderId, ...errorFacts(error) });
      return null;
    }
  };
  return (await Promise.all(orderIds.map(unlessDamaged))).filter((order) => order !== null);
}
