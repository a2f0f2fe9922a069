import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompanionOptions,
  createCompanion,
  LONGEST_END_MS,
  type MountedCompanion,
} from '../companion.ts';
import { listenFault } from '../contract/start-fault.ts';
import { listen, stopListening } from './listen.ts';
import type { Settings } from '../settings.ts';

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

/** Addresses of the probe. */
const READINESS = /^https?:\/\/[^/]*\/readyz(\?|$)/;

/**
 * Starts the companion on Node: it listens on `PORT` of `HOST`, and starts its background work.
 * @param settings as `readSettings` reads them
 * @throws Error if the store, the widget's files, the port or the host is unavailable; its message names the setting
 * @throws TypeError if the settings do not come from `readSettings`
 */
export async function startCompanion(settings: Settings, options: CompanionOptions = {}): Promise<Companion> {
  const companion = await createCompanion(settings, options);
  let isDraining = false;
  const fetch: MountedCompanion['fetch'] = async (request, source) =>
    isDraining && READINESS.test(request.url)
      ? new Response('stopping', { status: 503 })
      : companion.fetch(request, source);
  const server = await listen(fetch, settings).catch(async (error: unknown) => {
    await companion.stop();
    throw listenFault(error, settings);
  });
  companion.start();
  return {
    port: (server.address() as AddressInfo).port,
    fetch,
    async close() {
      // Proxies notice that it is not ready before it stops listening.
      isDraining = true;
      if (settings.drainSeconds > 0) await sleep(settings.drainSeconds * 1_000);
      await companion.stop(stopListening(server, LONGEST_END_MS));
    },
  };
}
