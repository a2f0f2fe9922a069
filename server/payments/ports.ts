import type { CardBrand } from '../contract/card.ts';
import type { HostedMethod } from '../contract/checkout-api.ts';
import type { ListedPayment, OperationView } from '../contract/merchant-api.ts';
import type { LogEvent } from './log-events.ts';
import type { MerchantProfile } from '../contract/merchant-profile.ts';
import type { NewOrderInput } from '../contract/merchant-requests.ts';
import type { OperationMethod, PaymentStatus } from '../contract/words.ts';
import type { GatewayClock } from './gateway-clock.ts';
import type { Gateway } from './gateway-port.ts';
import type { Entry } from './order/journal.ts';
import type { Message } from './order/views.ts';
import type { OrderEvents } from './queries/order-events.ts';
import type { SingleFlight } from './queries/single-flight.ts';

/** The dependencies of every use case. */
export interface PaymentDeps {
  store: Store;
  gateway: Gateway;
  gatewayClock: GatewayClock;
  clock: Clock;
  log: Log;
  orderEvents: OrderEvents;
  singleFlight: SingleFlight;
  /** ids of attempts and operations whose call this process is making: nothing is concluded about them meanwhile */
  ownCalls: Set<string>;
  /** aborted when the store is closed: what it then refuses is not repeated */
  closed: AbortSignal;
  newId: () => string;
  /** Issues the signed token of an order. Times in seconds since 1970. */
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
  /** Called for every attempt that a limit refuses. */
  refused(limit: LimitName, orderId: string, counted: { open?: number; declined?: number }): void;
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
  /** whether cards are saved, offered and charged */
  savedCards: boolean;
  /** whether this is a test system: no real money moves */
  test: boolean;
  /** whether the merchant wants messages */
  notify: boolean;
}

// --- The store ---

/** A page of a list; `next` is opaque, and null on the last page. */
export interface Paged<T> {
  items: T[];
  next: string | null;
}

/** Thrown for an `after` that is not the `next` of any page. */
export class CursorError extends Error {
  override readonly name = 'CursorError';

  constructor() {
    super('the cursor is invalid');
  }
}

