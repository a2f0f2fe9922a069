import type { Kysely } from 'kysely';
import { ConflictError, type Store, type StoreTransaction } from '../payments/store-port.ts';
import { countBacklog } from './backlog.ts';
import { listPayments } from './list-payments.ts';
import * as rows from './rows.ts';
import type { Schema } from './schema.ts';
import type { Seal } from './seal.ts';

/** The store's port over one Kysely database. */
export function createStore(db: Kysely<Schema>, seal: Seal): Store {
  return {
    ...queries(db, seal),
    transaction: (run) => db.transaction().execute((transaction) => run(queries(transaction, seal))),
    listPayments: (filter) => listPayments(db, filter),
    async findOrderByLink(linkId) {
      const found = db.selectFrom('orders').selectAll().where('linkId', '=', linkId);
      const row = await found.executeTakeFirst();
      return row ? rows.toOrder(row, seal) : null;
    },
    async paymentsToAsk(now, limit) {
      const due = db.selectFrom('payments').selectAll().where('askAt', '<=', now);
      return (await due.orderBy('askAt').limit(limit).execute()).map(rows.toPayment);
    },
    async operationsToSend(now, limit) {
      const waiting = db.selectFrom('operations').selectAll().where('sentAt', 'is', null);
      const own = waiting.where('origin', '=', 'reversal').where('status', '=', 'unknown');
      const due = own.where((row) => row.or([row('sendAt', 'is', null), row('sendAt', '<=', now)]));
      return (await due.orderBy('sendAt').orderBy('seq').limit(limit).execute()).map(rows.toOperation);
    },
    async operationsToAsk(now, limit) {
      const due = db.selectFrom('operations').selectAll().where('askAt', '<=', now);
      return (await due.orderBy('askAt').limit(limit).execute()).map(rows.toOperation);
    },
    async messagesToSend(now, limit) {
      const oldest = db
        .selectFrom('outbox')
        .select((query) => query.fn.min('seq').as('seq'))
        .where('delivered', '=', 0)
        .groupBy('orderId');
      const due = db.selectFrom('outbox').selectAll().where('seq', 'in', oldest).where('dueAt', '<=', now);
      const rows = await due.orderBy('dueAt').limit(limit).execute();
      return rows.map(({ id, orderId, body, attempts, dueAt, createdAt }) => {
        return { id, orderId, body, attempts, dueAt, createdAt };
      });
    },
    async messageDelivered(id) {
      await db.updateTable('outbox').set({ delivered: 1 }).where('id', '=', id).execute();
    },
    async messageFailed(id, dueAt) {
      const failed = db.updateTable('outbox').set((row) => ({ dueAt, attempts: row('attempts', '+', 1) }));
      await failed.where('id', '=', id).execute();
    },
    backlog: () => countBacklog(db),
    async ping() {
      await db.selectFrom('payments').select('seq').limit(1).execute();
    },
    close: () => db.destroy(),
  };
}

function queries(db: Kysely<Schema>, seal: Seal): StoreTransaction {
  return {
    async insertPayment(payment) {
      try {
        await db.insertInto('payments').values(rows.toRow(payment)).execute();
      } catch (error) {
        throw conflictOf(error) ?? error;
      }
    },
    async updatePayment(payment) {
      await db.updateTable('payments').set(rows.toRow(payment)).where('id', '=', payment.id).execute();
    },
    async findPayment(id) {
      const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? rows.toPayment(row) : null;
    },
    async findPaymentByGatewayOrderId(gatewayOrderId) {
      const found = db.selectFrom('payments').selectAll().where('gatewayOrderId', '=', gatewayOrderId);
      const row = await found.executeTakeFirst();
      return row ? rows.toPayment(row) : null;
    },
    async paymentsOfOrder(orderId) {
      const all = db.selectFrom('payments').selectAll().where('orderId', '=', orderId);
      return (await all.orderBy('seq').execute()).map(rows.toPayment);
    },
    async saveOrder(order) {
      const { id, createdAt, token, linkId, ...stated } = rows.toOrderRow(order, seal);
      const page = { ...(token !== null && { token }), ...(linkId !== null && { linkId }) };
      const saved = db.insertInto('orders').values({ id, createdAt, token, linkId, ...stated });
      await saved.onConflict((known) => known.column('id').doUpdateSet({ ...stated, ...page })).execute();
    },
    async findOrder(id) {
      const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? rows.toOrder(row, seal) : null;
    },
    async insertOperation(operation) {
      try {
        await db.insertInto('operations').values(rows.toOperationRow(operation)).execute();
      } catch (error) {
        throw conflictOf(error) ?? error;
      }
    },
    async updateOperation(operation) {
      const changed = db.updateTable('operations').set(rows.toOperationRow(operation));
      await changed.where('id', '=', operation.id).execute();
    },
    async putOffSending(id, sendAt) {
      await db.updateTable('operations').set({ sendAt }).where('id', '=', id).execute();
    },
    async findOperation(id) {
      const row = await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? rows.toOperation(row) : null;
    },
    async findOperationByKey(idempotencyKey) {
      const found = db.selectFrom('operations').selectAll().where('idempotencyKey', '=', idempotencyKey);
      const row = await found.executeTakeFirst();
      return row ? rows.toOperation(row) : null;
    },
    async operationsOfPayment(paymentId) {
      const all = db.selectFrom('operations').selectAll().where('paymentId', '=', paymentId);
      return (await all.orderBy('seq').execute()).map(rows.toOperation);
    },
    async newsOfPayment(paymentId) {
      const all = db.selectFrom('news').selectAll().where('paymentId', '=', paymentId);
      return (await all.orderBy('at').execute()).map((row) => rows.toNews(row, seal));
    },
    async insertNews(news) {
      const inserted = db
        .insertInto('news')
        .values(rows.toNewsRow(news, seal))
        .onConflict((conflict) => conflict.column('hash').doNothing());
      return (await inserted.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
    },
    async insertMessage(message) {
      await db.insertInto('outbox').values(message).execute();
    },
  };
}

/** SQLite names the columns of a violated unique index, not the index itself. */
function conflictOf(error: unknown): ConflictError | null {
  const text = error instanceof Error ? error.message : '';
  if (!text.includes('UNIQUE constraint failed')) return null;
  if (text.includes('payments.gateway_order_id')) return new ConflictError('gateway-order-id');
  if (/(payments|operations)\.idempotency_key/.test(text)) return new ConflictError('idempotency-key');
  return text.includes('payments.order_id') ? new ConflictError('order') : null;
}
