import type { Store } from '../payments/ports.ts';
import {
  append,
  findJournal,
  journalLengths,
  newestToken,
  noteToken,
  readJournal,
  rebuild,
} from './journal.ts';
import { createLimits } from './limits.ts';
import {
  activeSince,
  countBacklog,
  dueOrders,
  listOperations,
  listPayments,
  listReview,
  orderIds,
  reschedule,
} from './lists.ts';
import { createOutbox } from './outbox.ts';
import { createRetention } from './retention.ts';
import { createSavedCards } from './saved-cards.ts';
import type { Encryption } from './encryption.ts';
import type { StoreDatabase } from './session.ts';

/** The store on any of the databases. */
export function createStore(database: StoreDatabase, encryption: Encryption): Store {
  const { reader } = database;
  return {
    read: (orderId) => readJournal(reader, encryption, orderId),
    lengths: (orderIds) => journalLengths(reader, orderIds),
    find: (name) => findJournal(reader, encryption, name),
    async append(one) {
      if (one.entries.length === 0) throw new RangeError('an append needs entries');
      await database.write((session) => append(session, encryption, one));
    },
    newestToken: (orderId) => newestToken(reader, encryption, orderId),
    noteToken: (place, token) => database.write((session) => noteToken(session, encryption, place, token)),
    dueOrders: (now, limit) => dueOrders(reader, now, limit),
    reschedule: (order, dueAt) => database.write((session) => reschedule(session, order, dueAt)),
    listPayments: (filter) => listPayments(reader, filter),
    listOperations: (filter) => listOperations(reader, filter),
    listReview: (filter) => listReview(reader, filter),
    backlog: (now) => countBacklog(reader, now),
    checkWritable: createHeartbeat(database),
    orderIds: (after, limit) => orderIds(reader, after, limit),
    activeSince: (since, after, limit) => activeSince(reader, since, after, limit),
    rebuild: (orderId, length, projection) =>
      database.write((session) => rebuild(session, orderId, length, projection)),
    close: () => database.close(),
    outbox: createOutbox(database),
    limits: createLimits(database),
    retention: createRetention(database),
    savedCards: createSavedCards(database, encryption),
  };
}

/** How long a successful check remains valid, milliseconds. */
const FRESH_MS = 5_000;

const BEAT = 'insert into heartbeat (id, at) values (1, ?) on conflict (id) do update set at = excluded.at';

/** Creates a check that writes to the store to prove that it is writable; a success remains valid for some seconds. */
function createHeartbeat(database: StoreDatabase): () => Promise<void> {
  let freshUntil = Number.NEGATIVE_INFINITY;
  let beating: Promise<void> | null = null;
  async function beat(): Promise<void> {
    await database.write((session) => session.run(BEAT, [Date.now()]));
    freshUntil = performance.now() + FRESH_MS;
  }
  return async () => {
    if (performance.now() < freshUntil) return;
    beating ??= beat().finally(() => (beating = null));
    await beating;
  };
}
