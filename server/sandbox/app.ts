import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { acsRoutes } from './acs-page.ts';
import { checkoutRoutes } from './checkout-page.ts';
import type { SandboxClock } from './clock.ts';
import { controlRoutes } from './control.ts';
import { endpointRoutes } from './endpoints.ts';
import { brokenConnectionOf } from './fault-answers.ts';
import type { JournalEntry } from './journal.ts';
import { receiptPage } from './receipts.ts';
import { Refusal, errorAnswer, notFound } from './refusal.ts';
import {
  type SandboxCredentials,
  type SandboxOptions,
  type SandboxState,
  createSandboxState,
} from './state.ts';

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
  fetch(this: void, input: string | URL | Request, init?: RequestInit): Promise<Response>;
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

/** Creates a sandbox: the gateway's interface, with a behaviour of its own. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const closing = new AbortController();
  const state = createSandboxState(options, closing.signal);
  const app = routes(state, options.log ?? ((line) => console.warn(line)));
  return {
    app,
    async fetch(input, init) {
      const answer = await app.fetch(new Request(input, init));
      if (brokenConnectionOf(answer) !== null) throw new TypeError('fetch failed', { cause: BROKEN });
      return answer;
    },
    credentials: state.credentials,
    clock: state.clock,
    get baseUrl() {
      return state.baseUrl;
    },
    set baseUrl(address: string) {
      state.baseUrl = address.replace(/\/+$/, '');
    },
    settled: () => state.webhooks.settled(),
    close() {
      closing.abort();
      state.clock.stop();
    },
  };
}

function routes(state: SandboxState, log: (line: string) => void): Hono {
  const app = new Hono();
  const refused = (refusal: Refusal) => errorAnswer(refusal, state.settings.errorCodes);
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => refused(new Refusal(413, 'Request body is too large')),
    }),
  );
  app.route('/_sandbox', controlRoutes(state));
  app.get('/_sandbox/', (context) => context.redirect('/_sandbox'));
  app.use((context, next) => writeDown(state, log, context, next));
  app.get('/health', (context) => context.text('OK'));
  app.route('/acs', acsRoutes(state));
  app.route('/api/v1/checkout', checkoutRoutes(state));
  app.get('/receipts/:paymentId', (context) => receiptPage(state, context.req.param('paymentId')));
  app.route('/api/v1', endpointRoutes(state));
  app.notFound(() => refused(notFound()));
  app.onError((error) => {
    if (error instanceof Refusal) return refused(error);
    throw error;
  });
  return app;
}

/** Records every request and its answer for `/_sandbox/requests`; logs the violations of an accepted request. */
async function writeDown(
  state: SandboxState,
  log: (line: string) => void,
  context: Context,
  next: () => Promise<void>,
): Promise<void> {
  const entry = state.journal.add(context.req.raw, {
    at: state.clock.now(),
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
