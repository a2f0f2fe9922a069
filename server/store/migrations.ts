import { type Kysely, type Migration, type MigrationProvider, sql } from 'kysely';
import { LATER_MIGRATIONS } from './later-migrations.ts';

/** Every change of the tables, in order. One that has been released is never altered. */
const MIGRATIONS: Record<string, Migration> = {
  '001-payments': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('payments')
        .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('order_id', 'text', (column) => column.notNull())
        .addColumn('gateway_order_id', 'text', (column) => column.notNull())
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('method', 'text', (column) => column.notNull())
        .addColumn('amount_minor', 'bigint', (column) => column.notNull())
        .addColumn('currency', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('status_code', 'text')
        .addColumn('status_description', 'text')
        .addColumn('settled_by', 'text')
        .addColumn('blocking', 'integer', (column) => column.notNull())
        .addColumn('held', 'text')
        .addColumn('action_url', 'text')
        .addColumn('card_mask', 'text')
        .addColumn('receipt_url', 'text')
        .addColumn('gateway_payment_id', 'text')
        .addColumn('return_url', 'text')
        .addColumn('idempotency_key', 'text', (column) => column.notNull())
        .addColumn('request_hash', 'text', (column) => column.notNull())
        .addColumn('ask_at', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await unique(db, 'payments_gateway_order_id', 'payments', ['gateway_order_id']);
      await unique(db, 'payments_idempotency_key', 'payments', ['order_id', 'idempotency_key']);
      await sql`create unique index payments_one_blocking on payments (order_id) where blocking = 1`.execute(
        db,
      );
      await sql`create index payments_ask_at on payments (ask_at) where ask_at is not null`.execute(db);
    },
  },
  '002-operations': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('operations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('payment_id', 'text', (column) => column.notNull().references('payments.id'))
        .addColumn('method', 'text', (column) => column.notNull())
        .addColumn('amount_minor', 'bigint', (column) => column.notNull())
        .addColumn('currency', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('status_code', 'text')
        .addColumn('comment', 'text', (column) => column.notNull())
        .addColumn('sent_at', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('operations_payment').on('operations').column('payment_id').execute();
    },
  },
  '003-news': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('news')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('payment_id', 'text')
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('verdict', 'text', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .execute();
      await unique(db, 'news_hash', 'news', ['hash']);
    },
  },
  '004-outbox': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('outbox')
        .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('order_id', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'text', (column) => column.notNull())
        .addColumn('delivered', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await sql`create index outbox_waiting on outbox (order_id, seq) where delivered = 0`.execute(db);
    },
  },
};

function unique(db: Kysely<unknown>, name: string, table: string, columns: string[]): Promise<void> {
  return db.schema.createIndex(name).on(table).columns(columns).unique().execute();
}

export const migrationProvider: MigrationProvider = {
  getMigrations: () => Promise.resolve({ ...MIGRATIONS, ...LATER_MIGRATIONS }),
};
