import type { Lease, Outbox, OutboxMessage } from '../payments/ports.ts';
import { dueIn, fromCursor, pageOf, where } from './lists.ts';
import { canBeStored, type Session, type StoreDatabase } from './session.ts';

interface MessageRow {
  id: string;
  order_id: string;
  body: string;
  state: OutboxMessage['state'];
  attempts: number;
  last_error: string | null;
  created_at: number;
  delivered_at: number | null;
}

const MESSAGE = `select id, order_id, body, state, attempts, last_error, created_at, delivered_at from outbox`;
const NEXT = `${MESSAGE} where order_id = ? and state <> 'delivered' order by seq, place limit 1`;
const HELD = 'where order_id = ? and lease_until = ?';

/** The outbox on a database. `deliveries.due_at` of a leased order is the end of its lease. */
export function createOutbox(database: StoreDatabase): Outbox {
  const { reader } = database;
  return {
    claim: (now, until, limit) => claim(database, now, until, limit),
    renew: ({ orderId, until: held }, until) =>
      database.write(async (session) => {
        const text = `update deliveries set due_at = ?, lease_until = ? ${HELD}`;
        const renewed = await session.run(text, [until, until, orderId, held]);
        return renewed === 1 ? { orderId, until } : null;
      }),
    async next(orderId) {
      const [row] = await reader.all<MessageRow>(NEXT, [orderId]);
      return row ? toMessage(row) : null;
    },
    delivered: (message, at) => database.write((session) => noteDelivered(session, message, at)),
    failed: (lease, message, dueAt, reason) =>
      database.write((session) => noteFailed(session, lease, message, dueAt, reason)),
    release: (lease, now) => database.write((session) => release(session, lease, now)),
    list: (filter) => list(reader, filter),
    find: (id) => find(reader, id),
    async sendAgain(id, now) {
      const message = await find(reader, id);
      if (!message) return null;
      return database.write((session) => sendAgain(session, message, now));
    },
  };
}

/** Writes only if something is due. Another process may claim the same orders: the update decides. */
async function claim(database: StoreDatabase, now: number, until: number, limit: number): Promise<Lease[]> {
  const due = await dueIn(database.reader, 'select order_id, due_at from deliveries', now, limit);
  if (due.length === 0) return [];
  const text = 'update deliveries set due_at = ?, lease_until = ? where order_id = ? and due_at = ?';
  return database.write(async (session) => {
    const leases: Lease[] = [];
    for (const { orderId, dueAt } of due) {
      const claimed = await session.run(text, [until, until, orderId, dueAt]);
      if (claimed === 1) leases.push({ orderId, until });
    }
    return leases;
  });
}

async function noteDelivered(session: Session, { id, orderId }: OutboxMessage, at: number): Promise<void> {
  const text = `update outbox set state = 'delivered', delivered_at = ? where id = ? and state <> 'delivered'`;
  const first = (await session.run(text, [at, id])) === 1;
  if (!first) return;
  // The row stays until the lease is released, so that messages appended meanwhile stay with its holder.
  await session.run('update deliveries set waiting = waiting - 1 where order_id = ?', [orderId]);
}

async function noteFailed(
  session: Session,
  { orderId, until }: Lease,
  { id }: OutboxMessage,
  dueAt: number,
  reason: string,
): Promise<void> {
  await session.run(
    `update outbox set state = 'failed', attempts = attempts + 1, last_error = ?
      where id = ? and state <> 'delivered'`,
    [reason, id],
  );
  await session.run(`update deliveries set due_at = ?, lease_until = null ${HELD}`, [dueAt, orderId, until]);
}

async function release(session: Session, { orderId, until }: Lease, now: number): Promise<void> {
  await session.run(`delete from deliveries ${HELD} and waiting <= 0`, [orderId, until]);
  await session.run(`update deliveries set due_at = ?, lease_until = null ${HELD}`, [now, orderId, until]);
}

async function sendAgain(
  session: Session,
  { id, orderId }: OutboxMessage,
  now: number,
): Promise<OutboxMessage | null> {
  const text = `update outbox set state = 'waiting', delivered_at = null where id = ? and state = 'delivered'`;
  const reopened = await session.run(text, [id]);
  // The holder of the lease continues by itself.
  await session.run(
    `insert into deliveries (order_id, due_at, waiting) values (?, ?, ?)
      on conflict (order_id) do update set waiting = deliveries.waiting + excluded.waiting,
        due_at = case when deliveries.lease_until > excluded.due_at or deliveries.due_at < excluded.due_at
          then deliveries.due_at else excluded.due_at end`,
    [orderId, now, reopened],
  );
  return find(session, id);
}

async function find(session: Session, id: string): Promise<OutboxMessage | null> {
  if (!canBeStored(id)) return null;
  const [row] = await session.all<MessageRow>(`${MESSAGE} where id = ?`, [id]);
  return row ? toMessage(row) : null;
}

async function list(session: Session, { state, after, limit }: Parameters<Outbox['list']>[0]) {
  const { text, values } = where([
    state === undefined ? null : [`state = ? and state <> 'delivered'`, state],
    after === undefined ? null : ['(created_at, id) < (?, ?)', ...fromCursor(after, 'number')],
  ]);
  const rows = await session.all<MessageRow>(`${MESSAGE} ${text} order by created_at desc, id desc limit ?`, [
    ...values,
    limit + 1,
  ]);
  return pageOf(rows, limit, toMessage, (row) => [row.created_at, row.id]);
}

function toMessage(row: MessageRow): OutboxMessage {
  return {
    id: row.id,
    orderId: row.order_id,
    body: row.body,
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
  };
}
