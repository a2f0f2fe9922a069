import { randomUUID } from 'node:crypto';
import { companionApp } from './app.ts';
import { createGatewayClient } from './gateway/client.ts';
import { createWebhookVerifier } from './gateway/webhook.ts';
import { orderTokenMint } from './middleware/order-token.ts';
import { addressList } from './node/address-list.ts';
import { systemClock, within } from './node/clock.ts';
import { createLog, sampledWarning } from './node/log.ts';
import { createMetrics, measuredGateway } from './node/metrics.ts';
import { type NodeHandler, nodeHandler } from './node/node-handler.ts';
import { type PeerSource, peerAddress } from './node/peer-address.ts';
import { readWidgetFiles } from './node/widget-files.ts';
import { GatewayClock } from './payments/gateway-clock.ts';
import type { Gateway } from './payments/gateway-port.ts';
import type { Clock, LimitName, Log, PaymentDeps } from './payments/ports.ts';
import { OrderEvents } from './payments/queries/order-events.ts';
import { SingleFlight } from './payments/queries/single-flight.ts';
import { type DeliveryDeps, deliverWebhooks } from './payments/workers/deliver.ts';
import { pollUntil } from './payments/workers/poll.ts';
import { forgetCountsUntil, type PurgeDeps, purgeUntil } from './payments/workers/purge.ts';
import type { WidgetFile } from './routes/widget.ts';
import { lacksTrustedProxies, type Settings } from './settings.ts';
import { openStore } from './store/open-store.ts';

export interface CompanionOptions {
  /** Default: JSON lines on stdout, at `settings.logLevel` and above. */
  log?: Log;
  /** Default: the built files. */
  widgetFiles?: readonly WidgetFile[];
  /**
   * Replaces the store that the settings name.
   * @internal
   */
  openStore?: typeof openStore;
  /**
   * Default: the machine's clock. Webhooks to the merchant are signed by the machine's, with which receivers compare.
   * @internal
   */
  clock?: Clock;
}

/** A companion without its own port, for an existing server. */
export interface MountedCompanion {
  /**
   * Answers a request whose path begins with that of `PUBLIC_URL` (also `/livez`, `/readyz` and `/metrics`); 404 for
   * others, 503 after the end. Never rejects.
   * @param source the server's peer: pass `c.env` from Hono, or `{ peerAddress }`. Without it client addresses are
   *   unknown: direct payments are refused, all customers count as one address in limits, no `X-Forwarded-For` is
   *   trusted, and webhooks are refused if `GATEWAY_WEBHOOK_IPS` is set
   */
  fetch(this: void, request: Request, source?: PeerSource): Promise<Response>;
  /**
   * The same for `node:http` and Express. Mount it before any middleware that reads bodies: see `BodyConsumedError`.
   */
  handler: NodeHandler;
  /** Starts the background work: status queries, automatic refunds, webhooks to the merchant, deletion of old data. */
  start(this: void): void;
  /**
   * Stops the background work, answers requests that wait for a change, gives requests in flight some seconds to end,
   * and closes the store, all within 8 s. Stop listening first, or at the same time.
   * @param listening resolves when no further request can come; the store stays open until then, for some seconds at
   *   most
   */
  stop(this: void, listening?: Promise<unknown>): Promise<void>;
}

/**
 * How long the shutdown waits for requests in flight, milliseconds. A payment that is still in flight then is polled
 * after the next start: its attempt is in the journal.
 */
export const LONGEST_END_MS = 7_000;
/** How long it then waits for the store. The database rolls back uncommitted writes. */
const CLOSING_MS = 500;

/**
 * Creates a companion for the merchant's own server. Until `start` it only answers requests.
 * @param settings as `readSettings` reads them
 * @throws Error if the store or the widget's files are unavailable; its message names the setting
 */
