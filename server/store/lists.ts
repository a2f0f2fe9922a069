import type { ListedPayment, OperationView } from '../contract/merchant-api.ts';
import type { OperationMethod } from '../contract/words.ts';
import { LONGEST_PAUSE_MS } from '../payments/order/schedule.ts';
import {
  type Backlog,
  CursorError,
  type DueOrder,
  type Listed,
  type ListFilter,
  type Paged,
} from '../payments/ports.ts';
import { HIDDEN } from './journal.ts';
import type { Session, Value } from './session.ts';

/** Where a page ended: the two columns that its list is sorted by. */
export type Position = readonly [string | number, string];

/** Opaque to the caller, so that its content may change. */
function toCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** @throws CursorError */
export function fromCursor(cursor: string, first: 'string' | 'number'): Position {
  const position = parse(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(position) || position.length !== 2) throw new CursorError();
  const [one, id] = position as readonly unknown[];
  if (typeof one !== first || !isColumn(one) || !isColumn(id) || typeof id !== 'string')
    throw new CursorError();
  return [one, id];
}

/** A value that no column can have is not from our cursor, and a database may refuse it. */
function isColumn(value: unknown): value is string | number {
  return typeof value === 'string' ? !/\p{Cc}/u.test(value) : Number.isSafeInteger(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The conditions of a list with their values; null for filters that are not set. */
export type Conditions = readonly (readonly [text: string, ...values: Value[]] | null)[];

/** The `where` of a list. @returns its text and values */
export function where(conditions: Conditions): { text: string; values: Value[] } {
  const asked = conditions.filter((one) => one !== null);
  const texts = asked.map(([text]) => text);
  const text = texts.length === 0 ? '' : `where ${texts.join(' and ')}`;
  return { text, values: asked.flatMap(([, ...values]) => values) };
}

/** A page of rows. One more row than requested was read, which shows whether there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
  position: (row: Row) => Position,
): Paged<Item> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(item), next: last === undefined ? null : toCursor(position(last)) };
}

/** Payments or operations as they are shown, newest first. */
async function listViews<View>(
  session: Session,
  table: 'payments' | 'operations',
  { method, status, from, to, after, limit }: ListFilter & { method?: OperationMethod | undefined },
): Promise<Listed<View>> {
  const position = after === undefined ? null : fromCursor(after, 'string');
  if (position && to !== undefined && position[0] > to) throw new CursorError();
  const { text, values } = where([
    method === undefined ? null : ['method = ?', method],
    status === undefined ? null : ['status = ?', status],
    from === undefined ? null : ['created_at >= ?', from],
    // SQLite seeks by the first of two bounds, and would read everything down to the cursor again.
    to === undefined || position ? null : ['created_at < ?', to],
    position && ['(created_at, id) < (?, ?)', ...position],
  ]);
  const rows = await session.all<{ id: string; order_id: string; created_at: string; view: string }>(
    `select id, order_id, created_at, view from ${table} ${text} order by created_at desc, id desc limit ?`,
    [...values, limit + 1],
  );
  const read = (row: (typeof rows)[number]) => ({
    orderId: row.order_id,
    view: parse(row.view) as View | null,
    isHidden: row.view === HIDDEN,
  });
  const { items, next } = pageOf(rows, limit, read, (row) => [row.created_at, row.id]);
  return {
    items: items.flatMap(({ view }) => view ?? []),
    damaged: items.flatMap(({ orderId, view, isHidden }) => (view === null && !isHidden ? orderId : [])),
    next,
  };
}

export const listPayments = (session: Session, filter: ListFilter): Promise<Listed<ListedPayment>> =>
  listViews(session, 'payments', filter);

export const listOperations = (
  session: Session,
  filter: ListFilter & { method?: OperationMethod | undefined },
): Promise<Listed<OperationView>> => listViews(session, 'operations', filter);

/** Ids of orders that need review, the longest waiting first. */
export async function listReview(
  session: Session,
  { now, after, limit }: { now: number; after: string | null; limit: number },
): Promise<Paged<string>> {
  const { text, values } = where([
    ['review_at <= ?', now],
    after === null ? null : ['(review_at, id) > (?, ?)', ...fromCursor(after, 'number')],
  ]);
  const rows = await session.all<{ id: string; review_at: number }>(
    `select id, review_at from orders ${text} order by review_at, id limit ?`,
    [...values, limit + 1],
  );
  return pageOf(
    rows,
    limit,
    (row) => row.id,
    (row) => [row.review_at, row.id],
  );
}

/** Ids of all orders that have a journal, sorted. */
export async function orderIds(session: Session, after: string | null, limit: number): Promise<string[]> {
  const { text, values } = where([['seq = ?', 1], after === null ? null : ['order_id > ?', after]]);
  const rows = await session.all<{ order_id: string }>(
    `select order_id from journal ${text} order by order_id limit ?`,
    [...values, limit],
  );
  return rows.map((row) => row.order_id);
}

/** Ids of orders whose journals have an entry at or after `since`, sorted. */
export async function activeSince(
  session: Session,
  since: number,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { text, values } = where([['at >= ?', since], after === null ? null : ['order_id > ?', after]]);
  const rows = await session.all<{ order_id: string }>(
    `select order_id from journal ${text} group by order_id order by order_id limit ?`,
    [...values, limit],
  );
  return rows.map((row) => row.order_id);
}

const COUNTS = `select
  (select count(*) from payments where status in ('init', 'pending', 'unknown')) as open_payments,
  (select count(*) from orders where due_at is not null) as due_orders,
  (select count(*) from orders where review_at <= ?) as review,
  (select count(*) from outbox where state <> 'delivered') as messages,
  (select min(created_at) from outbox where state <> 'delivered' and state = 'waiting') as oldest_waiting,
  (select min(created_at) from outbox where state <> 'delivered' and state = 'failed') as oldest_failed`;

interface Counts {
  open_payments: number;
  due_orders: number;
  review: number;
  messages: number;
  oldest_waiting: number | null;
  oldest_failed: number | null;
}

/** Counts the pending work, each with an index that contains little else. */
export async function countBacklog(session: Session, now: number): Promise<Backlog> {
  const [counts] = await session.all<Counts>(COUNTS, [now]);
  if (!counts) throw new RangeError('a count without a row');
  const oldest = [counts.oldest_waiting, counts.oldest_failed].filter((at) => at !== null);
  return {
    openPayments: counts.open_payments,
    dueOrders: counts.due_orders,
    review: counts.review,
    messages: counts.messages,
    oldestMessageAt: oldest.length === 0 ? null : Math.min(...oldest),
  };
}

/**
 * What has come due in a table, the longest waiting first; and then, if there is room, what lies further ahead than any
 * pause, because the clock was set back.
 * @param select the columns `order_id` and `due_at`
 */
export async function dueIn(
  session: Session,
  select: string,
  now: number,
  limit: number,
): Promise<DueOrder[]> {
  const found = (condition: string, time: number, most: number) =>
    session.all<{ order_id: string; due_at: number }>(
      `${select} where due_at ${condition} order by due_at limit ?`,
      [time, most],
    );
  const due = await found('<= ?', now, limit);
  const ahead = due.length < limit ? await found('> ?', now + LONGEST_PAUSE_MS, limit - due.length) : [];
  return [...due, ...ahead].map((row) => ({ orderId: row.order_id, dueAt: row.due_at }));
}

/** The orders that are due. */
export function dueOrders(session: Session, now: number, limit: number): Promise<DueOrder[]> {
  return dueIn(session, 'select id as order_id, due_at from orders', now, limit);
}

/** Sets the next due time, or none. @returns whether no other process had changed it since */
export async function reschedule(
  session: Session,
  { orderId, dueAt: was }: DueOrder,
  dueAt: number | null,
): Promise<boolean> {
  const text = 'update orders set due_at = ? where id = ? and due_at = ?';
  return (await session.run(text, [dueAt, orderId, was])) === 1;
}
