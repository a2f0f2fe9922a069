import type { SqlJsStatic } from 'sql.js';
import { companionApp } from '../../server/app.ts';
import { startBackground } from '../../server/background.ts';
import { createGatewayClient } from '../../server/gateway/client.ts';
import { createWebhookVerifier } from '../../server/gateway/webhook.ts';
import { paymentDeps } from '../../server/payment-deps.ts';
import type { Log } from '../../server/payments/ports.ts';
import { createSandbox, type Sandbox } from '../../server/sandbox/app.ts';
import type { SandboxState } from '../../server/sandbox/saved-state.ts';
import { type Settings } from '../../server/settings.ts';
import { createConsole } from '../console/proxy.ts';
import { originsOf } from '../own-pages.ts';
import { createShop } from '../shop.ts';
import type { ShopOrder } from '../shop/options.ts';
import { innerRequest } from './inner-request.ts';
import { gatewaySender, visitorsAnswer } from './sandbox-calls.ts';
import { makeSecrets, MERCHANT_NAME, type SiteSecrets, siteSettings } from './site-settings.ts';
import { openWasmStore } from './wasm-store.ts';

/** Everything that outlives the worker; can be cloned and stored. */
export interface SiteState {
  secrets: SiteSecrets;
  /** the companion's store: a SQLite file */
  database: Uint8Array;
  sandbox: SandboxState;
  orders: Map<string, ShopOrder>;
}

export interface SiteOptions {
  /** The site's address, without a trailing slash. */
  base: string;
  sqlite: SqlJsStatic;
  /** The built pages by name, with slots. */
  pages: { read(name: string): string };
  /** The state of an earlier worker, or null. */
  state: SiteState | null;
  /** Called after every change that has to be stored. */
  changed?: () => void;
  log?: Log;
}

/** Shop, companion and sandbox in one place. */
export interface Site {
  /** Answers `/pay/…` and `/sandbox/…`, and everything else as the shop; files are served separately. */
  fetch(request: Request): Promise<Response>;
  /** The state to store; null during a transaction, which is short. */
  state(): SiteState | null;
  /** Ends background work and timers. */
  close(): Promise<void>;
}

/**
 * Opens the whole demo without a server: HTTP calls elsewhere (to the gateway, webhooks, the merchant's messages) are
 * function calls here.
 */
export async function openSite({
  base,
  sqlite,
  pages,
  state,
  changed = () => {},
  log = () => {},
}: SiteOptions): Promise<Site> {
  const secrets = state?.secrets ?? makeSecrets();
  const settings = siteSettings(base, secrets);
  const storeSecrets = { current: settings.storeSecret };
  const { store, image } = await openWasmStore(sqlite, state?.database ?? null, storeSecrets, changed);
  const orders = state?.orders ?? new Map<string, ShopOrder>();
  const within: typeof fetch = (input, init) => answer(new Request(input, init));
  const sandbox = createSandbox({
    credentials: secrets.gateway,
    baseUrl: settings.gateway.baseUrl,
    fetch: within,
    mayPost: (address) => address.startsWith(`${base}/`),
    log: () => {},
    settings: { merchantName: MERCHANT_NAME },
    ...(state && { state: state.sandbox }),
  });
  const gateway = createGatewayClient(settings.gateway, { fetch: gatewaySender(sandbox, changed) });
  const payments = paymentDeps(settings, store, log, gateway);
  const companion = companionApp({ payments, ...companionDeps(settings) });
  const shop = createShop({
    url: base,
    companion: settings.publicUrl,
    orderSecret: secrets.orderSecret,
    merchantWebhookSecret: secrets.merchantWebhookSecret,
    pages,
    sandbox: async (path, init) => controlled(sandbox, path, init, changed),
    orders: {
      find: (id) => orders.get(id),
      save(order) {
        orders.set(order.id, order);
        changed();
      },
    },
  });
  const { merchantApiKey } = secrets;
  const page = () => pages.read('console');
  shop.route(
    '/console',
    createConsole({
      origins: originsOf(base),
      companion: settings.publicUrl,
      merchantApiKey,
      page,
      fetch: answer,
    }),
  );
  const { origin, pathname } = new URL(base);
  const prefix = pathname.replace(/\/$/, '');

  async function answer(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(prefix.length);
    if (isBelow(path, '/pay')) return companion.fetch(await innerRequest(request));
    if (!isBelow(path, '/sandbox')) return shop.fetch(await innerRequest(request, origin + path));
    // The sandbox's control API answers only this machine.
    const inner = await innerRequest(request, `http://localhost${path.slice('/sandbox'.length) || '/'}`);
    const answered = visitorsAnswer(await sandbox.app.fetch(inner));
    if (request.method !== 'GET') changed();
    return answered;
  }

  const { merchant } = settings;
  const endBackground = startBackground(
    payments,
    merchant && {
      outbox: store.outbox,
      clock: payments.clock,
      log,
      fetch: within,
      random: Math.random,
      merchant,
    },
    { ...payments, retentionDays: settings.retentionDays },
  );
  return {
    fetch: answer,
    state() {
      const database = image();
      return database && { secrets, database, sandbox: sandbox.state(), orders: new Map(orders) };
    },
    async close() {
      payments.changes.end();
      sandbox.close();
      await endBackground();
      await store.close();
    },
  };
}

function companionDeps(settings: Settings) {
  return {
    orderSecrets: settings.orderSecrets,
    merchantApiKey: settings.merchantApiKey,
    metricsKey: null,
    allowedOrigins: settings.allowedOrigins,
    isWebhookSender: () => true,
    readWebhook: createWebhookVerifier({ secrets: settings.webhookSecrets }).readWebhook,
    address: { peer: () => '127.0.0.1', isTrustedProxy: () => false },
    // The tag's files are served beside the worker.
    widgetFiles: [],
    metrics: { contentType: 'text/plain', text: async () => '', request: () => {} },
  };
}

/** The sandbox's control API for the shop's panel. */
async function controlled(
  { app }: Sandbox,
  path: string,
  init: RequestInit | undefined,
  changed: () => void,
): Promise<Response> {
  const answer = await app.request(`/_sandbox/${path}`, init);
  if (init?.method && init.method !== 'GET') changed();
  return answer;
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
