import type { NewOrderInput } from '../contract/merchant-api.ts';
import type { Changes } from './changes.ts';
import type { Clock, Gateway, Log } from './ports.ts';
import type { Store } from './store-port.ts';

/** What every rule of payment is handed. */
export interface PaymentDeps {
  store: Store;
  gateway: Gateway;
  clock: Clock;
  log: Log;
  changes: Changes;
  newId: () => string;
  /** Makes the signed token of an order that holds for so many seconds (contract, section 2). */
  mintToken: (order: OrderClaim, expiresInS: number) => Promise<string>;
  config: PaymentConfig;
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
  /** key of the hash that tells a repeated request */
  requestHashKey: string;
  /** how far a capture may go beyond the reserved amount, in whole percent */
  overCapturePercent: number;
  /** the project's sub-merchants (UUIDs), or null where the gateway alone knows them */
  subMerchants: readonly string[] | null;
  /** where no real money moves */
  test: boolean;
  /** whether the merchant wants to be told */
  notify: boolean;
}

/** How often an order may be tried. */
export const MAX_ATTEMPTS = 10;
