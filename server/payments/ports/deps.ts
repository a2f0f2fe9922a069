import type { HostedMethod } from '../../contract/checkout-api.ts';
import type { LogEvent } from '../../contract/log-events.ts';
import type { MerchantProfile } from '../../contract/merchant-profile.ts';
import type { NewOrderInput } from '../../contract/merchant-requests.ts';
import type { Changes } from '../changes.ts';
import type { SharedPolls } from '../queries/shared-poll.ts';
import type { Gateway } from './gateway.ts';
import type { LimitName, LimitRules, WindowKeys } from './limits.ts';
import type { Store } from './store.ts';

/** The dependencies of every use case. */
export interface PaymentDeps {
  store: Store;
  gateway: Gateway;
  clock: Clock;
  log: Log;
  changes: Changes;
  polls: SharedPolls;
  /** ids of attempts and operations whose call this process is making: nothing is concluded about them meanwhile */
  inFlight: Set<string>;
  /** orders whose damaged views in lists have been logged */
  damagedViews: Set<string>;
  /** aborted when the store is closed: what it then refuses is not repeated */
  closed: AbortSignal;
  newId: () => string;
  /** Issues the signed token of an order (contract, section 2). Times in seconds since 1970. */
  mintToken: (order: OrderClaim, times: { issuedAt: number; expiresAt: number }) => Promise<string>;
  config: PaymentConfig;
  /** against card testing; null if they are off */
  limits: Limits | null;
}

export interface Clock {
  /** The time of day, which may be set forward or back. */
  now(): Date;
  /** Milliseconds since an arbitrary moment, never decreasing, for measuring waits. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Writes a structured line. `fields` must not contain card data, tokens or keys. */
export type Log = (event: LogEvent, fields?: object) => void;

export interface Limits {
  rules: LimitRules;
  /** the keys of card and address hashes */
  keyOf: WindowKeys;
  /** Called for every attempt that a limit refuses. */
  refused(limit: LimitName, orderId: string): void;
}

/** The order as its token contains it. */
export type OrderClaim = Omit<NewOrderInput, 'expiresIn'>;

export interface PaymentConfig {
  posId: string;
  /** whether direct payments are allowed at all */
  direct: boolean;
  /** what the project's hosted page offers beside cards */
  hostedMethods: readonly HostedMethod[];
  /** the companion's base address, without a slash at the end */
  publicUrl: string;
  /** deadline of one gateway call */
  gatewayTimeoutMs: number;
  /** the age from which "no such payment" counts, seconds */
  notFoundGraceS: number;
  /** how far a capture may exceed the authorized amount, in whole percent */
  overCapturePercent: number;
  /** the merchant that customers pay, unless the order names one; null if not set */
  merchant: MerchantProfile | null;
  /** the project's sub-merchants (UUIDs), or null if only the gateway knows them */
  subMerchants: readonly string[] | null;
  /** whether this is a test system: no real money moves */
  test: boolean;
  /** whether the merchant wants messages */
  notify: boolean;
}
