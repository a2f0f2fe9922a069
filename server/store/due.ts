import { LONGEST_PAUSE_MS } from '../payments/order/schedule.ts';
import type { DueOrder } from '../payments/ports.ts';
import type { Session } from './session.ts';

/**
 * What has come due in a table, the longest waiting first; and then, if there is room, what lies further ahead than
 * `longest`, because a clock was set back.
 * @param select the columns `order_id` and `due_at`
 * @param longest milliseconds
 */
export async function dueIn(
  session: Session,
  select: string,
  { now, longest, limit }: { now: number; longest: number; limit: number },
): Promise<DueOrder[]> {
  const found = (condition: string, time: number, most: number) =>
    session.all<{ order_id: string; due_at: number }>(
      `${select} where due_at ${condition} order by due_at limit ?`,
      [time, most],
    );
  const due = await found('<= ?', now, limit);
  const ahead = due.length < limit ? await found('> ?', now + longest, limit - due.length) : [];
  return [...due, ...ahead].map((row) => ({ orderId: row.order_id, dueAt: row.due_at }));
}

/** The orders that are due. */
export function dueOrders(session: Session, now: number, limit: number): Promise<DueOrder[]> {
  const select = 'select id as order_id, due_at from orders';
  return dueIn(session, select, { now, longest: LONGEST_PAUSE_MS, limit });
}

/** Sets the next due time. @returns whether no other process had changed it since */
export async function reschedule(
  session: Session,
  { orderId, dueAt: was }: DueOrder,
  dueAt: number,
): Promise<boolean> {
  const text = 'update orders set due_at = ? where id = ? and due_at = ?';
  return (await session.run(text, [dueAt, orderId, was])) === 1;
}
