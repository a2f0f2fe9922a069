import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CamelCasePlugin, Kysely, Migrator } from 'kysely';
import Database from 'libsql';
import type { Store } from '../payments/store-port.ts';
import { migrationProvider } from './migrations.ts';
import { PatientSqliteDialect } from './patient-dialect.ts';
import { createStore } from './queries.ts';
import type { Schema } from './schema.ts';
import { createSeal, type StoreSecrets } from './seal.ts';

/**
 * Opens the store in a file, makes it where it is missing and brings its tables up to date. Committed means
 * written through to the disk (WAL with synchronous FULL): a payment is noted before the gateway hears of it.
 * @param path of the file; ":memory:" for one that ends with the process
 * @param secrets of what is encrypted at rest
 * @throws Error where the file cannot be opened or a migration fails
 */
export async function openSqliteStore(path: string, secrets: StoreSecrets): Promise<Store> {
  const dialect = new PatientSqliteDialect(openDatabase(path));
  const db = new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()] });
  const { error } = await new Migrator({ db, provider: migrationProvider }).migrateToLatest();
  if (error) {
    await db.destroy();
    throw error instanceof Error ? error : new Error('the store could not be migrated');
  }
  return createStore(db, createSeal(secrets));
}

/**
 * The file itself, with what makes a commit durable. It is patient by itself only while it is being opened:
 * later that would block the event loop, and {@link PatientSqliteDialect} is patient instead.
 */
export function openDatabase(path: string): Database.Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { timeout: 5_000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 20');
  return database;
}
