import { type Kysely, type Migration, sql } from 'kysely';

/** Migrations since secondary operations are the merchant's too. */
export const LATER_MIGRATIONS: Record<string, Migration> = {
  '005-operations-of-merchants': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('payments').addColumn('split', 'text').execute();
      await db.schema.createIndex('payments_created_at').on('payments').column('created_at').execute();
      // SQLite takes no `not null` off a column: the table is made anew.
      await createOperations(db);
      await copyOperations(db);
      await db.schema.dropTable('operations').execute();
      await db.schema.alterTable('operations_new').renameTo('operations').execute();
      await indexOperations(db);
    },
  },
  '006-orders': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('orders')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('amount_minor', 'bigint', (column) => column.notNull())
        .addColumn('currency', 'text', (column) => column.notNull())
        .addColumn('description', 'text', (column) => column.notNull())
        .addColumn('method', 'text', (column) => column.notNull())
        .addColumn('split', 'text')
        .addColumn('token', 'text')
        .addColumn('link_id', 'text', (column) => column.unique())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '007-news-told': {
    async up(db: Kysely<unknown>) {
      for (const name of ['operation_id', 'method', 'status', 'status_code', 'body']) {
        await db.schema.alterTable('news').addColumn(name, 'text').execute();
      }
      await db.schema.createIndex('news_payment').on('news').columns(['payment_id', 'at']).execute();
    },
  },
  '008-one-reversal': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('operations').addColumn('send_at', 'text').execute();
      await leaveOneReversal(db);
      await sql`create unique index operations_one_reversal on operations (payment_id)
        where origin = 'reversal' and status <> 'failure'`.execute(db);
    },
  },
  '009-paid-amount': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('payments').addColumn('paid_minor', 'bigint').execute();
    },
  },
  '010-news-transactions': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('news').addColumn('transaction_id', 'text').execute();
      await db.schema.alterTable('news').addColumn('amount_minor', 'bigint').execute();
    },
  },
  '010-operations-guessed': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('operations').addColumn('guessed', 'text').execute();
    },
  },
  '011-payment-transactions': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('payments').addColumn('gateway_transaction_id', 'text').execute();
      await readTransactions(db);
    },
  },
  '012-held': {
    async up(db: Kysely<unknown>) {
      for (const table of ['payments', 'operations']) {
        await sql`create index ${sql.ref(`${table}_held`)} on ${sql.table(table)} (held)
          where held is not null`.execute(db);
      }
    },
  },
  '013-given-back': {
    async up(db: Kysely<unknown>) {
      await sql`
        update payments set held = 'given-back', blocking = 0
        where held = 'order-paid-twice' and exists (
          select 1 from operations
          where payment_id = payments.id and origin = 'reversal' and status = 'success' and operations.held is null
        )`.execute(db);
    },
  },
  '014-unsent': {
    async up(db: Kysely<unknown>) {
      await sql`create index operations_unsent on operations (send_at) where sent_at is null`.execute(db);
    },
  },
};

/** The transaction by which a payment succeeded is the one that the news told of that made it so. */
async function readTransactions(db: Kysely<unknown>): Promise<void> {
  await sql`
    update payments set gateway_transaction_id = (
      select transaction_id from news
      where news.payment_id = payments.id and news.operation_id is null and news.verdict = 'applied'
        and news.method = payments.method and news.status = 'success' and news.source <> 'person'
      order by at limit 1)
    where status = 'success' and settled_by = 'gateway'`.execute(db);
}

/**
 * Of several of one payment the one that has come farthest stays. Another that was not sent never will be; one that
 * was is asked about as the merchant's are.
 */
async function leaveOneReversal(db: Kysely<unknown>): Promise<void> {
  await sql`
    update operations set origin = 'merchant',
      status = case when sent_at is null and status = 'unknown' then 'failure' else status end,
      settled_by = case when sent_at is null and status = 'unknown' then 'not-sent' else settled_by end
    where origin = 'reversal' and status <> 'failure' and seq not in (
      select first_value(seq) over (partition by payment_id
        order by status = 'success' desc, sent_at is not null desc, seq)
      from operations where origin = 'reversal' and status <> 'failure')`.execute(db);
}

async function createOperations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operations_new')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('payment_id', 'text', (column) => column.notNull().references('payments.id'))
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('split', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('status_code', 'text')
    .addColumn('status_description', 'text')
    .addColumn('settled_by', 'text')
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('comment', 'text')
    .addColumn('receipt_url', 'text')
    .addColumn('gateway_operation_id', 'text')
    .addColumn('held', 'text')
    .addColumn('idempotency_key', 'text')
    .addColumn('request_hash', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('ask_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
}

/**
 * All that there were are second payments given back. What was sent and is not ended is asked about at once. A code
 * that is no number came with a refusal.
 */
async function copyOperations(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into operations_new (id, payment_id, method, amount_minor, currency, status, status_code, settled_by,
      origin, comment, sent_at, ask_at, created_at, updated_at)
    select id, payment_id, method, amount_minor, currency, status, status_code,
      case when status not in ('success', 'failure') then null
        when status_code glob '*[^0-9]*' then 'refused' else 'gateway' end,
      'reversal', comment, sent_at,
      case when sent_at is not null and status not in ('success', 'failure') then updated_at end,
      created_at, updated_at
    from operations order by created_at, rowid`.execute(db);
}

async function indexOperations(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('operations_payment').on('operations').column('payment_id').execute();
  await sql`create unique index operations_idempotency_key on operations (idempotency_key)
    where idempotency_key is not null`.execute(db);
  await sql`create unique index operations_gateway_id on operations (payment_id, gateway_operation_id)
    where gateway_operation_id is not null`.execute(db);
  await sql`create index operations_ask_at on operations (ask_at) where ask_at is not null`.execute(db);
}
