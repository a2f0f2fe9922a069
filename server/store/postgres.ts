import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, type PoolConfig, types } from 'pg';
import type { Store } from '../payments/ports.ts';
import { createStore } from './store.ts';
import { migrate, MOVED } from './schema.ts';
import { createPostgresDatabase, createStatements, postgresFault } from './postgres-database.ts';
import { createEncryption, type StoreSecrets } from './encryption.ts';
import { type StoreDatabase, StoreError } from './session.ts';

const POOL_SIZE = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
/** Longer than the server's own timeout: a connection that is silent for this long is dead. */
const SILENCE_MS = STATEMENT_MS + 2_000;
const MIGRATION_TRIES = 5;
/** They end what a lost companion has left open. A pooler takes no setting of a connection, only of a transaction. */
const LIMITS = { statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: STATEMENT_MS };

/** Finds also a table in another schema: a schema that is created later must not hide all tables. */
export const TABLE = 'select 1 from pg_class where relname = ? and pg_table_is_visible(oid)';

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
  const isPooled = await hasPooler(url);
  const pool = createPool(url, { query_timeout: silenceMs, ...(isPooled ? {} : LIMITS) });
  const statements = createStatements(isPooled);
  const first = isPooled ? Object.entries(LIMITS).map(([name, ms]) => `set local ${name} = ${ms}`) : [];
  try {
    await migrateBesideOthers(pool, createPostgresDatabase(pool, statements, first));
    const database = createPostgresDatabase(pool, statements, [...first, MOVED]);
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

/** Whether a pooler stands before the database. @throws StoreError */
export async function hasPooler(url: string): Promise<boolean> {
  const client = await connect(url, { query_timeout: SILENCE_MS });
  try {
    return await isPooled(client);
  } catch (error) {
    throw postgresFault(error);
  } finally {
    await client.end();
  }
}

/** Whether the process that answers is not the one that accepted the connection, which the driver's types lack. */
export async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return (rows[0]?.pid ?? null) !== Reflect.get(client, 'processID');
}

/** Opens one connection. @throws StoreError */
export async function connect(url: string, config: PoolConfig = {}): Promise<Client> {
  const client = new Client(connection(url, config));
  // The next query fails; an unhandled error event would end the process.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw postgresFault(error);
  });
  return client;
}

function connection(url: string, config: PoolConfig): PoolConfig {
  // The parser's own error would quote the password.
  if (!URL.canParse(url)) throw new StoreError('the address of the database is invalid');
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'pay-form',
    keepAlive: true,
    types: { getTypeParser },
    ...config,
  };
}

function createPool(url: string, config: PoolConfig): Pool {
  const pool = new Pool({ ...connection(url, config), max: POOL_SIZE });
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
export async function requireEncoding(queryable: Pool | Client): Promise<void> {
  const { rows } = await queryable.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (ENCODINGS.includes(encoding)) return;
  throw new StoreError(`the encoding of the database is ${encoding}; create one with the encoding UTF8`);
}
