import { serve, type ServerType } from '@hono/node-server';
import type { Server } from 'node:http';

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
 * Bytes of a request's headers: the longest order token that the merchant API issues (order-size.ts), and 12 kB of
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
