import { type Kysely, sql } from 'kysely';
import { GIVEN_BACK, PAID_TWICE } from '../payments/payment.ts';
import type { Backlog } from '../payments/store-port.ts';
import type { Schema } from './schema.ts';

/** Counts what waits, over indexes that hold nothing else. */
export async function countBacklog(db: Kysely<Schema>): Promise<Backlog> {
  const all = (query: { executeTakeFirst(): Promise<{ count: unknown } | undefined> }) =>
    query.executeTakeFirst().then((row) => Number(row?.count ?? 0));
  const countAll = sql<number>`count(*)`.as('count');
  const payments = (column: 'askAt' | 'held') => db.selectFrom('payments').where(column, 'is not', null);
  const operations = (column: 'askAt' | 'held') => db.selectFrom('operations').where(column, 'is not', null);
  // What was paid twice is given back by itself, unless it is in doubt whether it was paid.
  const doubtful = payments('held').where((row) =>
    row.or([row('held', 'not in', [PAID_TWICE, GIVEN_BACK]), row('status', '!=', 'success')]),
  );
  const waiting = db.selectFrom('outbox').where('delivered', '=', 0);
  const oldest = await waiting.select((row) => row.fn.min('createdAt').as('at')).executeTakeFirst();
  return {
    openPayments: await all(payments('askAt').select(countAll)),
    openOperations: await all(operations('askAt').select(countAll)),
    held:
      (await all(doubtful.select(countAll))) +
      (await all(operations('held').select(countAll))) +
      (await all(putOffLong(db).select(countAll))),
    messages: await all(waiting.select(countAll)),
    oldestMessageAt: oldest?.at ?? null,
  };
}

/** What is to give a payment back and was put off for more than a day: something is in its way. */
function putOffLong(db: Kysely<Schema>) {
  const unsent = db.selectFrom('operations').where('sentAt', 'is', null);
  const waiting = unsent.where('origin', '=', 'reversal').where('status', '=', 'unknown');
  return waiting.where('sendAt', '>', sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+1 day')`);
}
