import type { Store } from '../payments/ports.ts';
import { createStore } from './create-store.ts';
import { migrate } from './migrate.ts';
import { createSeal, type StoreSecrets } from './seal.ts';
import { createSqliteDatabase, LOCK_TIMEOUT_MS, type SqliteConnection } from './sqlite-database.ts';
import { sqliteFault } from './sqlite-fault.ts';

const TABLE = "select 1 from sqlite_master where type = 'table' and name = ?";

/** Connections to one SQLite database. */
export interface SqliteConnections {
  writing: SqliteConnection;
  /** a second connection; the same one for an in-memory database, which has only one */
  reading: SqliteConnection;
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
    await database.write((session) => migrate(session, TABLE));
    return createStore(database, createSeal(secrets));
  } catch (error) {
    await database.close();
    throw sqliteFault(error);
  }
}
