import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CamelCasePlugin, Kysely, Migrator, SqliteDialect } from 'kysely';
import Database from 'libsql';
import type { Store } from '../payments/store-port.ts';
import { migrationProvider } from './migrations.ts';
import { createStore } from './queries.ts';
import type { Schema } from './schema.ts';

/**
 * Opens the store in a file, makes it where it is missing and brings its tables up to date. Committed means
 * written through to the disk (WAL with synchronous FULL): a payment is noted before the gateway hears of it.
 * @param path of the file; ":memory:" for one that ends with the process
 * @throws Error where the file cannot be opened or a migration fails
 */
export async function openSqliteStore(path: string): Promise<Store> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { timeout: 5_000 });
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
  ]) {
    database.pragma(pragma);
  }
  const plugins = [new CamelCasePlugin()];
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }), plugins });
  const { error } = await new Migrator({ db, provider: migrationProvider }).migrateToLatest();
  if (error) {
    await db.destroy();
    throw error instanceof Error ? error : new Error('the store could not be migrated');
  }
  return createStore(db);
}
