import { randomBytes } from 'node:crypto';
import { isLoopback } from '../contract/address.ts';
import { SandboxClock, type Timers } from './clock.ts';
import { Faults } from './faults.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import { type SandboxSettings, settingsSchema } from './settings.ts';
import { WebhookSender } from './webhook-sender.ts';

/** The credentials of a merchant's project (interface 13.1, 13.2). */
export interface SandboxCredentials {
  /** UUID */
  posId: string;
  apiKey: string;
  /** Also signs the webhooks. */
  apiSecret: string;
  endpointsKey: string;
}

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

/** The state that the sandbox's routes share. */
export interface SandboxState {
  readonly credentials: SandboxCredentials;
  /** the scheme word of X-API-AUTH */
  readonly authScheme: string;
  readonly clock: SandboxClock;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly webhooks: WebhookSender;
  readonly fetch: typeof fetch;
  /** whether webhooks and preflights may go to an address */
  readonly mayPost: (address: string) => boolean;
  /** restored by a reset */
  readonly initialSettings: Readonly<SandboxSettings>;
  settings: SandboxSettings;
  /** the sandbox's address for browsers, without a trailing slash */
  baseUrl: string;
  /** aborted when the sandbox closes */
  readonly closing: AbortSignal;
}

/** Creates the state of a new sandbox. */
export function createSandboxState(options: SandboxOptions, closing: AbortSignal): SandboxState {
  const credentials = completeCredentials(options.credentials);
  const clock = new SandboxClock(options.timers);
  const faults = new Faults();
  const initialSettings = settingsSchema.parse({ ...options.settings });
  const out = { clock, closing, fetch: options.fetch ?? fetch, mayPost: options.mayPost ?? isLoopback };
  const { apiSecret } = credentials;
  const state: SandboxState = {
    ...out,
    credentials,
    authScheme: options.authScheme ?? 'CPAY',
    faults,
    webhooks: new WebhookSender({ ...out, faults, apiSecret, settings: () => state.settings }),
    ledger: new Ledger(),
    journal: new Journal(),
    initialSettings,
    settings: { ...initialSettings },
    baseUrl: (options.baseUrl ?? 'http://127.0.0.1:8090').replace(/\/+$/, ''),
  };
  return state;
}

/** Forgets everything that has happened, and goes back to the first settings and the machine's time. */
export function resetSandboxState(state: SandboxState): void {
  const { clock, webhooks, faults, ledger, journal } = state;
  for (const part of [clock, webhooks, faults, ledger, journal]) part.reset();
  state.settings = { ...state.initialSettings };
}

/** Keeps the given credentials and generates the others at random. */
function completeCredentials(given: Partial<SandboxCredentials> = {}): SandboxCredentials {
  return {
    posId: given.posId ?? crypto.randomUUID(),
    apiKey: given.apiKey ?? `sandbox-key-${randomText(9)}`,
    apiSecret: given.apiSecret ?? `sandbox-secret-${randomText(24)}`,
    endpointsKey: given.endpointsKey ?? `sandbox-endpoints-${randomText(12)}`,
  };
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('+', 'a').replaceAll('/', 'b');
}
