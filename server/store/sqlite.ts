import type { Store } from '../payments/ports.ts';
import type { StoreSecrets } from './seal.ts';
import { fileGuard, openReader, openWriter } from './sqlite-file.ts';
import { createSqliteStore } from './sqlite-store.ts';

/**
 * Opens the store in a file, which is created if it is missing.
 * @param path of the file; ":memory:" for a store that exists only as long as the process
 * @param secrets the keys for encryption at rest
 * @param lockTimeoutMs how long a write waits for another process that is writing
 * @throws StoreError
 */
export async function openSqliteStore(
  path: string,
  secrets: StoreSecrets,
  { lockTimeoutMs }: { lockTimeoutMs?: number } = {},
): Promise<Store> {
  const writing = openWriter(path);
  if (path === ':memory:') return createSqliteStore({ writing, reading: writing }, secrets, lockTimeoutMs);
  const files = { writing, reading: openReader(path), requireFile: fileGuard(path) };
  return createSqliteStore(files, secrets, lockTimeoutMs);
}
