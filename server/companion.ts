import { addressList } from './address-list.ts';
import { companionApp } from './app.ts';
import { startBackground } from './background.ts';
import { createGatewayClient } from './gateway/client.ts';
import { createWebhookVerifier } from './gateway/webhook.ts';
import { createLog } from './log.ts';
import { createMetrics, measuredGateway } from './metrics.ts';
import { type NodeHandler, nodeHandler } from './node-handler.ts';
import { paymentDeps } from './payment-deps.ts';
import type { Log, PaymentDeps } from './payments/ports/deps.ts';
import type { Store } from './payments/ports/store.ts';
import { type PeerSource, peerAddress } from './peer-address.ts';
import { countRequests } from './requests-in-flight.ts';
import type { WidgetFile } from './routes/widget.ts';
import { sampledWarning } from './sampled-warning.ts';
import { lacksTrustedProxies, type Settings } from './settings.ts';
import { openStore } from './store/open-store.ts';
import { readWidgetFiles } from './widget-files.ts';
import { within } from './within.ts';

export interface CompanionOptions {
  /** Default: JSON lines on stdout, from `settings.logLevel` on. */
  log?: Log;
  /** Default: what was built. */
  widgetFiles?: readonly WidgetFile[];
  /**
   * In place of the store that the settings name.
   * @internal
   */
  openStore?: typeof openStore;
}

/** A companion without a port of its own, for a server that there is already. */
export interface MountedCompanion {
  /**
   * Answers a request whose path begins with that of `PUBLIC_URL` (also `/livez`, `/readyz` and `/metrics`); 404 for
   * others, 503 after the end. Never rejects.
   * @param source with whom the server is connected: hand `c.env` on from Hono, or say `{ peerAddress }`. Without it
   *   nobody's address is known: direct payments are refused, all customers count as one address in limits, no
   *   `X-Forwarded-For` is trusted, webhooks from `GATEWAY_WEBHOOK_IPS` are refused and `/metrics` asks for its key
   */
  fetch(this: void, request: Request, source?: PeerSource): Promise<Response>;
  /** The same for `node:http` and Express. Mount it before whatever reads bodies: see `BodyConsumedError`. */
  handler: NodeHandler;
  /** Begins what no request waits for: status queries, reversals, webhooks to the merchant, deletion of what is old. */
  start(this: void): void;
  /**
   * Ends the background work, answers those who wait for a change, lets requests in flight end for some seconds and
   * closes the store, all of it in less than 8 s. Stop listening first, or at the same time.
   * @param listening ends when no further request can come; the store stays open for so long, some seconds at most
   */
  stop(this: void, listening?: Promise<unknown>): Promise<void>;
}

/**
 * So long the end waits for requests in flight, milliseconds. What is still at the gateway then is polled at the next
 * start: its attempt is in the journal.
 */
export const LONGEST_END_MS = 7_000;
/** So long it waits for the store after that. What is not committed then is rolled back by the database. */
const CLOSING_MS = 500;

/**
 * Makes a companion, for a server of the merchant's own. Until `start` it only answers requests.
 * @param settings as `readSettings` reads them
 * @throws Error where the store or the widget's files cannot be had; its message names the setting
 * @throws TypeError for what `readSettings` has not made
 */
export async function createCompanion(
  settings: Settings,
  options: CompanionOptions = {},
): Promise<MountedCompanion> {
  requireSettings(settings);
  const { app, payments } = await compose(settings, options);
  const { log, store } = payments;
  const requests = countRequests(app.fetch);
  const tellOfNoAddress = sampledWarning(log, 'address.unknown');
  let endBackground: (() => Promise<void>) | null = null;
  let ending: Promise<void> | null = null;
  let closed = false;

  const fetch = async (request: Request, source: PeerSource = {}): Promise<Response> => {
    if (closed) return new Response('stopped', { status: 503 });
    if (peerAddress(request, source) === null) tellOfNoAddress('', {});
    return requests.fetch(request, source);
  };

  async function end(listening: Promise<unknown>): Promise<void> {
    payments.changes.end();
    const ended = Promise.allSettled([listening, endBackground?.(), requests.settled()]);
    await within(LONGEST_END_MS, ended, 'not over').catch(() => undefined);
    closed = true;
    await within(CLOSING_MS, store.close(), 'the store was not closed').catch((error: unknown) => {
      log('store.unclosed', { reason: error instanceof Error ? error.message : 'unknown' });
    });
  }

  return {
    fetch,
    handler: nodeHandler(fetch, () => log('request.body-consumed')),
    start() {
      if (!ending) endBackground ??= beginBackground(settings, payments);
    },
    stop: (listening = Promise.resolve()) => (ending ??= end(listening)),
  };
}

/** The app with all that it needs of this machine. */
async function compose(settings: Settings, options: CompanionOptions) {
  const log = options.log ?? createLog(settings.logLevel);
  const widgetFiles = options.widgetFiles ?? readWidgetFiles();
  const secrets = { current: settings.storeSecret, previous: settings.storePreviousSecret };
  const store = await (options.openStore ?? openStore)(settings.databaseUrl, secrets);
  try {
    return assemble(settings, store, log, widgetFiles);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function assemble(settings: Settings, store: Store, log: Log, widgetFiles: readonly WidgetFile[]) {
  const metrics = createMetrics({ store, now: () => new Date(), process: true });
  const client = createGatewayClient(settings.gateway);
  const gateway = measuredGateway(client, metrics.gatewayCall, () => performance.now());
  const payments = paymentDeps(settings, store, log, gateway, metrics.limitRefused);
  if (lacksTrustedProxies(settings)) log('limit.proxies-missing');
  const app = companionApp({
    payments,
    orderSecrets: settings.orderSecrets,
    merchantApiKey: settings.merchantApiKey,
    metricsKey: settings.metricsKey,
    host: settings.host,
    allowedOrigins: settings.allowedOrigins,
    isWebhookSender: settings.webhookIps ? addressList(settings.webhookIps) : () => true,
    readWebhook: createWebhookVerifier({ secrets: settings.webhookSecrets }).readWebhook,
    address: {
      peer: (c) => peerAddress(c.req.raw, c.env) ?? '',
      isTrustedProxy: addressList(settings.trustedProxies),
    },
    widgetFiles,
    metrics,
  });
  return { app, payments };
}

function beginBackground({ merchant, retentionDays }: Settings, payments: PaymentDeps): () => Promise<void> {
  const { clock, log, store } = payments;
  const delivery = merchant && {
    outbox: store.outbox,
    clock,
    log,
    fetch: globalThis.fetch,
    random: Math.random,
    merchant,
  };
  return startBackground(payments, delivery, { ...payments, retentionDays });
}

/** `process.env` is an easy mistake where no compiler looks. */
function requireSettings(settings: Settings): void {
  const given: { gateway?: unknown; databaseUrl?: unknown } | null | undefined = settings;
  if (typeof given?.gateway !== 'object' || typeof given.databaseUrl !== 'string') {
    throw new TypeError('settings must be what readSettings(process.env) returns');
  }
}
