import { serve, type ServerType } from '@hono/node-server';
import type { Server } from 'node:http';

/** What one sender may take of the server. Times in milliseconds. */
export interface ConnectionLimits {
  /** until the headers of a request are there */
  headersMs: number;
  /** until its body is there too; how long the answer takes does not count */
  requestMs: number;
  /** how often those that are too slow are looked for */
  checkMs: number;
  /** at the same time; further ones are closed at once */
  connections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 5_000,
  connections: 10_000,
};

/** Bytes of a request's headers: the longest order token that the merchant API makes (order-size.ts), and 12 kB of others. */
const MOST_HEADERS = 65_536;

/** @throws Error where the port or the host cannot be had */
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
    server.on('error', reject);
  });
}

/** Ends idle connections at once, others when they become idle, and all of them after `longest` milliseconds. */
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
