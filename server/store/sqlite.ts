import { SqliteDialect } from 'kysely';
import type { Store } from '../payments/ports/store.ts';
import { createStore } from './create-store.ts';
import { migrate } from './migrate.ts';
import { createSeal, type StoreSecrets } from './seal.ts';
import { createSqliteDatabase, PATIENCE_MS } from './sqlite-database.ts';
import { sqliteFault } from './sqlite-fault.ts';
import { openReader, openWriter } from './sqlite-file.ts';

/**
 * Opens the store in a file, and creates the file where it is missing.
 * @param path of the file; ":memory:" for a store that ends with the process
 * @param secrets of what is encrypted at rest
 * @param patienceMs how long a write waits for another process that is writing
 * @throws StoreError
 */
export async function openSqliteStore(
  path: string,
  secrets: StoreSecrets,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Promise<Store> {
  const writing = openWriter(path);
  const reading = path === ':memory:' ? writing : openReader(path);
  const database = createSqliteDatabase(writing, reading, patienceMs);
  try {
    // In one transaction: of processes that start together, the later ones wait and find the work done.
    await database.write(null, () => migrate(new SqliteDialect({ database: writing })));
    return createStore(database, createSeal(secrets));
  } catch (error) {
    await database.close();
    throw sqliteFault(error);
  }
}
