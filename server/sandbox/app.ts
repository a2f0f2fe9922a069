import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { acsRoutes } from './acs-page.ts';
import { checkoutRoutes } from './checkout-page.ts';
import { SandboxClock, type Timers } from './clock.ts';
import { controlRoutes } from './control.ts';
import { type SandboxCredentials, completeCredentials } from './credentials.ts';
import { endpointRoutes } from './endpoints.ts';
import { brokenConnectionOf } from './fault-answers.ts';
import { Faults } from './faults.ts';
import { Journal, type JournalEntry } from './journal.ts';
import { Ledger } from './ledger.ts';
import { Preflights } from './preflights.ts';
import { receiptPage } from './receipts.ts';
import { Refusal, notFound } from './refusal.ts';
import { DEFAULT_SETTINGS, type SandboxSettings } from './settings.ts';
import { isLoopback, WebhookSender } from './webhook-sender.ts';
import type { World } from './world.ts';

export interface SandboxOptions {
  /** Missing credentials are generated. */
  credentials?: Partial<SandboxCredentials>;
  /** The scheme word of X-API-AUTH. Default: `CPAY`. */
  authScheme?: string;
  /** The sandbox's address for browsers. Default: `http://127.0.0.1:8090`. May be changed later on the sandbox. */
  baseUrl?: string;
  settings?: Partial<SandboxSettings>;
  /** Default: the machine's timers. */
  timers?: Timers;
  /** Delivers webhooks and preflights. Default: the global fetch. */
  fetch?: typeof fetch;
  /** Whether webhooks and preflights may be sent to an address. Default: only to this machine. */
  mayPost?: (address: string) => boolean;
  /** Receives one line for each accepted request that breaks the interface document. Default: `console.warn`. */
  log?: (line: string) => void;
}

/** A Hono app without Hono's types, which need TypeScript 5.7. */
export interface SandboxApp {
  fetch(request: Request): Response | Promise<Response>;
  request(path: string, init?: RequestInit): Response | Promise<Response>;
}

export interface Sandbox {
  /** The imitated gateway on Web APIs. A marked answer stands for a connection that it resets: see fault-answers.ts. */
  app: SandboxApp;
  /**
   * Like the global fetch, but always calls this sandbox, whatever the address's host.
   * @throws TypeError as fetch does, if the sandbox breaks the connection
   */
  fetch(this: void, input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  credentials: SandboxCredentials;
  clock: SandboxClock;
  baseUrl: string;
  /** Resolves when no webhook is in flight; retries and late webhooks that wait for the clock do not count. */
  settled(): Promise<void>;
  /** Ends everything that waits: timers, webhooks, delayed answers. */
  close(): void;
}

/** The cause that Node's fetch gives in this case. */
const BROKEN = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

const MAX_BODY_BYTES = 1_048_576;

/** Creates a sandbox: the gateway's interface from a second, independent reading of the interface document. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const closing = new AbortController();
  const world = createWorld(options, closing.signal);
  const app = routes(world, options.log ?? ((line) => console.warn(line)));
  return {
    app,
    async fetch(input, init) {
      const answer = await app.fetch(new Request(input, init));
      if (brokenConnectionOf(answer) !== null) throw new TypeError('fetch failed', { cause: BROKEN });
      return answer;
    },
    credentials: world.credentials,
    clock: world.clock,
    get baseUrl() {
      return world.baseUrl;
    },
    set baseUrl(address: string) {
      world.baseUrl = address.replace(/\/+$/, '');
    },
    settled: () => world.webhooks.settled(),
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
  const mayPost = options.mayPost ?? isLoopback;
  const webhooks = new WebhookSender({
    clock,
    faults,
    closing,
    apiSecret: credentials.apiSecret,
    fetch: post,
    mayPost,
    settings: () => world.settings,
  });
  const initialSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  const world: World = {
    credentials,
    authScheme: options.authScheme ?? 'CPAY',
    clock,
    faults,
    webhooks,
    preflights: new Preflights({ clock, closing, fetch: post, mayPost }),
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

function routes(world: World, log: (line: string) => void): Hono {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => tooLarge() }));
  app.route('/_sandbox', controlRoutes(world));
  app.get('/_sandbox/', (context) => context.redirect('/_sandbox'));
  app.use((context, next) => writeDown(world, log, context, next));
  app.get('/health', (context) => context.text('OK'));
  app.route('/acs', acsRoutes(world));
  app.route('/api/v1/checkout', checkoutRoutes(world));
  app.get('/receipts/:paymentId', (context) => receiptPage(world, context.req.param('paymentId')));
  app.route('/api/v1', endpointRoutes(world));
  app.notFound(() => refused(notFound()));
  app.onError((error) => {
    if (error instanceof Refusal) return refused(error);
    throw error;
  });
  return app;
}

/** Records every request and its answer for `/_sandbox/requests`; logs the violations of an accepted request. */
async function writeDown(
  world: World,
  log: (line: string) => void,
  context: Context,
  next: () => Promise<void>,
): Promise<void> {
  const entry = world.journal.add(context.req.raw, {
    at: world.clock.now(),
    method: context.req.method,
    path: context.req.path,
    contentType: context.req.header('content-type') ?? null,
    rawBody: await context.req.text(),
  });
  await next().finally(() => {
    entry.open = false;
  });
  entry.status = context.res.status === 599 ? null : context.res.status;
  const isAccepted = entry.violations.every(({ accepted }) => accepted);
  if (entry.violations.length > 0 && isAccepted) log(violationLine(entry));
}

function violationLine({ method, path, violations }: JournalEntry): string {
  const listed = violations.map(({ field, violation }) => `${field} ${violation}`).join('; ');
  return `sandbox: ${method} ${path} accepted with violations of the interface document: ${listed}`;
}

function tooLarge(): Response {
  return refused(new Refusal(413, 'Request body is too large'));
}

function refused(refusal: Refusal): Response {
  return Response.json(refusal.body, { status: refusal.status });
}
