import { type SqliteDatabase, SqliteDialect } from 'kysely';
import type { Store } from '../payments/ports/store.ts';
import { createStore } from './create-store.ts';
import { migrate } from './migrate.ts';
import { createSeal, type StoreSecrets } from './seal.ts';
import { createSqliteDatabase, LOCK_TIMEOUT_MS } from './sqlite-database.ts';
import { sqliteFault } from './sqlite-fault.ts';

/** Connections to one SQLite database. */
export interface SqliteConnections {
  writing: SqliteDatabase;
  /** a second connection; the same one for an in-memory database, which has only one */
  reading: SqliteDatabase;
  /** Throws if a write would go to a file that no longer exists under its path. */
  requireFile?: () => void;
}

/**
 * The store on open connections; brings its tables up to date.
 * @param secrets the keys for encryption at rest
 * @param lockTimeoutMs how long a write waits for another process that is writing
 * @throws StoreError, with the connections closed
 */
export async function createSqliteStore(
  { writing, reading, requireFile }: SqliteConnections,
  secrets: StoreSecrets,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<Store> {
  const database = createSqliteDatabase(writing, reading, lockTimeoutMs, requireFile);
  try {
    // In one transaction: if processes start together, the later ones wait and find the work done.
    await database.write(null, () => migrate(new SqliteDialect({ database: writing })));
    return createStore(database, createSeal(secrets));
  } catch (error) {
    await database.close();
    throw sqliteFault(error);
  }
}
