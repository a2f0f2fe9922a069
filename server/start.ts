import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { BlockList } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { pino } from 'pino';
import { createCompanion } from './app.ts';
import { startBackground } from './background.ts';
import { createGatewayClient } from './gateway/client.ts';
import { fromWebhookEvent } from './gateway/normalise.ts';
import { createWebhookVerifier } from './gateway/signature.ts';
import { Changes } from './payments/changes.ts';
import type { PaymentDeps } from './payments/deps.ts';
import type { Log } from './payments/ports.ts';
import type { Store } from './payments/store-port.ts';
import type { ReadWebhook } from './routes/webhook.ts';
import type { Settings } from './settings.ts';
import { openSqliteStore } from './store/sqlite.ts';
import { readWidgetFiles } from './widget-files.ts';

export interface Companion {
  port: number;
  /** Stops listening, lets requests and background work under way end, closes the store. */
  close(): Promise<void>;
}

/**
 * Starts the companion on Node.
 * @throws Error where the store, the widget's files or the port cannot be had
 */
export async function startCompanion(settings: Settings): Promise<Companion> {
  const log: Log = pino({ level: settings.logLevel, base: null });
  const widgetFiles = readWidgetFiles();
  const store = await openSqliteStore(settings.databasePath);
  const payments = paymentDeps(settings, store, log);
  const app = createCompanion({
    payments,
    orderSecret: settings.orderSecret,
    allowedOrigins: settings.allowedOrigins,
    webhookIps: settings.webhookIps,
    readWebhook: webhookReader(settings.webhookSecrets),
    address: {
      peer: (c) => getConnInfo(c).remote.address ?? '',
      isTrustedProxy: proxies(settings.trustedProxies),
    },
    widgetFiles,
  });
  const server = await listen(app.fetch, settings.port).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const { merchant } = settings;
  const endBackground = startBackground(
    payments,
    merchant && { store, clock: payments.clock, log, fetch, random: Math.random, merchant },
  );
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      await Promise.all([stopListening(server), endBackground()]);
      await store.close();
    },
  };
}

function paymentDeps(settings: Settings, store: Store, log: Log): PaymentDeps {
  return {
    store,
    log,
    gateway: createGatewayClient(settings.gateway),
    clock: { now: () => new Date() },
    changes: new Changes(),
    newId: randomUUID,
    config: {
      posId: settings.gateway.posId,
      direct: settings.direct,
      publicUrl: settings.publicUrl,
      gatewayTimeoutMs: settings.gateway.timeoutMs,
      notFoundGraceS: settings.notFoundGraceS,
      requestHashKey: settings.storeSecret,
      test: settings.test,
      notify: settings.merchant !== null,
    },
  };
}

function webhookReader(secrets: readonly string[]): ReadWebhook {
  const verifier = createWebhookVerifier({ secrets });
  return (form) => {
    const reading = verifier.readWebhook(form);
    if (reading.kind === 'bad-signature') return 'bad-signature';
    const payment = reading.kind === 'event' ? fromWebhookEvent(reading.event) : null;
    return { text: reading.text, payment };
  };
}

/** Membership in a list of addresses and CIDRs. */
function proxies(list: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    if (bits === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(bits), family);
  }
  return (address) => known.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}

function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port }, () => resolve(server));
    server.on('error', reject);
  });
}

/** Ends idle connections at once and gives requests under way the time that one gateway call may take. */
function stopListening(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if (!('closeIdleConnections' in server)) return;
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 35_000).unref();
  });
}
