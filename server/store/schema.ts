import type { Generated } from 'kysely';
import type { Operation, OrderRecord, Payment } from '../payments/payment.ts';
import type { NewsRecord, OutboxMessage } from '../payments/store-port.ts';

/**
 * The tables as Kysely sees them; its camel-case plugin turns the names into snake_case columns.
 * Times are ISO 8601 text, amounts integer minor units, truth values 0 and 1, `split` JSON text. `seq` keeps the
 * order of writing. `operations.send_at` is when one
 * that waits for being sent is due; null: at once. `orders.token` and `news.body` are sealed.
 */
export interface Schema {
  payments: Split<Omit<Payment, 'blocking'>> & { seq: Generated<number>; blocking: number };
  operations: Split<Operation> & { seq: Generated<number>; sendAt: Generated<string | null> };
  orders: Split<OrderRecord>;
  news: NewsRecord;
  outbox: OutboxMessage & { seq: Generated<number>; delivered: Generated<number> };
}

type Split<Row extends { split: unknown }> = Omit<Row, 'split'> & { split: string | null };
