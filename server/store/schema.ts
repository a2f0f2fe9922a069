import type { Generated } from 'kysely';
import type { Operation, Payment } from '../payments/payment.ts';
import type { NewsRecord, OutboxMessage } from '../payments/store-port.ts';

/**
 * The tables as Kysely sees them; its camel-case plugin turns the names into snake_case columns.
 * Times are ISO 8601 text, amounts integer minor units, truth values 0 and 1. `seq` keeps the order of writing.
 */
export interface Schema {
  payments: Omit<Payment, 'blocking'> & { seq: Generated<number>; blocking: number };
  operations: Operation;
  news: NewsRecord;
  outbox: OutboxMessage & { seq: Generated<number>; delivered: Generated<number> };
}
