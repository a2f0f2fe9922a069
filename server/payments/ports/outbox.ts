import type { Paged } from './page.ts';

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
  /** A page of orders that are due later than `now`, the soonest first. @throws CursorError */
  later(page: { now: number; after: string | null; limit: number }): Promise<Paged<LaterDelivery>>;
  /**
   * Makes an order due at `dueAt`, even if it is leased, unless another process has changed it since. The lease's
   * holder has then lost it, and no other process gets the order before `dueAt`.
   */
  hasten(delivery: LaterDelivery, dueAt: number): Promise<void>;
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

/** An order with messages that is not due yet. */
export interface LaterDelivery {
  orderId: string;
  /** the end of the lease if the order is leased */
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
  /** why the last delivery failed, as `HTTP 500`; null if none failed */
  lastError: string | null;
  createdAt: number;
  /** null until it was delivered */
  deliveredAt: number | null;
}