/** The store as the rules of payment use it: journals, and lookups across orders. */
export interface Store {
  /** The journal of an order, oldest entry first; empty if there is none. */
  read(orderId: string): Promise<Entry[]>;
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
  /** The newest token that {@link noteToken} recorded; null if there is none. */
  newestToken(orderId: string): Promise<NewestToken | null>;
  /**
   * Records a token that is newer than what is known of an order, but says what its journal says.
   * @throws ConflictError if another writer was faster
   */
  noteToken(place: Place, token: NewestToken): Promise<void>;
  /**
   * Orders whose `dueAt` has come, the longest waiting first, and those that lie further ahead than the longest pause,
   * since a clock was set back. `now` in milliseconds since 1970.
   */
  dueOrders(now: number, limit: number): Promise<DueOrder[]>;
  /**
   * Sets the next due time of an order, unless another process has changed it since.
   * @param order with the due time as it was
   * @param dueAt null if nothing is awaited
   * @returns whether it was set
   */
  reschedule(order: DueOrder, dueAt: number | null): Promise<boolean>;
  /** A page of payments as they are shown, newest first. @throws CursorError */
  listPayments(filter: ListFilter): Promise<Listed<ListedPayment>>;
  /** @throws CursorError */
  listOperations(
    filter: ListFilter & { method?: OperationMethod | undefined },
  ): Promise<Listed<OperationView>>;
  /** Ids of orders whose `reviewAt` has come, the longest waiting first. @throws CursorError */
  listReview(filter: { now: number; after: string | null; limit: number }): Promise<Paged<string>>;
  /** @param now milliseconds since 1970 */
  backlog(now: number): Promise<Backlog>;
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

/** An order as its writer has read it. */
export interface Place {
  orderId: string;
  /** the length of the journal */
  after: number;
  /** `issuedAt` of {@link Store.newestToken}; left out where nothing depends on it */
  newestIat?: number | null | undefined;
}

/** A token of an order that is not in its journal. */
export interface NewestToken {
  /** seconds since 1970 */
  issuedAt: number;
  customerId: string | null;
}

export interface Append extends Place {
  entries: readonly Entry[];
  projection: Projection;
  messages: readonly NewMessage[];
  /** changes to the counts against card testing; left out if there are no limits */
  counts?: CountChanges;
}

/** The data of an order for lookups and lists. It can be rebuilt from the journal. */
export interface Projection {
  order: OrderProjection;
  /** new or changed ones */
  payments: readonly PaymentProjection[];
  /** new or changed ones */
  operations: readonly OperationProjection[];
}

export interface OrderProjection {
  /** milliseconds since 1970, of the first entry */
  createdAt: number;
  /** identifies the payment page; unique */
  linkId: string | null;
  /** when the worker has to process it, milliseconds since 1970; null if nothing is awaited */
  dueAt: number | null;
  /** from when on it needs review, milliseconds since 1970; null if it does not */
  reviewAt: number | null;
}

export interface PaymentProjection {
  /** unique */
  gatewayOrderId: string;
  /** lookups use its `id`, `status` and `createdAt` */
  view: ListedPayment;
}

export interface OperationProjection {
  /** unique; null if the merchant did not request it */
  idempotencyKey: string | null;
  /** lookups use its `id`, `method`, `status` and `createdAt` */
  view: OperationView;
  /** whether it is listed; others are only found by their id */
  isShown: boolean;
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

/** Which payments or operations to list. */
export interface ListFilter {
  /** as shown */
  status?: PaymentStatus | undefined;
  /** createdAt at or after, and before; ISO 8601 in UTC with milliseconds */
  from?: string | undefined;
  to?: string | undefined;
  /** a `next` of an earlier page */
  after?: string | undefined;
  limit: number;
}

export interface Listed<View> extends Paged<View> {
  /** orders of what is left out as their stored view is damaged: a rebuild makes these again */
  damaged: string[];
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

// --- Messages to the merchant ---

/**
 * Messages to the merchant that wait for delivery, in sequence within an order. Each order is delivered by one process
 * at a time, which holds its lease. Times are milliseconds since 1970.
 */
export interface Outbox {
  /**
   * Orders with messages that are due, the longest waiting first, leased to the caller until `until`: no other process
   * gets them before that.
   */
  claim(now: number, until: number, limit: number): Promise<Lease[]>;
  /** Extends a lease. @returns the extended lease, or null if it was lost */
  renew(lease: Lease, until: number): Promise<Lease | null>;
  /** The oldest undelivered message of an order; null if there is none. */
  next(orderId: string): Promise<OutboxMessage | null>;
  /** Records that a message was delivered. */
  delivered(message: OutboxMessage, at: number): Promise<void>;
  /** Records a failed delivery and releases the lease: the order is due again at `dueAt`. */
  failed(lease: Lease, message: OutboxMessage, dueAt: number, reason: string): Promise<void>;
  /** Releases the lease: the order is due immediately if it has messages left. */
  release(lease: Lease, now: number): Promise<void>;
  /**
   * A page of messages, newest first. `failed`: at least one delivery failed and none succeeded.
   * @throws CursorError
   */
  list(filter: {
    state?: 'waiting' | 'failed' | undefined;
    after?: string | undefined;
    limit: number;
  }): Promise<Paged<OutboxMessage>>;
  find(id: string): Promise<OutboxMessage | null>;
  /** Sends a message again as soon as possible, delivered or not. @returns null if there is no such message */
  sendAgain(id: string, now: number): Promise<OutboxMessage | null>;
}

export interface Lease {
  orderId: string;
  /** also identifies the lease: only its holder may renew or release it */
  until: number;
}

export interface OutboxMessage {
  /** the `webhook-id` */
  id: string;
  orderId: string;
  /** JSON text, exactly as it is signed and posted */
  body: string;
  state: 'waiting' | 'failed' | 'delivered';
  /** failed deliveries */
  attempts: number;
  /** why the last delivery failed, as `HTTP 500`; null if none failed */
  lastError: string | null;
  createdAt: number;
  /** null until it was delivered */
  deliveredAt: number | null;
}

// --- Limits against card testing ---

/** At most `most` attempts within `windowMs` milliseconds; the next one is refused. */
export interface Limit {
  most: number;
  windowMs: number;
}

/** What an attempt is counted under. */
export type LimitName = 'card' | 'order' | 'address' | 'network';

export type LimitRules = Readonly<Record<LimitName, Limit>>;

/** One of the limits of an attempt, and what it is counted under: as `card:424242******4242` or `network:192.0.2.0/24`. */
export interface Subject {
  limit: LimitName;
  name: string;
}

/** A new attempt under one of its subjects. Times are milliseconds since 1970. */
export interface NewCount extends Limit {
  subject: string;
  paymentId: string;
  at: number;
  /** how long it counts while nothing is known of its end, milliseconds */
  openMs: number;
}

/** An attempt that counts now. */
export interface Counted {
  subject: string;
  /** when it stops counting, milliseconds since 1970 */
  expiresAt: number;
  /** it was not declined yet, and stops counting earlier for that */
  isOpen: boolean;
}

/** The changes that an append makes to the counts. */
export interface CountChanges {
  begun: readonly NewCount[];
  /** ids of payments that were declined: they count for the whole window */
  declined: readonly string[];
  /** ids of payments that ended in anything but a decline: they no longer count */
  ended: readonly string[];
}

/** Counts attempts, for all companions that share the store. An append adds to it and takes out of it. */
export interface LimitStore {
  /** The attempts that count now. `now` in milliseconds since 1970. */
  counted(subjects: readonly string[], now: number): Promise<Counted[]>;
  /** Deletes what has expired. */
  forget(now: number): Promise<void>;
}

// --- Retention ---

/** Deletes expired data in small batches, so that no write waits for long. Times are milliseconds since 1970. */
export interface Retention {
  /**
   * A page of orders that were created before `before`, have nothing due and need no review, oldest first. Whether an
   * order is closed can only be told from its journal. @throws CursorError
   */
  candidates(page: { before: number; after: string | null; limit: number }): Promise<Paged<string>>;
  /**
   * Deletes orders with all their data. An order whose journal has grown since it was read is skipped.
   * @param keepWaiting also skips orders with pending messages
   * @returns how many were deleted
   */
  deleteOrders(orders: readonly ReadOrder[], options: { keepWaiting: boolean }): Promise<number>;
  /** Deletes messages that were delivered before `before`. @returns how many, at most `limit` */
  deleteMessages(before: number, limit: number): Promise<number>;
}

export interface ReadOrder {
  orderId: string;
  /** the number of entries that its journal had */
  length: number;
}

// --- Saved cards ---

/** The owner of saved cards: a customer id of the merchant, within one project at the gateway. */
export interface CardOwner {
  posId: string;
  customerId: string;
}

/** The displayed data of a card. */
export interface CardFace {
  /** first six and last four digits */
  mask: string;
  brand: CardBrand | null;
  /** "MM/YY" */
  expires: string;
}

/** The token with which the gateway charges a card again: as secret as the card itself. */
export interface CardToken {
  token: string;
  /** ISO 8601, UTC; null if the gateway did not specify it */
  expiresAt: string | null;
}

/** A saved card, without its token. */
export interface StoredCard extends CardFace {
  id: string;
  /** when the token expires, milliseconds since 1970; null if unknown */
  tokenExpiresAt: number | null;
}

/** The cards that customers have saved. Tokens are encrypted at rest. */
export interface SavedCards {
  /** Saves a card under `id`. A card that the owner already has keeps its id and gets the new token. */
  save(card: CardOwner & CardFace & { id: string }, token: CardToken, at: number): Promise<void>;
  /**
   * The owner's cards that can still be decrypted, newest first. Cards encrypted under the previous secret are
   * re-encrypted under the current one.
   */
  list(owner: CardOwner): Promise<StoredCard[]>;
  /** Null if the owner has no such card, or if its token can no longer be decrypted. */
  find(owner: CardOwner, id: string): Promise<(StoredCard & { token: string }) | null>;
  /** Records that the card was used for a payment. */
  used(id: string, at: number): Promise<void>;
  /** @returns whether the owner had such a card */
  remove(owner: CardOwner, id: string): Promise<boolean>;
  /**
   * Removes a card of any owner, unless it was saved again after `savedBy`, milliseconds since 1970: the refusal of an
   * older token does not concern the newer one. @returns whether it was removed
   */
  drop(id: string, savedBy: number): Promise<boolean>;
  /** Removes all cards of a customer, in all projects. @returns how many */
  removeAll(customerId: string): Promise<number>;
  /**
   * Deletes cards whose token has expired, or that were not used since `before`.
   * @returns how many, at most `limit`
   */
  deleteOld(times: { now: number; before: number }, limit: number): Promise<number>;
}