export async function createCompanion(
  settings: Settings,
  options: CompanionOptions = {},
): Promise<MountedCompanion> {
  const closing = new AbortController();
  const { app, payments } = await compose(settings, options, closing.signal);
  const { log, store } = payments;
  const inFlight = new Set<Promise<Response>>();
  const warnNoAddress = sampledWarning(log, 'address.unknown');
  let endBackground: (() => Promise<void>) | null = null;
  let ending: Promise<void> | null = null;

  const fetch = async (request: Request, source: PeerSource = {}): Promise<Response> => {
    if (closing.signal.aborted) return new Response('stopped', { status: 503 });
    if (peerAddress(request, source) === null) warnNoAddress('', {});
    // Also if its client disconnects: a payment goes on, and must end before the store is closed.
    const answer = Promise.resolve(app.fetch(request, source));
    inFlight.add(answer);
    return answer.finally(() => inFlight.delete(answer));
  };

  async function settled(): Promise<void> {
    while (inFlight.size > 0) await Promise.allSettled(inFlight);
  }

  async function end(listening: Promise<unknown>): Promise<void> {
    payments.orderEvents.end();
    const ended = Promise.allSettled([listening, endBackground?.(), settled()]);
    await within(LONGEST_END_MS, ended, 'not over').catch(() => undefined);
    closing.abort();
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

/** The app with all its dependencies on this machine. */
async function compose(settings: Settings, options: CompanionOptions, closed: AbortSignal) {
  const log = options.log ?? createLog(settings.logLevel);
  const widgetFiles = options.widgetFiles ?? readWidgetFiles();
  const secrets = { current: settings.storeSecret, previous: settings.storePreviousSecrets };
  const store = await (options.openStore ?? openStore)(settings.databaseUrl, secrets);
  try {
    const metrics = createMetrics({
      store,
      now: () => new Date(),
      clockOffset: () => payments.gatewayClock.offsetSeconds,
      process: true,
    });
    const client = createGatewayClient(settings.gateway);
    const payments = paymentDeps(settings, {
      store,
      log,
      gateway: measuredGateway(client, metrics.gatewayCall, () => performance.now()),
      clock: options.clock,
      closed,
      limitRefused: metrics.limitRefused,
    });
    if (lacksTrustedProxies(settings)) log('limit.proxies-missing');
    const app = companionApp({
      payments,
      orderSecrets: settings.orderSecrets,
      merchantApiKey: settings.merchantApiKey,
      metricsKey: settings.metricsKey,
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
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Machine extends Pick<PaymentDeps, 'store' | 'log'> {
  gateway: Gateway;
  /** Default: the machine's. */
  clock?: Clock | undefined;
  /** Aborted when the store is closed. Default: never. */
  closed?: AbortSignal;
  /** Counts an attempt that a limit has refused. */
  limitRefused?: (limit: LimitName) => void;
}

/** The dependencies of the use cases. */
export function paymentDeps(
  settings: Settings,
  { clock = systemClock, closed = new AbortController().signal, limitRefused, ...machine }: Machine,
): PaymentDeps {
  const warnOfLimit = sampledWarning(machine.log, 'limit.reached');
  return {
    ...machine,
    gatewayClock: new GatewayClock(),
    clock,
    orderEvents: new OrderEvents(machine.store),
    singleFlight: new SingleFlight(clock),
    ownCalls: new Set(),
    closed,
    newId: randomUUID,
    mintToken: orderTokenMint(settings.orderSecrets.current),
    limits: settings.limits && {
      rules: settings.limits,
      refused(limit, orderId, counted) {
        limitRefused?.(limit);
        warnOfLimit(limit, { limit, orderId, ...counted });
      },
    },
    config: {
      posId: settings.gateway.posId,
      direct: settings.direct,
      hostedMethods: settings.hostedMethods,
      publicUrl: settings.publicUrl,
      gatewayTimeoutMs: settings.gateway.timeoutMs,
      notFoundGraceS: settings.notFoundGraceS,
      overCapturePercent: settings.overCapturePercent,
      merchant: settings.merchantProfile,
      subMerchants: settings.subMerchants,
      savedCards: settings.savedCards,
      test: settings.test,
      notify: settings.merchant !== null,
    },
  };
}

function beginBackground({ merchant, retentionDays }: Settings, payments: PaymentDeps): () => Promise<void> {
  const { log, store } = payments;
  const delivery = merchant && {
    outbox: store.outbox,
    clock: systemClock,
    log,
    fetch: globalThis.fetch,
    random: Math.random,
    merchant,
  };
  return startBackground(payments, delivery, { ...payments, retentionDays });
}

/**
 * Starts the background work: status queries and automatic refunds, the merchant's messages, and the deletion of expired
 * counts and of data older than `RETENTION_DAYS`.
 * @returns a function that stops it and resolves when the work in flight has ended; deliveries are aborted
 */
export function startBackground(
  payments: PaymentDeps,
  delivery: DeliveryDeps | null,
  retention: PurgeDeps,
): () => Promise<void> {
  const ending = new AbortController();
  const work = [
    pollUntil(payments, ending.signal),
    forgetCountsUntil(payments, ending.signal),
    ...(delivery ? [deliverWebhooks(delivery, ending.signal)] : []),
    purgeUntil(retention, ending.signal),
  ];
  return async () => {
    ending.abort();
    await Promise.all(work);
  };
}
