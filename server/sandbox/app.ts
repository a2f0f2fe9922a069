import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { acsRoutes } from './acs-page.ts';
import { listAccounts, listTerminals, readAccount, readTerminal } from './accounts.ts';
import { downloadArchive } from './archive.ts';
import { authenticate, authenticateBalances } from './authentication.ts';
import { checkoutRoutes } from './checkout-page.ts';
import { SandboxClock, type Timers } from './clock.ts';
import { controlRoutes } from './control.ts';
import { createPayment } from './create-payment.ts';
import { type SandboxCredentials, completeCredentials } from './credentials.ts';
import { type FaultyRequest, type Fault, Faults } from './faults.ts';
import { faulty } from './faulty.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import { OPERATIONS } from './operation-rules.ts';
import { cancel, operate } from './operations.ts';
import { Preflights } from './preflights.ts';
import { readOperation, readOrder } from './read-orders.ts';
import { downloadReceipt } from './receipt-download.ts';
import { receiptPage } from './receipt-page.ts';
import { Refusal, notFound } from './refusal.ts';
import { DEFAULT_SETTINGS, type SandboxSettings } from './settings.ts';
import { WebhookCourier } from './webhook-courier.ts';
import type { World } from './world.ts';

export interface SandboxOptions {
  /** What is missing is made up. */
  credentials?: Partial<SandboxCredentials>;
  /** The scheme word of X-API-AUTH. Default `CPAY`. */
  authScheme?: string;
  /** How browsers see the sandbox. Default `http://127.0.0.1:8090`. May be set later on the sandbox. */
  baseUrl?: string;
  settings?: Partial<SandboxSettings>;
  /** Default: the machine's. */
  timers?: Timers;
  /** Delivers webhooks and preflights. Default: the global fetch. */
  fetch?: typeof fetch;
}

export interface Sandbox {
  /** The imitated gateway on Web APIs. A connection it resets is an answer with a mark: see mishaps.ts. */
  app: Hono;
  credentials: SandboxCredentials;
  clock: SandboxClock;
  baseUrl: string;
  /** Resolves when no webhook is under way; retries and late webhooks that wait for the clock do not count. */
  settled(): Promise<void>;
  /** Ends everything that waits: timers, webhooks, answers held back. */
  close(): void;
}

const MAX_BODY_BYTES = 1_048_576;
const API = '/api/v1';
const ORDER = `${API}/pos/:posId/orders/:orderId`;
const CREATE = { [`${API}/payment`]: 'payment', [`${API}/split/purchase`]: 'split' } as const;
const OPERATION_ENDPOINTS = ['capture', 'split/capture', 'void', 'refund', 'split/refund'] as const;
const BALANCES = `${API}/balances/pos/:posId`;
const RECEIPT = `${ORDER}/report/receipt`;
const ARCHIVE = `${API}/pos/:posId/date/:date/report/receipt`;
const BALANCES_READ = {
  [`${BALANCES}/accounts`]: listAccounts,
  [`${BALANCES}/accounts/:accountId`]: readAccount,
  [`${BALANCES}/terminals`]: listTerminals,
  [`${BALANCES}/terminals/:terminalId`]: readTerminal,
};

