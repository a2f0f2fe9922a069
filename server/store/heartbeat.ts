import type { StoreDatabase } from './session.ts';

/** How long a successful check remains valid, milliseconds. */
const FRESH_MS = 5_000;

const BEAT = 'insert into heartbeat (id, at) values (1, ?) on conflict (id) do update set at = excluded.at';

/** Creates a check that writes to the store to prove that it is writable; a success remains valid for some seconds. */
export function createHeartbeat(database: StoreDatabase): () => Promise<void> {
  let freshUntil = Number.NEGATIVE_INFINITY;
  let beating: Promise<void> | null = null;
  async function beat(): Promise<void> {
    await database.write((session) => session.run(BEAT, [Date.now()]));
    freshUntil = performance.now() + FRESH_MS;
  }
  return async () => {
    if (performance.now() < freshUntil) return;
    beating ??= beat().finally(() => (beating = null));
    await beating;
  };
}
