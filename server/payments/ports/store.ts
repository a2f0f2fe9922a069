import type { PaymentStatus, PaymentView } from '../../contract/checkout-api.ts';
import type { Entry } from '../order/journal.ts';
import type { Message } from '../order/views.ts';
import type { CountChanges, LimitStore } from './limits.ts';
import type { Outbox } from './outbox.ts';
import type { Paged } from './page.ts';
import type { Retention } from './retention.ts';
import type { CardWish, SavedCards } from './saved-cards.ts';

/** The store as the rules of payment use it: journals, and lookups across orders. */
export interface Store {
  /** The journal of an order, oldest entry first; empty if there is none. */
  read(orderId: string): Promise<Entry[]>;
  /** Several journals at once, in the order of the ids. */
  readMany(orderIds: readonly string[]): Promise<Entry[][]>;
  /** Changes with every write of another process; null if the database cannot detect that. */
  version(): Promise<number | null>;
  /** How many entries each of the journals has; those without any are left out. */
  lengths(orderIds: readonly string[]): Promise<Map<string, number>>;
  /** The order that a name belongs to, with its journal; null if nothing has that name. */
  find(name: Name): Promise<Journal | null>;
  /**
   * Adds entries to a journal, with the projection and the messages that follow from them, durably and atomically.
   * Resolves after the commit. Appends of different orders that arrive together may share a transaction.
   * @throws ConflictError if another writer was faster, or an id is taken
   * @throws RangeError if there are no entries
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
  /**
   * Sets the next due time of an order, unless another process has changed it since.
   * @param order with the due time as it was; null if it was not due
   * @returns whether it was set
   */
  reschedule(order: { orderId: string; dueAt: number | null }, dueAt: number | null): Promise<boolean>;
  /** A page of payments as they are shown, newest first. @throws CursorError */
  listPayments(filter: PaymentFilter): Promise<PaymentPage>;
  /** A page of orders whose `reviewAt` is still to come, the soonest first. @throws CursorError */
  laterReviews(filter: { now: number; after: string | null; limit: number }): Promise<Paged<LaterReview>>;
  /** Ids of orders whose `reviewAt` has come, the longest waiting first. @throws CursorError */
  listReview(filter: { now: number; after: string | null; limit: number }): Promise<Paged<string>>;
  /**
   * Stores a signed webhook of an unknown order, once: only the newest thousand, and a long one in part. @returns false
   * if a copy is already stored
   */
  saveUnknownEvent(event: UnknownEventRecord): Promise<boolean>;
  /** @param now milliseconds since 1970 */
  backlog(now: number): Promise<Backlog>;
  /** The time of day where the store runs, milliseconds since 1970; null if that is this machine. */
  time(): Promise<number | null>;
  /** Proves that the store can be written. @throws Error if it cannot */
  checkWritable(): Promise<void>;
  /** Ids of all orders after `after`, sorted by id, for {@link rebuild}. */
  orderIds(after: string | null, limit: number): Promise<string[]>;
  /** Ids after `after` of orders whose journals have an entry at or after `since`, sorted by id. */
  activeSince(since: number, after: string | null, limit: number): Promise<string[]>;
  /**
   * Replaces the projection of an order's journal; its messages remain.
   * @param length how many entries the projection was made from
   * @throws ConflictError if the journal has grown since
   */
  rebuild(orderId: string, length: number, projection: Projection): Promise<void>;
  close(): Promise<void>;
  readonly outbox: Outbox;
  readonly limits: LimitStore;
  readonly retention: Retention;
  readonly savedCards: SavedCards;
}

/** The names by which an order can be found. */
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
  /** the length of the journal, as the writer has read it */
  after: number;
  entries: readonly Entry[];
  projection: Projection;
  messages: readonly NewMessage[];
  /** changes to the counts against card testing; left out if there are no limits */
  counts?: CountChanges;
  /** the card to save if the new attempt succeeds */
  wish?: CardWish | undefined;
}

/** The data of an order for lookups and lists. It can be rebuilt from the journal. */
export interface Projection {
  /** null if unchanged */
  order: OrderProjection | null;
  /** new or changed ones */
  payments: readonly PaymentProjection[];
  /** new ones: they never change */
  operations: readonly OperationProjection[];
}

export interface OrderProjection {
  /** milliseconds since 1970, of the first entry */
  createdAt: number;
  /** identifies the payment page; unique */
  linkId: string | null;
  /** the latest time at which the worker has to process it, milliseconds since 1970: an earlier one stays; null: as it was */
  dueAt: number | null;
  /** nothing is awaited any more: it is no longer due */
  isOver: boolean;
  /** it is processed before other due orders */
  urgent: boolean;
  /** from when on it needs review, milliseconds since 1970; null if it does not */
  reviewAt: number | null;
}

export interface PaymentProjection {
  /** unique */
  gatewayOrderId: string;
  /** lookups use its `id`, `status` and `createdAt` */
  view: PaymentView;
}

export interface OperationProjection {
  /** unique */
  id: string;
  /** unique; null if the merchant did not request it */
  idempotencyKey: string | null;
}

/** A message to the merchant for the outbox. */
export interface NewMessage {
  /** the `webhook-id` */
  id: string;
  message: Message;
  /** milliseconds since 1970, growing within an order as in its journal */
  at: number;
  /** the earliest delivery, milliseconds since 1970 by our clock */
  dueAt: number;
}

export interface DueOrder {
  orderId: string;
  /** milliseconds since 1970 */
  dueAt: number;
}

/** An order that may need review later. */
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

export interface PaymentPage extends Paged<PaymentView> {
  /** orders of payments that are left out as their stored view is damaged: a rebuild makes these again */
  damaged: string[];
}

/** A signed webhook of an unknown order. */
export interface UnknownEventRecord {
  /** SHA-256 of its text; unique */
  hash: string;
  /** milliseconds since 1970 */
  at: number;
  /** JSON text; encrypted at rest */
  body: string;
}

/** The pending work. These counts grow without bounds only if something is wrong. */
export interface Backlog {
  /** payments whose outcome is still unknown */
  openPayments: number;
  /** orders that the worker has to process, now or later */
  dueOrders: number;
  /** orders that need review */
  review: number;
  /** messages that the merchant has not accepted yet */
  messages: number;
  /** milliseconds since 1970, or null if none is pending */
  oldestMessageAt: number | null;
}

/** Thrown by `append`: read the order again and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly on: 'journal' | 'gateway-order-id' | 'idempotency-key' | 'link' | 'limit';

  constructor(on: ConflictError['on']) {
    super(`conflict on ${on}`);
    this.on = on;
  }
}
