import { getConnInfo } from '@hono/node-server/conninfo';
import type { AddressInfo } from 'node:net';
import { addressList } from './address-list.ts';
import { createCompanion } from './app.ts';
import { startBackground } from './background.ts';
import { createGatewayClient } from './gateway/client.ts';
import { createWebhookVerifier } from './gateway/webhook.ts';
import { listen, stopListening } from './listen.ts';
import { createLog } from './log.ts';
import { listenFault } from './listen-fault.ts';
import { createMetrics, measuredGateway } from './metrics.ts';
import { paymentDeps } from './payment-deps.ts';
import type { Log } from './payments/ports/deps.ts';
import { countRequests } from './requests-in-flight.ts';
import type { WidgetFile } from './routes/widget.ts';
import { lacksTrustedProxies, type Settings } from './settings.ts';
import { openStore } from './store/open-store.ts';
import { systemClock } from './system-clock.ts';
import { readWidgetFiles } from './widget-files.ts';

export interface Companion {
  port: number;
  /** Stops listening, aborts deliveries, lets requests in flight end for some seconds, closes the store. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Default: JSON lines on stdout. */
  log?: Log;
  /** Default: what was built. */
  widgetFiles?: readonly WidgetFile[];
}

/**
 * So long the end waits for requests in flight, milliseconds. What is still at the gateway then is polled at the next
 * start: its attempt is in the journal.
 */
const LONGEST_END_MS = 7_000;

/**
 * Starts the companion on Node.
 * @throws Error where the store, the widget's files, the port or the host cannot be had; its message names the setting
 */
export async function startCompanion(settings: Settings, options: StartOptions = {}): Promise<Companion> {
  const log = options.log ?? createLog(settings.logLevel);
  const widgetFiles = options.widgetFiles ?? readWidgetFiles();
  const secrets = { current: settings.storeSecret, previous: settings.storePreviousSecret };
  const store = await openStore(settings.databaseUrl, secrets);
  const metrics = createMetrics({ store, now: () => new Date(), process: true });
  const gateway = measuredGateway(createGatewayClient(settings.gateway), metrics.gatewayCall, () =>
    performance.now(),
  );
  const payments = paymentDeps(settings, store, log, gateway, metrics.limitRefused);
  if (lacksTrustedProxies(settings)) log('limit.proxies-missing');
  const app = createCompanion({
    payments,
    orderSecrets: settings.orderSecrets,
    merchantApiKey: settings.merchantApiKey,
    metricsKey: settings.metricsKey,
    allowedOrigins: settings.allowedOrigins,
    isWebhookSender: settings.webhookIps ? addressList(settings.webhookIps) : () => true,
    readWebhook: createWebhookVerifier({ secrets: settings.webhookSecrets }).readWebhook,
    address: {
      peer: (c) => getConnInfo(c).remote.address ?? '',
      isTrustedProxy: addressList(settings.trustedProxies),
    },
    widgetFiles,
    metrics,
  });
  const requests = countRequests(app.fetch);
  const server = await listen((request, env) => requests.fetch(request, env), settings).catch(
    async (error: unknown) => {
      await store.close();
      throw listenFault(error, settings);
    },
  );
  const { merchant } = settings;
  const endBackground = startBackground(
    payments,
    merchant && { outbox: store.outbox, clock: payments.clock, log, fetch, random: Math.random, merchant },
    { ...payments, retentionDays: settings.retentionDays },
  );
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      payments.changes.end();
      const ended = Promise.all([stopListening(server, LONGEST_END_MS), endBackground(), requests.settled()]);
      const tooLong = new AbortController();
      await Promise.race([ended, systemClock.sleep(LONGEST_END_MS, tooLong.signal)]);
      tooLong.abort();
      await store.close();
    },
  };
}
