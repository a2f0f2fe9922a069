import type { Store } from '../payments/ports.ts';
import { append, rebuild } from './append.ts';
import { dueOrders, reschedule } from './due.ts';
import { createHeartbeat } from './heartbeat.ts';
import { findJournal, journalLengths, readJournal, readJournals } from './journals.ts';
import { createLimits } from './limits.ts';
import { activeSince, countBacklog, listPayments, listReview, orderIds } from './lists.ts';
import { createOutbox } from './outbox.ts';
import { createRetention } from './retention.ts';
import { createSavedCards } from './saved-cards.ts';
import type { Seal } from './seal.ts';
import type { StoreDatabase } from './session.ts';

/** The store on any of the databases. */
export function createStore(database: StoreDatabase, seal: Seal): Store {
  const { reader } = database;
  return {
    read: (orderId) => readJournal(reader, seal, orderId),
    readMany: (orderIds) => readJournals(reader, seal, orderIds),
    lengths: (orderIds) => journalLengths(reader, orderIds),
    find: (name) => findJournal(reader, seal, name),
    async append(one) {
      if (one.entries.length === 0) throw new RangeError('an append needs entries');
      await database.write((session) => append(session, seal, one));
    },
    dueOrders: (now, limit) => dueOrders(reader, now, limit),
    reschedule: (order, dueAt) => database.write((session) => reschedule(session, order, dueAt)),
    listPayments: (filter) => listPayments(reader, filter),
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
    savedCards: createSavedCards(database, seal),
  };
}
