import { type Session, StoreError } from './session.ts';

/**
 * The tables, in SQL that SQLite and Postgres share. Times are milliseconds since 1970 but for `created_at` of payments and
 * operations, which is the view's ISO 8601 text. `journal` is the truth; `orders`, `payments` and `operations` are projected from it, but for
 * `orders.newest_…`: the newest token, if it repeats what is in the journal.
 * Encrypted: `journal.secret`, `orders.newest_customer_id`, `saved_cards.token`.
 */
export const SCHEMA: readonly string[] = [
  `create table journal (
    order_id text not null,
    seq bigint not null,
    at bigint not null,
    kind text not null,
    entry text not null,
    secret text,
    constraint journal_key primary key (order_id, seq)
  )`,

  `create table orders (
    id text primary key,
    created_at bigint not null,
    link_id text,
    due_at bigint,
    review_at bigint,
    newest_iat bigint,
    newest_customer_id text
  )`,
  'create unique index orders_link_id on orders (link_id) where link_id is not null',
  'create index orders_due_at on orders (due_at) where due_at is not null',
  'create index orders_created_at on orders (created_at, id)',
  'create index orders_review_at on orders (review_at, id) where review_at is not null',

  `create table payments (
    id text primary key,
    order_id text not null,
    gateway_order_id text not null,
    status text not null,
    created_at text not null,
    view text not null
  )`,
  'create unique index payments_gateway_order_id on payments (gateway_order_id)',
  'create index payments_order_id on payments (order_id)',
  'create index payments_created_at on payments (created_at, id)',
  'create index payments_status on payments (status, created_at, id)',

  `create table operations (
    id text primary key,
    order_id text not null,
    idempotency_key text,
    method text not null,
    status text not null,
    created_at text not null,
    view text not null
  )`,
  `create unique index operations_idempotency_key on operations (idempotency_key)
    where idempotency_key is not null`,
  'create index operations_order_id on operations (order_id)',
  'create index operations_created_at on operations (created_at, id)',
  'create index operations_method on operations (method, created_at, id)',
  'create index operations_status on operations (status, created_at, id)',

  // A message follows from the journal up to `seq`; `place` is its position among the messages of one append.
  `create table outbox (
    id text primary key,
    order_id text not null,
    seq bigint not null,
    place bigint not null,
    body text not null,
    state text not null,
    attempts bigint not null,
    last_error text,
    created_at bigint not null,
    delivered_at bigint
  )`,
  'create index outbox_created_at on outbox (created_at, id)',
  'create index outbox_order on outbox (order_id, seq, place)',
  `create index outbox_state on outbox (state, created_at, id) where state <> 'delivered'`,

  // One row for each order with waiting messages or a lease.
  `create table deliveries (
    order_id text primary key,
    due_at bigint not null,
    lease_until bigint,
    waiting bigint not null
  )`,
  'create index deliveries_due_at on deliveries (due_at)',

  // The attempts that count against card testing: declined, or not ended yet.
  `create table limits (
    subject text not null,
    payment_id text not null,
    expires_at bigint not null,
    expires_if_declined bigint not null,
    primary key (subject, payment_id)
  )`,
  'create index limits_payment_id on limits (payment_id)',
  'create index limits_expires_at on limits (expires_if_declined)',

  `create table saved_cards (
    id text primary key,
    pos_id text not null,
    customer_id text not null,
    mask text not null,
    brand text,
    expires text not null,
    token text not null,
    token_expires_at bigint,
    kept_at bigint not null,
    used_at bigint not null
  )`,
  'create unique index saved_cards_card on saved_cards (customer_id, pos_id, mask, expires)',
  `create index saved_cards_token_expires_at on saved_cards (token_expires_at)
    where token_expires_at is not null`,
  'create index saved_cards_used_at on saved_cards (used_at)',

  `create table heartbeat (
    id bigint primary key,
    at bigint not null
  )`,
];

/** All migrations of the tables, in sequence. A released one is never changed. */
export const MIGRATIONS: readonly { name: string; statements: readonly string[] }[] = [
  { name: '001-journal', statements: SCHEMA },
];

/** Finds the mark of a store that was copied to another one, which companions use since. */
export const MOVED = `select name from pay_form_migrations where name = 'moved'`;

export const wasMoved = (): StoreError =>
  new StoreError('this store was copied to another one, which is used since; see `pay-form help store copy`');

/**
 * Brings the tables up to date; everything in the transaction of the session, so that another process that starts
 * meanwhile finds all of it or nothing.
 * @param find a statement that finds a table by its name
 * @throws StoreError if other tables are in the way, or what the session throws
 */
export async function migrate(session: Session, find: string): Promise<void> {
  try {
    const applied = await appliedOn(session, find);
    if (applied.includes('copying'))
      throw new StoreError('a copy into this store is not finished: run `pay-form store copy` again');
    if (applied.includes('moved')) throw wasMoved();
    if (applied.some((name, index) => MIGRATIONS[index]?.name !== name))
      throw new StoreError('the tables there belong to another program or a newer version');
    for (const { name, statements } of MIGRATIONS.slice(applied.length)) {
      for (const text of statements) await session.run(text);
      await session.run('insert into pay_form_migrations (name) values (?)', [name]);
    }
  } catch (error) {
    throw isInTheWay(error)
      ? new StoreError(
          'another program has tables with our names there; use a database or schema of its own',
          error.code,
          error,
        )
      : error;
  }
}

/**
 * The names of the migrations that were applied, in sequence. A copy adds names that keep every companion off, also one of
 * a version that does not know them: `copying` and `moved`.
 */
export async function appliedOn(session: Session, find: string): Promise<string[]> {
  if ((await session.all(find, ['pay_form_migrations'])).length === 0)
    await session.run('create table pay_form_migrations (name text primary key)');
  const rows = await session.all<{ name: string }>('select name from pay_form_migrations order by name');
  return rows.map(({ name }) => name);
}

/** Postgres' code for a table that exists; SQLite says it in words. */
const EXISTS = '42P07';

function isInTheWay(error: unknown): error is StoreError {
  if (!(error instanceof StoreError)) return false;
  return (
    error.code === EXISTS || (error.cause instanceof Error && error.cause.message.endsWith(' already exists'))
  );
}
