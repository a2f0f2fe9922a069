import type { AddressInfo } from 'node:net';
import {
  type CompanionOptions,
  createCompanion,
  LONGEST_END_MS,
  type MountedCompanion,
} from './companion.ts';
import { listenFault } from './contract/listen-fault.ts';
import { listen, stopListening } from './listen.ts';
import type { Settings } from './settings.ts';
import { drainable } from './shutdown.ts';

/** A companion that listens. */
export interface Companion {
  port: number;
  /** Answers a request as over the port. */
  fetch: MountedCompanion['fetch'];
  /**
   * Serves on for `DRAIN_SECONDS` without being ready, then stops listening, aborts deliveries, gives requests in flight
   * some seconds to end, and closes the store.
   */
  close(): Promise<void>;
}

/**
 * Starts the companion on Node: it listens on `PORT` of `HOST`, and starts its background work.
 * @param settings as `readSettings` reads them
 * @throws Error if the store, the widget's files, the port or the host is unavailable; its message names the setting
 * @throws TypeError if the settings do not come from `readSettings`
 */
export async function startCompanion(settings: Settings, options: CompanionOptions = {}): Promise<Companion> {
  const companion = await createCompanion(settings, options);
  const { fetch, drain } = drainable(companion.fetch, settings.drainSeconds);
  const server = await listen(fetch, settings).catch(async (error: unknown) => {
    await companion.stop();
    throw listenFault(error, settings);
  });
  companion.start();
  return {
    port: (server.address() as AddressInfo).port,
    fetch,
    async close() {
      await drain();
      await companion.stop(stopListening(server, LONGEST_END_MS));
    },
  };
}
