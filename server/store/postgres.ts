import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, types } from 'pg';
import type { Store } from '../payments/ports.ts';
import { createStore } from './store.ts';
import { migrate } from './schema.ts';
import { createPostgresDatabase, postgresFault } from './postgres-database.ts';
import { createEncryption, type StoreSecrets } from './encryption.ts';
import { type StoreDatabase, StoreError } from './session.ts';

const POOL_SIZE = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
/** Longer than the server's own timeout: a connection that is silent for this long is dead. */
const SILENCE_MS = STATEMENT_MS + 2_000;
const MIGRATION_TRIES = 5;

/** Also a table in another schema, if it is found there: a schema that is created later must not hide all tables. */
const TABLE = 'select 1 from pg_class where relname = ? and pg_table_is_visible(oid)';

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
    const database = createPostgresDatabase(pool);
    await migrateBesideOthers(pool, database);
    return createStore(database, createEncryption(secrets));
  } catch (error) {
    await pool.end();
    throw postgresFault(error);
  }
}

/**
 * If another process migrates at the same time, one of them fails and finds the work done when it retries. This needs
 * no advisory lock, which some Postgres-compatible databases lack.
 */
async function migrateBesideOthers(pool: Pool, database: StoreDatabase): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await requireEncoding(pool);
      return await database.write((session) => migrate(session, TABLE));
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
