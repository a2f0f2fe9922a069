import type { Attempt } from './attempt.ts';
import type { Statement } from './journal.ts';
import type { Operation, Request } from './operation.ts';
import type { Effect } from './transaction.ts';

/** An order as its journal tells it. Nothing in here depends on the time at which it is looked at. */
export interface OrderState {
  /** the order's parameters as they were stated last, or null */
  statement: Statement | null;
  /** since when its amount, currency and method have stood: the `at` of that entry; -1 where there is none */
  statedAt: number;
  /** all that were stated, oldest first */
  statements: readonly Statement[];
  /** milliseconds since 1970, or null for an empty journal */
  createdAt: number | null;
  /** names the payment page; null where there is none */
  linkId: string | null;
  /** the last token that the merchant API made; null where there is none, or where it can no longer be decrypted */
  token: string | null;
  attempts: readonly Attempt[];
  requests: readonly Request[];
  operations: readonly Operation[];
  /** what each entry did, one per entry */
  effects: readonly Effect[];
  /** of the webhooks that were taken in */
  hashes: ReadonlySet<string>;
  /** time of the last entry, milliseconds since 1970 */
  updatedAt: number;
}
