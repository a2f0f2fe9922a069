import type { Backlog } from '../payments/ports/store.ts';
import type { Session } from './session.ts';

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

/** Counts what is pending, each by an index that holds little else. */
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
