import type { Pool, PoolClient, QueryResult } from 'pg';
import { GroupCommit, type Transactions } from './group-commit.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionLostError, isTransient, postgresFault } from './postgres-fault.ts';
import type { Session, StoreDatabase, Value, Work } from './session.ts';
import { StoreError } from './store-error.ts';

/** A connection or the pool. */
export interface Queryable {
  query(statement: { name: string; text: string; values: Value[] }): Promise<QueryResult>;
}

/** A named statement is planned once per connection. */
interface Statement {
  name: string;
  text: string;
}

/** The statements of a pool, by their text with `?`. */
export type Statements = Map<string, Statement>;

/** SQL on a connection of Postgres. */
function createPostgresSession(queryable: Queryable, statements: Statements): Session {
  async function query(text: string, values: readonly Value[]): Promise<QueryResult> {
    try {
      return await queryable.query({ ...named(statements, text), values: [...values] });
    } catch (error) {
      throw postgresFault(error);
    }
  }
  return {
    all: async <Row>(text: string, values: readonly Value[] = []) => {
      const { rows } = await query(text, values);
      return rows as Row[];
    },
    run: async (text, values = []) => (await query(text, values)).rowCount ?? 0,
    lockOrder: async (orderId) => {
      await query('select 1 from orders where id = ? for update', [orderId]);
    },
  };
}

function named(statements: Statements, text: string): Statement {
  const kept = statements.get(text);
  if (kept) return kept;
  let place = 0;
  const statement = {
    name: `pay_form_${statements.size}`,
    text: text.replaceAll('?', () => `$${(place += 1)}`),
  };
  statements.set(text, statement);
  return statement;
}

/** A database that is restarted is back within this time, milliseconds. */
const RESTART_MS = 5_000;
const RESTART_PAUSE_MS = 100;

/**
 * Repeats what failed only because the connection was lost, over another one.
 * @param since when it was requested, as `performance.now()`
 */
async function throughRestart<Result>(since: number, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLate = performance.now() - since > RESTART_MS;
      if (!(error instanceof ConnectionLostError) || isLate) throw error;
      await sleep(RESTART_PAUSE_MS);
    }
  }
}

/** Reads over any connection of the pool. */
function createPostgresReader(pool: Pool, statements: Statements): Session {
  const session = createPostgresSession(pool, statements);
  return {
    ...session,
    all: (text, values) => throughRestart(performance.now(), () => session.all(text, values)),
  };
}

/** Concurrent transactions; the pool has more connections than that, so that reads never wait for writes. */
const LANES = 8;

export function createPostgresDatabase(pool: Pool): StoreDatabase {
  const statements: Statements = new Map();
  const transactions = new PostgresTransactions(pool, statements);
  const group = new GroupCommit(transactions);
  return {
    reader: createPostgresReader(pool, statements),
    write: (order, work, options) =>
      options?.atOnce ? transactions.once(work) : group.write(order, work, options),
    async close() {
      await group.idle();
      await pool.end();
    },
  };
}

/** Afterwards a connection can write only within a transaction that is explicitly read-write. */
const GUARD = `select current_setting('transaction_read_only') as was,
  set_config('default_transaction_read_only', 'on', false)`;
const BEGIN = 'begin read write';

class PostgresTransactions implements Transactions {
  readonly lanes = LANES;
  readonly isTransient = isTransient;
  readonly #pool: Pool;
  readonly #statements: Statements;
  readonly #guarded = new WeakSet<PoolClient>();

  constructor(pool: Pool, statements: Statements) {
    this.#pool = pool;
    this.#statements = statements;
  }

  isLocked(): boolean {
    return false;
  }

  transaction<Result>(work: Work<Result>, since: number): Promise<Result> {
    return throughRestart(since, () => this.once(work));
  }

  async once<Result>(work: Work<Result>): Promise<Result> {
    const client = await this.#connect();
    let usable = false;
    try {
      const session = createPostgresSession(client, this.#statements);
      // The first statements are sent together with `begin`. All have to end before a rollback, or the rest would run
      // after it.
      const [begun, done] = await Promise.allSettled([begin(client), work(session)]);
      if (begun.status === 'rejected') throw begun.reason;
      if (done.status === 'rejected') throw done.reason;
      await commit(client);
      usable = true;
      return done.value;
    } catch (error) {
      usable = await rollback(client);
      throw error;
    } finally {
      client.release(!usable);
    }
  }

  async #connect(): Promise<PoolClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw postgresFault(error);
    });
    if (this.#guarded.has(client)) return client;
    try {
      await guard(client);
    } catch (error) {
      client.release(true);
      throw postgresFault(error);
    }
    this.#guarded.add(client);
    return client;
  }
}

/**
 * Statements are sent together with their `begin`: if that is refused, none of them may be committed by itself.
 * @throws StoreError if the database is read-only by its own settings
 */
async function guard(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ was: string }>(GUARD);
  if (rows[0]?.was !== 'on') return;
  // A pooler hands out connections on which the guard of another client is still set.
  throw new StoreError('the database is read-only, or a pooler in transaction mode is in between', '25006');
}

/** Unnamed: a pooler that uses another connection for each transaction does not have our plans. */
async function begin(client: PoolClient): Promise<void> {
  try {
    await client.query(BEGIN);
  } catch (error) {
    throw postgresFault(error);
  }
}

/**
 * For the commit of a failed transaction, Postgres reports a rollback instead of an error. If the connection is lost, the
 * transaction may have been committed: it must not be repeated.
 */
async function commit(client: PoolClient): Promise<void> {
  try {
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new StoreError('the transaction was rolled back');
  } catch (error) {
    const fault = postgresFault(error);
    if (!(fault instanceof ConnectionLostError)) throw fault;
    throw new StoreError('the connection was lost during a commit', fault.code, error);
  }
}

/** @returns whether the connection is still usable */
async function rollback(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  );
}
