import type { Store } from '../payments/ports.ts';
import { migrate } from './schema.ts';
import { createEncryption, type StoreSecrets } from './encryption.ts';
import { createSqliteDatabase, LOCK_TIMEOUT_MS, sqliteFault } from './sqlite-database.ts';
import type { StoreDatabase } from './session.ts';
import { fileCheck, openReader, openWriter } from './sqlite-file.ts';
import { createStore } from './store.ts';

export const TABLE = "select 1 from sqlite_master where type = 'table' and name = ?";

/**
 * Opens the store in a file, which is created if it is missing, and brings its tables up to date.
 * @param path of the file; ":memory:" for a store that exists only as long as the process
 * @param secrets the keys for encryption at rest
 * @param lockTimeoutMs how long a write waits for another process that is writing
 * @throws StoreError
 */
export async function openSqliteStore(
  path: string,
  secrets: StoreSecrets,
  { lockTimeoutMs = LOCK_TIMEOUT_MS }: { lockTimeoutMs?: number } = {},
): Promise<Store> {
  const writing = openWriter(path);
  // An in-memory database has only one connection.
  const reading = path === ':memory:' ? writing : openReader(path);
  const opened = createSqliteDatabase(writing, reading, lockTimeoutMs);
  const check = path === ':memory:' ? () => {} : fileCheck(path);
  const database: StoreDatabase = {
    ...opened,
    async write(work) {
      check();
      return opened.write(work);
    },
  };
  try {
    // In one transaction: if processes start together, the later ones wait and find the work done.
    await database.write((session) => migrate(session, TABLE));
    return createStore(database, createEncryption(secrets));
  } catch (error) {
    await database.close();
    throw sqliteFault(error);
  }
}
