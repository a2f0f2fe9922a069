import type { PaymentView } from '../contract/checkout-api.ts';
import type { Paged } from '../payments/ports/page.ts';
import type { PaymentFilter } from '../payments/ports/store.ts';
import { fromCursor, type Position, toCursor } from './cursor.ts';
import type { Session, Value } from './session.ts';

/** Conditions of a list with the values that belong to them; those that were not asked for are left out. */
export type Conditions = readonly (readonly [text: string, ...values: Value[]] | null)[];

/** The `where` of a list. @returns its text and values */
export function where(conditions: Conditions): { text: string; values: Value[] } {
  const asked = conditions.filter((one) => one !== null);
  const texts = asked.map(([text]) => text);
  const text = texts.length === 0 ? '' : `where ${texts.join(' and ')}`;
  return { text, values: asked.flatMap(([, ...values]) => values) };
}

/** A page of rows of which one more than wanted was read, to know whether there is a next page. */
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

/** Payments as they are shown, the newest first. */
export async function listPayments(
  session: Session,
  { status, from, to, after, limit }: PaymentFilter,
): Promise<Paged<PaymentView>> {
  const { text, values } = where([
    status === undefined ? null : ['status = ?', status],
    from === undefined ? null : ['created_at >= ?', from],
    to === undefined ? null : ['created_at < ?', to],
    after === undefined ? null : ['(created_at, id) < (?, ?)', ...fromCursor(after, 'string')],
  ]);
  const rows = await session.all<{ id: string; created_at: string; view: string }>(
    `select id, created_at, view from payments ${text} order by created_at desc, id desc limit ?`,
    [...values, limit + 1],
  );
  const view = (row: { view: string }) => JSON.parse(row.view) as PaymentView;
  return pageOf(rows, limit, view, (row) => [row.created_at, row.id]);
}

/** Ids of orders that a person should look at, the longest waiting first. */
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

/** Ids of all orders that have a journal, in their own order. */
export async function orderIds(session: Session, after: string | null, limit: number): Promise<string[]> {
  const { text, values } = where([['seq = ?', 1], after === null ? null : ['order_id > ?', after]]);
  const rows = await session.all<{ order_id: string }>(
    `select order_id from journal ${text} order by order_id limit ?`,
    [...values, limit],
  );
  return rows.map((row) => row.order_id);
}
