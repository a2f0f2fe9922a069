import type { ReadOrder, Retention } from '../payments/ports.ts';
import { lengthOf, orderLock } from './journal.ts';
import { fromCursor, pageOf, where } from './lists.ts';
import type { Session, StoreDatabase } from './session.ts';

/** No message is delivered before it was created, and `created_at` has an index. */
const DELETE_MESSAGES = `delete from outbox where id in (select id from outbox
  where state = 'delivered' and created_at < ? and delivered_at < ? order by created_at limit ?)`;

/** Deletion on a database, each call in its own transaction. */
export function createRetention(database: StoreDatabase): Retention {
  const { reader } = database;
  return {
    candidates: (page) => candidates(reader, page),
    deleteOrders: (orders, { keepWaiting }) =>
      database.write((session) => deleteOrders(session, orders, keepWaiting)),
    deleteMessages: (before, limit) =>
      database.write((session) => session.run(DELETE_MESSAGES, [before, before, limit])),
  };
}

async function candidates(
  session: Session,
  { before, after, limit }: Parameters<Retention['candidates']>[0],
) {
  const { text, values } = where([
    ['due_at is null and review_at is null and created_at < ?', before],
    after === null ? null : ['(created_at, id) > (?, ?)', ...fromCursor(after, 'number')],
  ]);
  const rows = await session.all<{ id: string; created_at: number }>(
    `select id, created_at from orders ${text} order by created_at, id limit ?`,
    [...values, limit + 1],
  );
  return pageOf(
    rows,
    limit,
    (row) => row.id,
    (row) => [row.created_at, row.id],
  );
}

const TABLES = ['journal', 'payments', 'operations', 'outbox', 'deliveries'];
const DELETIONS = [
  ...TABLES.map((table) => `delete from ${table} where order_id = ?`),
  'delete from orders where id = ?',
];

async function deleteOrders(
  session: Session,
  orders: readonly ReadOrder[],
  keepWaiting: boolean,
): Promise<number> {
  let deleted = 0;
  for (const { orderId, length } of orders) {
    await session.lock(orderLock(orderId));
    if ((await lengthOf(session, orderId)) !== length) continue;
    if (keepWaiting && (await hasMessages(session, orderId))) continue;
    for (const text of DELETIONS) await session.run(text, [orderId]);
    deleted += 1;
  }
  return deleted;
}

async function hasMessages(session: Session, orderId: string): Promise<boolean> {
  const rows = await session.all('select order_id from deliveries where order_id = ?', [orderId]);
  return rows.length > 0;
}
