import type { PaymentStatus, PaymentView } from '../../contract/checkout-api.ts';
import type { Entry } from '../order/journal.ts';
import type { Message } from '../order/views.ts';
import type { CountChanges, LimitStore } from './limits.ts';
import type { Outbox } from './outbox.ts';
import type { Paged } from './page.ts';
import type { Retention } from './retention.ts';
import type { CardWish, SavedCards } from './saved-cards.ts';

/** What the rules of payment need of a store: journals, and what is looked up across orders. */
export interface Store {
  /** The journal of an order, oldest entry first; empty where there is none. */
  read(orderId: string): Promise<Entry[]>;
  /** Several journals at once, in the order of the ids. */
  readMany(orderIds: readonly string[]): Promise<Entry[][]>;
  /** Changes with every write of another process; null where the database cannot tell. */
  version(): Promise<number | null>;
  /** How many entries each of the journals has; those without any are left out. */
  lengths(orderIds: readonly string[]): Promise<Map<string, number>>;
  /** The order that something belongs to, with its journal; null where nothing has that name. */
  find(name: Name): Promise<Journal | null>;
  /**
   * Adds entries to a journal, with the projection and the messages that follow from them, durably and all or nothing.
   * Resolves after the commit. Appends of different orders that arrive together may share a transaction.
   * @throws ConflictError where another writer was faster, or an id is taken
   * @throws RangeError where there are no entries
   */
  append(append: Append): Promise<void>;
  /** Orders whose `dueAt` has come, urgent ones before others, and of these the longest waiting first. `now` in milliseconds since 1970. */
  dueOrders(now: number, limit: number): Promise<DueOrder[]>;
  /**
   * A page of orders whose `dueAt` is still to come, the soonest first. `now` in milliseconds since 1970.
   * @throws CursorError
   */
  laterOrders(filter: {
    urgent: boolean;
    now: number;
    after: string | null;
    limit: number;
  }): Promise<Paged<DueOrder>>;
  /** Sets the next due time of an order, unless somebody else has changed it since. @returns whether it was set */
  reschedule(order: DueOrder, dueAt: number | null): Promise<boolean>;
  /** A page of payments as they are shown, the newest first. @throws CursorError */
  listPayments(filter: PaymentFilter): Promise<Paged<PaymentView>>;
  /** A page of orders whose `reviewAt` is still to come, the soonest first. @throws CursorError */
  laterReviews(filter: { now: number; after: string | null; limit: number }): Promise<Paged<LaterReview>>;
  /** Ids of orders whose `reviewAt` has come, the longest waiting first. @throws CursorError */
  listReview(filter: { now: number; after: string | null; limit: number }): Promise<Paged<string>>;
  /** Keeps a signed webhook of an order that is not known here, once: the newest thousand, and not all of a long one. @returns false where a copy was kept before */
  keepUnknownEvent(event: UnknownEventRecord): Promise<boolean>;
  /** @param now milliseconds since 1970 */
  backlog(now: number): Promise<Backlog>;
  /** Proves that the store can be written. @throws Error where it cannot */
  checkWritable(): Promise<void>;
  /** Ids of all orders after `after`, in their own order, for {@link rebuild}. */
  orderIds(after: string | null, limit: number): Promise<string[]>;
  /** Ids of orders whose journals have an entry from then on, after `after`, in their own order. */
  activeSince(since: number, after: string | null, limit: number): Promise<string[]>;
  /**
   * Replaces everything that is projected from an order's journal; its messages remain.
   * @param length how many entries the projection was made from
   * @throws ConflictError where the journal has grown since
   */
  rebuild(orderId: string, length: number, projection: Projection): Promise<void>;
  close(): Promise<void>;
  readonly outbox: Outbox;
  readonly limits: LimitStore;
  readonly retention: Retention;
  readonly savedCards: SavedCards;
}

/** By what an order can be found. */
export type Name =
  | { kind: 'payment'; id: string }
  | { kind: 'gateway-order'; id: string }
  | { kind: 'operation'; id: string }
  | { kind: 'idempotency-key'; id: string }
  | { kind: 'link'; id: string };

export interface Journal {
  orderId: string;
  entries: Entry[];
}

export interface Append {
  orderId: string;
  /** how many entries the journal has already, as far as the writer knows */
  after: number;
  entries: readonly Entry[];
  projection: Projection;
  messages: readonly NewMessage[];
  /** what it changes in the counts against card testing; none where there are no limits */
  counts?: CountChanges;
  /** the card that is to be kept if the new attempt succeeds */
  wish?: CardWish | undefined;
}

/** What is kept of an order for lookups and lists. It can be made anew from the journal. */
export interface Projection {
  /** null where it is as it was */
  order: OrderProjection | null;
  /** new, or changed */
  payments: readonly PaymentProjection[];
  /** new ones: they never change */
  operations: readonly OperationProjection[];
}

export interface OrderProjection {
  /** milliseconds since 1970, of the first entry */
  createdAt: number;
  /** names the payment page; unique */
  linkId: string | null;
  /** when the worker has to look at it, milliseconds since 1970; null: not by itself */
  dueAt: number | null;
  /** it goes before others that are due */
  urgent: boolean;
  /** from when on a person should look at it, milliseconds since 1970; null: not at all */
  reviewAt: number | null;
}

export interface PaymentProjection {
  /** unique */
  gatewayOrderId: string;
  /** its `id`, `status` and `createdAt` are looked up by */
  view: PaymentView;
}

export interface OperationProjection {
  /** unique */
  id: string;
  /** unique; null where the merchant did not ask for it */
  idempotencyKey: string | null;
}

/** A message to the merchant that is put into the outbox. */
export interface NewMessage {
  /** the `webhook-id` */
  id: string;
  message: Message;
  /** milliseconds since 1970, growing within an order as in its journal */
  at: number;
  /** from when on it can be delivered, milliseconds since 1970 by our clock */
  dueAt: number;
}

export interface DueOrder {
  orderId: string;
  /** milliseconds since 1970 */
  dueAt: number;
}

/** An order that a person may have to look at. */
export interface LaterReview {
  orderId: string;
  /** milliseconds since 1970 */
  reviewAt: number;
}

/** Which payments to list. */
export interface PaymentFilter {
  /** as shown */
  status?: PaymentStatus | undefined;
  /** createdAt at or after, and before; ISO 8601 in UTC with milliseconds */
  from?: string | undefined;
  to?: string | undefined;
  /** a `next` of an earlier page */
  after?: string | undefined;
  limit: number;
}

/** A signed webhook of an order that is not known here. */
export interface UnknownEventRecord {
  /** SHA-256 of its text; unique */
  hash: string;
  /** milliseconds since 1970 */
  at: number;
  /** JSON text; encrypted at rest */
  body: string;
}

/** What is pending: what is counted grows without bounds only where something is wrong. */
export interface Backlog {
  /** whose end is not known yet */
  openPayments: number;
  /** that the worker has to look at, now or later */
  dueOrders: number;
  /** orders that wait for a person */
  review: number;
  /** that the merchant has not taken yet */
  messages: number;
  /** milliseconds since 1970, or null where none waits */
  oldestMessageAt: number | null;
}

/** Thrown by `append`: look again and decide anew. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly on: 'journal' | 'gateway-order-id' | 'idempotency-key' | 'link' | 'limit';

  constructor(on: ConflictError['on']) {
    super(`conflict on ${on}`);
    this.on = on;
  }
}
