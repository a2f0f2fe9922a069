import type { Attempt } from './attempt.ts';
import type { OrderParameters } from './journal.ts';
import type { Operation, Request } from './operation.ts';
import type { Effect } from './transaction.ts';

/** The state of an order as its journal describes it. It does not depend on the time at which it is read. */
export interface OrderState {
  /** the order's newest parameters, or null */
  parameters: OrderParameters | null;
  /** since when its amount, currency and method have been valid: the `at` of that entry; -1 if there is none */
  termsAt: number;
  /** all that it has had, oldest first */
  allParameters: readonly OrderParameters[];
  /** milliseconds since 1970, or null for an empty journal */
  createdAt: number | null;
  /** identifies the payment page; null if there is none */
  linkId: string | null;
  /** the last token that the merchant API issued; null if there is none, or if it can no longer be decrypted */
  token: string | null;
  attempts: readonly Attempt[];
  requests: readonly Request[];
  operations: readonly Operation[];
  /** the effect of each entry, one per entry */
  effects: readonly Effect[];
  /** of the processed webhooks */
  hashes: ReadonlySet<string>;
  /** time of the last entry, milliseconds since 1970 */
  updatedAt: number;
}
