import { serve, type ServerType } from '@hono/node-server';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompanionOptions,
  createCompanion,
  LONGEST_END_MS,
  type MountedCompanion,
} from '../companion.ts';
import { listenFault } from '../contract/start-fault.ts';
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

/** Limits on connections. Times in milliseconds. */
export interface ConnectionLimits {
  /** until the headers of a request have arrived */
  headersMs: number;
  /** until its body has arrived too; the time for the answer does not count */
  requestMs: number;
  /** how often slow connections are checked */
  checkMs: number;
  /** concurrent connections; further ones are closed immediately */
  connections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 5_000,
  connections: 1_000,
};

/**
 * Bytes of a request's headers: the longest order token that the merchant API issues (merchant-orders.ts), and 12 kB of
 * others.
 */
const MOST_HEADERS = 65_536;

/** @throws Error if it cannot listen on the port or host */
export function listen(
  fetch: (request: Request, env: object) => Promise<Response>,
  { port, host }: { port: number; host?: string | undefined },
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<Server> {
  const serverOptions = {
    maxHeaderSize: MOST_HEADERS,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  };
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, serverOptions, ...(host !== undefined && { hostname: host }) }, () =>
      resolve(server),
    ) as ServerType & Server;
    server.maxConnections = limits.connections;
    // Node would drop headers beyond a thousand without a word, among them the last one: the proxy's X-Forwarded-For.
    server.maxHeadersCount = 0;
    server.on('error', reject);
  });
}

/** Closes idle connections immediately, others when they become idle, and all of them after `longest` milliseconds. */
export function stopListening(server: Server, longest: number): Promise<void> {
  return new Promise((resolve) => {
    const timers = [
      setInterval(() => server.closeIdleConnections(), 50),
      setTimeout(() => server.closeAllConnections(), longest),
    ];
    server.close(() => {
      timers.forEach(clearTimeout);
      resolve();
    });
  });
}
