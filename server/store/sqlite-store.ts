import { type SqliteDatabase, SqliteDialect } from 'kysely';
import type { Store } from '../payments/ports/store.ts';
import { createStore } from './create-store.ts';
import { migrate } from './migrate.ts';
import { createSeal, type StoreSecrets } from './seal.ts';
import { createSqliteDatabase, PATIENCE_MS } from './sqlite-database.ts';
import { sqliteFault } from './sqlite-fault.ts';

/** Connections to one database of SQLite. */
export interface SqliteConnections {
  writing: SqliteDatabase;
  /** another one, or the same for a database in memory, which has only one */
  reading: SqliteDatabase;
  /** Throws where what would be written is written to no file that anybody finds again. */
  requireFile?: () => void;
}

/**
 * The store over open connections; brings its tables up to date.
 * @param secrets of what is encrypted at rest
 * @param patienceMs how long a write waits for another process that is writing
 * @throws StoreError, with the connections closed
 */
export async function createSqliteStore(
  { writing, reading, requireFile }: SqliteConnections,
  secrets: StoreSecrets,
  patienceMs = PATIENCE_MS,
): Promise<Store> {
  const database = createSqliteDatabase(writing, reading, patienceMs, requireFile);
  try {
    // In one transaction: of processes that start together, the later ones wait and find the work done.
    await database.write(null, () => migrate(new SqliteDialect({ database: writing })));
    return createStore(database, createSeal(secrets));
  } catch (error) {
    await database.close();
    throw sqliteFault(error);
  }
}
