import { type Append, ConflictError, type NewMessage, type Projection } from '../payments/ports.ts';
import { toEntryRow } from './journals.ts';
import { count } from './limits.ts';
import type { Seal } from './seal.ts';
import { insertInto, type Session } from './session.ts';

const LAST = 'select max(seq) as last from journal where order_id = ?';
const insertEntries = insertInto('insert into journal (order_id, seq, at, kind, entry, secret)', 6);

/**
 * Appends to a journal, and writes everything that follows from the entries.
 * @throws ConflictError
 */
export async function append(
  session: Session,
  seal: Seal,
  { orderId, after, ...more }: Append,
): Promise<void> {
  const rows = more.entries.map((entry, index) => toEntryRow(seal, orderId, after + 1 + index, entry));
  await session.lock(orderLock(orderId));
  await requireLength(session, orderId, after);
  await insertEntries(session, rows);
  await project(session, orderId, more.projection);
  await enqueue(session, orderId, after + rows.length, more.messages);
  if (more.counts) await count(session, more.counts);
}

/** Held by whatever writes or deletes an order. */
export const orderLock = (orderId: string): string => `order ${orderId}`;

/** With only the primary key, a writer could leave a gap. */
async function requireLength(session: Session, orderId: string, length: number): Promise<void> {
  if ((await lengthOf(session, orderId)) !== length) throw new ConflictError('journal');
}

/** The number of entries of a journal. */
export async function lengthOf(session: Session, orderId: string): Promise<number> {
  const [row] = await session.all<{ last: number | null }>(LAST, [orderId]);
  return row?.last ?? 0;
}

// Columns that never change are not set again: SQLite would rewrite their indexes.
const putOrder = insertInto(
  'insert into orders (id, created_at, link_id, due_at, review_at)',
  5,
  `on conflict (id) do update set link_id = excluded.link_id, due_at = excluded.due_at,
    review_at = excluded.review_at`,
);
const putPayments = insertInto(
  'insert into payments (id, order_id, gateway_order_id, status, created_at, view)',
  6,
  'on conflict (id) do update set status = excluded.status, view = excluded.view',
);
const insertOperations = insertInto(
  'insert into operations (id, order_id, idempotency_key)',
  3,
  'on conflict (id) do nothing',
);

/** Writes the projection. */
async function project(session: Session, orderId: string, projection: Projection): Promise<void> {
  const { order, payments, operations } = projection;
  await putOrder(session, [[orderId, order.createdAt, order.linkId, order.dueAt, order.reviewAt]]);
  await putPayments(
    session,
    payments.map(({ gatewayOrderId, view }) => {
      return [view.id, orderId, gatewayOrderId, view.status, view.createdAt, JSON.stringify(view)];
    }),
  );
  await insertOperations(
    session,
    operations.map(({ id, idempotencyKey }) => [id, orderId, idempotencyKey]),
  );
}

/**
 * Replaces the projection of a journal of `length` entries.
 * @throws ConflictError if the journal has grown since
 */
export async function rebuild(
  session: Session,
  orderId: string,
  length: number,
  projection: Projection,
): Promise<void> {
  await session.lock(orderLock(orderId));
  await requireLength(session, orderId, length);
  await session.run('delete from payments where order_id = ?', [orderId]);
  await session.run('delete from operations where order_id = ?', [orderId]);
  await session.run('update orders set created_at = ? where id = ?', [projection.order.createdAt, orderId]);
  await project(session, orderId, projection);
}

const insertMessages = insertInto(
  'insert into outbox (id, order_id, seq, place, body, state, attempts, created_at)',
  8,
);
const expectDelivery = insertInto(
  'insert into deliveries (order_id, due_at, waiting)',
  3,
  'on conflict (order_id) do update set waiting = deliveries.waiting + excluded.waiting',
);

/**
 * Puts messages into the outbox.
 * @param seq the journal entry from which they follow
 */
async function enqueue(
  session: Session,
  orderId: string,
  seq: number,
  messages: readonly NewMessage[],
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const rows = messages.map((one, index) => {
    return [one.id, orderId, seq, index, bodyOf(one), 'waiting', 0, one.at];
  });
  await insertMessages(session, rows);
  await expectDelivery(session, [[orderId, first.dueAt, messages.length]]);
}

/** The text that is signed and posted. */
function bodyOf({ message, at }: NewMessage): string {
  return JSON.stringify({ type: message.type, timestamp: new Date(at).toISOString(), data: message.data });
}
