import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../payments/ports.ts';
import { openStore } from '../open-store.ts';
import { openSqliteStore } from '../sqlite.ts';
import { STORE_SECRETS } from './orders.ts';
import { TestPostgres } from './postgres.ts';

/** For tests: the stores of two companions. */
export interface TestPair {
  stores: readonly [Store, Store];
  close: () => Promise<void>;
}

/**
 * @param kind `memory`: the same one twice; `sqlite`: two on one file; `postgres`: two on one database at
 *   `TEST_POSTGRES_URL`
 */
export async function openTestPair(kind: string): Promise<TestPair> {
  if (kind === 'sqlite') return openFile();
  if (kind === 'postgres') return openPostgres();
  const store = await openSqliteStore(':memory:', STORE_SECRETS);
  return { stores: [store, store], close: () => store.close() };
}

async function openPostgres(): Promise<TestPair> {
  const database = await TestPostgres.create(process.env['TEST_POSTGRES_URL'] ?? '');
  return openTwo(database.url, () => database.drop());
}

async function openFile(): Promise<TestPair> {
  const folder = await mkdtemp(join(tmpdir(), 'pay-form-property-'));
  return openTwo(`file:${join(folder, 'pay.db')}`, () => rm(folder, { recursive: true }));
}

async function openTwo(url: string, clean: () => Promise<void>): Promise<TestPair> {
  const one = await openStore(url, STORE_SECRETS);
  const other = await openStore(url, STORE_SECRETS);
  const close = async () => {
    await Promise.all([one.close(), other.close()]);
    await clean();
  };
  return { stores: [one, other], close };
}
