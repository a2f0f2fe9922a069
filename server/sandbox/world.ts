import type { SandboxClock } from './clock.ts';
import type { SandboxCredentials } from './credentials.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { Preflights } from './preflights.ts';
import type { SandboxSettings } from './settings.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** The state that the sandbox's routes share. */
export interface World {
  readonly credentials: SandboxCredentials;
  /** the scheme word of X-API-AUTH */
  readonly authScheme: string;
  readonly clock: SandboxClock;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly webhooks: WebhookSender;
  readonly preflights: Preflights;
  /** restored by a reset */
  readonly initialSettings: Readonly<SandboxSettings>;
  settings: SandboxSettings;
  /** the number of credit references issued so far; the next one has the next number */
  issuedReferences: number;
  /** the sandbox's address for browsers, without a trailing slash */
  baseUrl: string;
  /** aborted when the sandbox closes */
  readonly closing: AbortSignal;
}
