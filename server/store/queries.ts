import type { Kysely, Selectable } from 'kysely';
import type { Operation, Payment } from '../payments/payment.ts';
import { ConflictError, type Store, type StoreTransaction } from '../payments/store-port.ts';
import type { Schema } from './schema.ts';

/** The store's port over one Kysely database. */
export function createStore(db: Kysely<Schema>): Store {
  return {
    ...queries(db),
    transaction: (run) => db.transaction().execute((transaction) => run(queries(transaction))),
    async paymentsToAsk(now, limit) {
      const due = db.selectFrom('payments').selectAll().where('askAt', '<=', now);
      return (await due.orderBy('askAt').limit(limit).execute()).map(toPayment);
    },
    async operationsToSend(limit) {
      const waiting = db.selectFrom('operations').selectAll().where('sentAt', 'is', null);
      return (await waiting.where('status', '=', 'unknown').orderBy('createdAt').limit(limit).execute()).map(
        toOperation,
      );
    },
    async operationsToAsk(before, limit) {
      const silent = db
        .selectFrom('operations')
        .selectAll()
        .where('status', 'in', ['unknown', 'init', 'pending']);
      const sent = silent.where('sentAt', 'is not', null).where('updatedAt', '<=', before);
      return (await sent.orderBy('updatedAt').limit(limit).execute()).map(toOperation);
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
    async ping() {
      await db.selectFrom('payments').select('seq').limit(1).execute();
    },
    close: () => db.destroy(),
  };
}

function queries(db: Kysely<Schema>): StoreTransaction {
  return {
    async insertPayment(payment) {
      try {
        await db.insertInto('payments').values(toRow(payment)).execute();
      } catch (error) {
        throw conflictOf(error) ?? error;
      }
    },
    async updatePayment(payment) {
      await db.updateTable('payments').set(toRow(payment)).where('id', '=', payment.id).execute();
    },
    async findPayment(id) {
      const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toPayment(row) : null;
    },
    async findPaymentByGatewayOrderId(gatewayOrderId) {
      const found = db.selectFrom('payments').selectAll().where('gatewayOrderId', '=', gatewayOrderId);
      const row = await found.executeTakeFirst();
      return row ? toPayment(row) : null;
    },
    async paymentsOfOrder(orderId) {
      const all = db.selectFrom('payments').selectAll().where('orderId', '=', orderId);
      return (await all.orderBy('seq').execute()).map(toPayment);
    },
    async insertOperation(operation) {
      await db.insertInto('operations').values(operation).execute();
    },
    async updateOperation(operation) {
      await db.updateTable('operations').set(operation).where('id', '=', operation.id).execute();
    },
    async operationsOfPayment(paymentId) {
      const all = db.selectFrom('operations').selectAll().where('paymentId', '=', paymentId);
      return (await all.orderBy('createdAt').execute()).map(toOperation);
    },
    async insertNews(news) {
      const inserted = db
        .insertInto('news')
        .values(news)
        .onConflict((conflict) => conflict.column('hash').doNothing());
      return (await inserted.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
    },
    async insertMessage(message) {
      await db.insertInto('outbox').values(message).execute();
    },
  };
}

function toRow(payment: Payment) {
  return { ...payment, blocking: payment.blocking ? 1 : 0 };
}

function toPayment(row: Selectable<Schema['payments']>): Payment {
  return {
    id: row.id,
    orderId: row.orderId,
    gatewayOrderId: row.gatewayOrderId,
    mode: row.mode,
    method: row.method,
    amountMinor: row.amountMinor,
    currency: row.currency,
    status: row.status,
    statusCode: row.statusCode,
    statusDescription: row.statusDescription,
    settledBy: row.settledBy,
    blocking: row.blocking === 1,
    held: row.held,
    actionUrl: row.actionUrl,
    cardMask: row.cardMask,
    receiptUrl: row.receiptUrl,
    gatewayPaymentId: row.gatewayPaymentId,
    returnUrl: row.returnUrl,
    idempotencyKey: row.idempotencyKey,
    requestHash: row.requestHash,
    askAt: row.askAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function toOperation(row: Selectable<Schema['operations']>): Operation {
  return {
    id: row.id,
    paymentId: row.paymentId,
    method: row.method,
    amountMinor: row.amountMinor,
    currency: row.currency,
    status: row.status,
    statusCode: row.statusCode,
    comment: row.comment,
    sentAt: row.sentAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** SQLite names the columns of a violated unique index, not the index itself. */
function conflictOf(error: unknown): ConflictError | null {
  const text = error instanceof Error ? error.message : '';
  if (!text.includes('UNIQUE constraint failed')) return null;
  if (text.includes('payments.gateway_order_id')) return new ConflictError('gateway-order-id');
  if (text.includes('payments.idempotency_key')) return new ConflictError('idempotency-key');
  return text.includes('payments.order_id') ? new ConflictError('order') : null;
}
