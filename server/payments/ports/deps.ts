import type { LogEvent } from '../../contract/log-events.ts';
import type { MerchantProfile } from '../../contract/merchant-profile.ts';
import type { NewOrderInput } from '../../contract/merchant-requests.ts';
import type { Changes } from '../changes.ts';
import type { SharedPolls } from '../queries/shared-poll.ts';
import type { Gateway } from './gateway.ts';
import type { LimitName, LimitRules, WindowKeys } from './limits.ts';
import type { Store } from './store.ts';

/** What every rule of payment is handed. */
export interface PaymentDeps {
  store: Store;
  gateway: Gateway;
  clock: Clock;
  log: Log;
  changes: Changes;
  polls: SharedPolls;
  /** ids of attempts and operations whose call this process is making: nothing is concluded on them meanwhile */
  inFlight: Set<string>;
  newId: () => string;
  /** Makes the signed token of an order (contract, section 2). Times in seconds since 1970. */
  mintToken: (order: OrderClaim, times: { issuedAt: number; expiresAt: number }) => Promise<string>;
  config: PaymentConfig;
  /** against card testing; null where they are off */
  limits: Limits | null;
}

export interface Clock {
  /** The time of day, which may be set back and forth. */
  now(): Date;
  /** Milliseconds since some moment, which only grow: what waiting is measured by. */
  monotonic(): number;
  /** Resolves after so many milliseconds, or when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Writes a structured line. `fields` carry no card data, token or key. */
export type Log = (event: LogEvent, fields?: object) => void;

export interface Limits {
  rules: LimitRules;
  /** the keys of card and address hashes */
  keyOf: WindowKeys;
  /** Is told of every attempt that a limit refuses. */
  refused(limit: LimitName, orderId: string): void;
}

/** What a token states of an order. */
export type OrderClaim = Omit<NewOrderInput, 'expiresIn'>;

export interface PaymentConfig {
  posId: string;
  /** whether direct payments are allowed at all */
  direct: boolean;
  /** the companion's base address, without a slash at the end */
  publicUrl: string;
  /** deadline of one gateway call */
  gatewayTimeoutMs: number;
  /** from which age on "no such payment" counts, seconds */
  notFoundGraceS: number;
  /** how far a capture may go beyond the authorized amount, in whole percent */
  overCapturePercent: number;
  /** whom customers pay, where the order does not say it; null where nobody is named */
  merchant: MerchantProfile | null;
  /** the project's sub-merchants (UUIDs), or null where only the gateway knows them */
  subMerchants: readonly string[] | null;
  /** where no real money moves */
  test: boolean;
  /** whether the merchant wants messages */
  notify: boolean;
}
