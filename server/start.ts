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

/** A companion that listens. */
export interface Companion {
  port: number;
  /** As over the port, without it. */
  fetch: MountedCompanion['fetch'];
  /** Stops listening, aborts deliveries, lets requests in flight end for some seconds, closes the store. */
  close(): Promise<void>;
}

/**
 * Starts the companion on Node: it listens on `PORT` of `HOST`, and begins its background work.
 * @param settings as `readSettings` reads them
 * @throws Error where the store, the widget's files, the port or the host cannot be had; its message names the setting
 * @throws TypeError for what `readSettings` has not made
 */
export async function startCompanion(settings: Settings, options: CompanionOptions = {}): Promise<Companion> {
  const companion = await createCompanion(settings, options);
  const server = await listen(companion.fetch, settings).catch(async (error: unknown) => {
    await companion.stop();
    throw listenFault(error, settings);
  });
  companion.start();
  return {
    port: (server.address() as AddressInfo).port,
    fetch: companion.fetch,
    close: () => companion.stop(stopListening(server, LONGEST_END_MS)),
  };
}
