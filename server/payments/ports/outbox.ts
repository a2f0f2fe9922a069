import type { Paged } from './page.ts';

/**
 * Messages to the merchant that wait for their delivery, in order within an order. Each order is delivered by one process
 * at a time, which holds its lease. Times are milliseconds since 1970.
 */
export interface Outbox {
  /**
   * Orders with messages that are due, the longest waiting first, leased to the caller until `until`: nobody else gets
   * them before.
   */
  claim(now: number, until: number, limit: number): Promise<Lease[]>;
  /** Extends a lease. @returns the lease as it is now, null where it was lost */
  renew(lease: Lease, until: number): Promise<Lease | null>;
  /** The oldest message of an order that is not delivered; null where there is none. */
  next(orderId: string): Promise<OutboxMessage | null>;
  /** Notes that a message was delivered. */
  delivered(message: OutboxMessage, at: number): Promise<void>;
  /** Notes a failed delivery and gives the lease back: the order is due again at `dueAt`. */
  failed(lease: Lease, message: OutboxMessage, dueAt: number, reason: string): Promise<void>;
  /** Gives the lease back: the order is due at once if it has messages left. */
  release(lease: Lease, now: number): Promise<void>;
  /** A page of orders that are due later than `now`, the soonest first. @throws CursorError */
  later(page: { now: number; after: string | null; limit: number }): Promise<Paged<LaterDelivery>>;
  /**
   * Makes an order due at `dueAt`, with its lease, unless somebody else has changed it since. Who holds the lease has
   * lost it then, and nobody else gets the order before.
   */
  hasten(delivery: LaterDelivery, dueAt: number): Promise<void>;
  /**
   * A page of messages, the newest first. `failed`: at least one delivery failed and none succeeded.
   * @throws CursorError
   */
  list(filter: {
    state?: 'waiting' | 'failed' | undefined;
    after?: string | undefined;
    limit: number;
  }): Promise<Paged<OutboxMessage>>;
  find(id: string): Promise<OutboxMessage | null>;
  /** Sends a message again as soon as possible, delivered or not. @returns null where there is no such message */
  sendAgain(id: string, now: number): Promise<OutboxMessage | null>;
}

export interface Lease {
  orderId: string;
  /** also names the lease: only who holds it may renew it or give it back */
  until: number;
}

/** An order with messages that is not due yet. */
export interface LaterDelivery {
  orderId: string;
  /** of a leased one the end of its lease */
  dueAt: number;
  isLeased: boolean;
  /** failed deliveries of its oldest message */
  attempts: number;
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
  /** why the last delivery failed, as `HTTP 500`; null where none did */
  lastError: string | null;
  createdAt: number;
  /** null until it was delivered */
  deliveredAt: number | null;
}
