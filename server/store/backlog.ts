import type { Kysely } from 'kysely';
import { GIVEN_BACK, PAID_TWICE } from '../payments/payment.ts';
import type { Backlog } from '../payments/store-port.ts';
import type { Schema } from './schema.ts';

/** Counts what waits, over indexes that hold nothing else. */
export async function countBacklog(db: Kysely<Schema>): Promise<Backlog> {
  const all = (query: { executeTakeFirst(): Promise<{ count: unknown } | undefined> }) =>
    query.executeTakeFirst().then((row) => Number(row?.count ?? 0));
  const count = (table: 'payments' | 'operations', column: 'askAt' | 'held') => {
    const waiting = db.selectFrom(table).where(column, 'is not', null);
    // What was paid twice is given back by itself.
    const persons = column === 'held' ? waiting.where('held', 'not in', [PAID_TWICE, GIVEN_BACK]) : waiting;
    return all(persons.select((row) => row.fn.countAll().as('count')));
  };
  const waiting = db.selectFrom('outbox').where('delivered', '=', 0);
  const oldest = await waiting.select((row) => row.fn.min('createdAt').as('at')).executeTakeFirst();
  return {
    openPayments: await count('payments', 'askAt'),
    openOperations: await count('operations', 'askAt'),
    held: (await count('payments', 'held')) + (await count('operations', 'held')),
    messages: await all(waiting.select((row) => row.fn.countAll().as('count'))),
    oldestMessageAt: oldest?.at ?? null,
  };
}
