import { type Kysely, PostgresAdapter, PostgresDialect, PostgresIntrospector, sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, types } from 'pg';
import type { Store } from '../payments/ports/store.ts';
import { createStore } from './create-store.ts';
import { migrate } from './migrate.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { postgresFault } from './postgres-fault.ts';
import { createSeal, type StoreSecrets } from './seal.ts';
import { StoreError } from './store-error.ts';

const POOL_SIZE = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
/** Longer than the server's own timeout: a connection that is silent for this long is dead. */
const SILENCE_MS = STATEMENT_MS + 2_000;
const MIGRATION_TRIES = 5;

/**
 * Opens the store in a Postgres database.
 * @param url `postgres://…`
 * @param secrets the keys for encryption at rest
 * @param silenceMs how long a connection may be silent before it is given up
 * @throws StoreError
 */
export async function openPostgresStore(
  url: string,
  secrets: StoreSecrets,
  { silenceMs = SILENCE_MS }: { silenceMs?: number } = {},
): Promise<Store> {
  const pool = createPool(url, silenceMs);
  try {
    await migrateBesideOthers(pool);
    return createStore(createPostgresDatabase(pool), createSeal(secrets));
  } catch (error) {
    await pool.end();
    throw postgresFault(error);
  }
}

/**
 * If another process migrates at the same time, one of them fails and finds the work done when it retries. This needs
 * no advisory lock, which some Postgres-compatible databases lack.
 */
async function migrateBesideOthers(pool: Pool): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await requireEncoding(pool);
      return await migrate(new OwnDialect({ pool }));
    } catch (error) {
      if (tries === MIGRATION_TRIES) throw error;
      await sleep(100 * tries * Math.random());
    }
  }
}

function createPool(url: string, silenceMs: number): Pool {
  // The parser's own error would quote the password.
  if (!URL.canParse(url)) throw new StoreError('the address of the database is invalid');
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: silenceMs,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    application_name: 'pay-form',
    keepAlive: true,
    // Statements that follow each other are sent without waiting for the answers.
    pipeline: true,
    types: { getTypeParser },
  });
  // An idle connection that is lost is replaced by the next query; an unhandled error event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Times, counts and amounts are safe integers, which the driver returns as text. */
function getTypeParser(...[type, format]: Parameters<typeof types.getTypeParser>) {
  return type === types.builtins.INT8 ? Number : types.getTypeParser(type, format);
}

/** `SQL_ASCII` stores bytes as they come. */
const ENCODINGS: readonly (string | undefined)[] = ['UTF8', 'SQL_ASCII'];

/** Another encoding refuses a payment for a letter in a name or a description. @throws StoreError */
async function requireEncoding(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (ENCODINGS.includes(encoding)) return;
  throw new StoreError(`the encoding of the database is ${encoding}; create one with the encoding UTF8`);
}

/** Migrates without a lock, and only what is found without naming a schema. */
class OwnDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new UnlockedAdapter();
  }

  override createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new OwnIntrospector(db);
  }
}

class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
}

/** Otherwise the tables of another companion, in another schema, would pass for ours. */
class OwnIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(...options: Parameters<PostgresIntrospector['getTables']>) {
    const { rows } = await VISIBLE.execute(this.#db);
    const visible = new Set(rows.map(({ name }) => name));
    const all = await super.getTables(...options);
    return all.filter(({ schema, name }) => visible.has(`${schema}.${name}`));
  }
}

const VISIBLE = sql<{ name: string }>`select n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where pg_table_is_visible(c.oid)`;
