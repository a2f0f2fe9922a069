import { isMissingPackage } from '../contract/start-fault.ts';
import type { Store } from '../payments/ports.ts';
import type { StoreSecrets } from './encryption.ts';
import { StoreError } from './session.ts';
import { openSqliteStore } from './sqlite.ts';
import { sqlitePath } from './sqlite-path.ts';

/**
 * Opens the store that `DATABASE_URL` names and brings its tables up to date.
 * @param url `file:…` for SQLite, `postgres://…` for Postgres
 * @throws StoreError
 */
export async function openStore(url: string, secrets: StoreSecrets): Promise<Store> {
  const path = sqlitePath(url);
  if (path !== null) return openSqliteStore(path, secrets);
  if (/^postgres(ql)?:\/\//.test(url)) {
    // The driver is loaded only if it is used.
    const { openPostgresStore } = await withDriver(() => import('./postgres.ts'));
    return openPostgresStore(url, secrets);
  }
  throw new StoreError('must begin with file:, postgres:// or postgresql://');
}

/** Loads a module that needs the driver of Postgres. @throws StoreError if it is not installed */
export async function withDriver<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    throw new StoreError('Postgres needs its driver, which is not installed: npm install pg', null, error);
  }
}
