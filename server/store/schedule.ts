import type { DueOrder } from '../payments/ports/store.ts';
import type { Session } from './session.ts';

/** Orders that the worker has to look at, the longest waiting first. */
export async function dueOrders(session: Session, now: number, limit: number): Promise<DueOrder[]> {
  const rows = await session.all<{ id: string; due_at: number }>(
    'select id, due_at from orders where due_at <= ? order by due_at limit ?',
    [now, limit],
  );
  return rows.map((row) => ({ orderId: row.id, dueAt: row.due_at }));
}

/** @returns whether nobody had changed it since */
export async function reschedule(session: Session, order: DueOrder, dueAt: number | null): Promise<boolean> {
  const text = 'update orders set due_at = ? where id = ? and due_at = ?';
  return (await session.run(text, [dueAt, order.orderId, order.dueAt])) === 1;
}