/** Makes a sandbox: the gateway's interface as this project reads the interface document, a second time. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const closing = new AbortController();
  const world = createWorld(options, closing.signal);
  return {
    app: routes(world),
    credentials: world.credentials,
    clock: world.clock,
    get baseUrl() {
      return world.baseUrl;
    },
    set baseUrl(address: string) {
      world.baseUrl = address.replace(/\/+$/, '');
    },
    settled: () => world.courier.settled(),
    close() {
      closing.abort();
      world.clock.stop();
    },
  };
}

function createWorld(options: SandboxOptions, closing: AbortSignal): World {
  const credentials = completeCredentials(options.credentials);
  const clock = new SandboxClock(options.timers);
  const faults = new Faults();
  const post = options.fetch ?? fetch;
  const courier = new WebhookCourier({
    clock,
    faults,
    closing,
    apiSecret: credentials.apiSecret,
    fetch: post,
    settings: () => world.settings,
  });
  const initialSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  const world: World = {
    credentials,
    authScheme: options.authScheme ?? 'CPAY',
    clock,
    faults,
    courier,
    preflights: new Preflights({ clock, closing, fetch: post }),
    closing,
    ledger: new Ledger(),
    journal: new Journal(),
    initialSettings,
    settings: { ...initialSettings },
    issuedReferences: 0,
    baseUrl: (options.baseUrl ?? 'http://127.0.0.1:8090').replace(/\/+$/, ''),
  };
  return world;
}

function routes(world: World): Hono {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => tooLarge() }));
  app.route('/_sandbox', controlRoutes(world));
  app.use((context, next) => writeDown(world, context, next));
  app.get('/health', (context) => context.text('OK'));
  app.route('/acs', acsRoutes(world));
  app.route(`${API}/checkout`, checkoutRoutes(world));
  app.get('/receipts/:paymentId', (context) => receiptPage(world, context.req.param('paymentId')));

  const answers =
    (on: FaultyRequest, handle: Handler, check = authenticate) =>
    (context: Context) =>
      faulty(world, context, on, (fault) => {
        check(world, context);
        return handle(context, fault);
      });
  for (const [path, endpoint] of Object.entries(CREATE)) {
    app.post(
      path,
      answers('create', (context) => createPayment(world, context, endpoint)),
    );
  }
  for (const endpoint of OPERATION_ENDPOINTS) {
    app.post(
      `${API}/${endpoint}`,
      answers(OPERATIONS[endpoint].method, (context, fault) =>
        operate(world, context, endpoint, decliner(fault)),
      ),
    );
  }
  app.post(
    `${API}/pos/:posId/order/:orderId/cancel`,
    answers('cancel', (context) => cancel(world, context)),
  );
  app.get(
    ORDER,
    answers('read', (context) => readOrder(world, context)),
  );
  app.get(
    `${ORDER}/:operation`,
    answers('read', (context) => readOperation(world, context)),
  );
  app.get(
    RECEIPT,
    answers('receipt', (context) => downloadReceipt(world, context)),
  );
  app.get(
    ARCHIVE,
    answers('receipt', (context) => downloadArchive(world, context)),
  );
  for (const [path, read] of Object.entries(BALANCES_READ)) {
    app.get(
      path,
      answers('balances', (context) => read(world, context), authenticateBalances),
    );
  }

  for (const path of [
    ...Object.keys(CREATE),
    ...OPERATION_ENDPOINTS.map((endpoint) => `${API}/${endpoint}`),
    `${API}/pos/:posId/order/:orderId/cancel`,
    ORDER,
    `${ORDER}/:operation`,
    RECEIPT,
    ARCHIVE,
    ...Object.keys(BALANCES_READ),
  ]) {
    app.all(path, wrongMethod);
  }
  app.notFound(() => refused(notFound()));
  app.onError((error) => {
    if (error instanceof Refusal) return refused(error);
    throw error;
  });
  return app;
}

type Handler = (context: Context, fault: Fault | undefined) => Response | Promise<Response>;

/** Who declines a capture, void or refund that a fault was ordered for. */
function decliner(fault: Fault | undefined): 'bank' | 'limit' | null {
  if (fault?.kind === 'decline') return 'bank';
  return fault?.kind === 'decline-limit' ? 'limit' : null;
}

/** Keeps every request for `/_sandbox/requests`, and how it was answered. */
async function writeDown(world: World, context: Context, next: () => Promise<void>): Promise<void> {
  const entry = world.journal.add({
    at: world.clock.now(),
    method: context.req.method,
    path: context.req.path,
    contentType: context.req.header('content-type') ?? null,
    rawBody: await context.req.text(),
  });
  await next();
  entry.status = context.res.status === 599 ? null : context.res.status;
}

function wrongMethod(): never {
  throw new Refusal(405, 'Method not allowed');
}

function tooLarge(): Response {
  return refused(new Refusal(413, 'Request body is too large'));
}

function refused(refusal: Refusal): Response {
  return Response.json(refusal.body, { status: refusal.status });
}
