import type { Paged } from './page.ts';

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
  /** Deletes stored webhooks of unknown orders that are older than `before`. @returns how many, at most `limit` */
  deleteUnknownEvents(before: number, limit: number): Promise<number>;
}

export interface ReadOrder {
  orderId: string;
  /** the number of entries that its journal had */
  length: number;
}
