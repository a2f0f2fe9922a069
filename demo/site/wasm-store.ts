import type { SqlJsStatic } from 'sql.js';
import type { Store } from '../../server/payments/ports.ts';
import type { StoreSecrets } from '../../server/store/seal.ts';
import { createSqliteStore } from '../../server/store/sqlite-store.ts';
import { openWasmConnection } from './wasm-connection.ts';

export interface WasmStore {
  store: Store;
  /** The whole database as a file; null during a transaction. */
  image: () => Uint8Array | null;
}

/**
 * The companion's store in memory, on SQLite compiled to WebAssembly.
 * @param image of an earlier store, or null
 * @param committed called after each commit that changed something
 */
export async function openWasmStore(
  sqlite: SqlJsStatic,
  image: Uint8Array | null,
  secrets: StoreSecrets,
  committed?: () => void,
): Promise<WasmStore> {
  const connection = openWasmConnection(sqlite, image, committed);
  const store = await createSqliteStore({ writing: connection, reading: connection }, secrets);
  return { store, image: () => connection.image() };
}
