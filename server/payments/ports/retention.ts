import type { Paged } from './page.ts';

/**
 * Deletes what is no longer kept, a part at a time, so that no write waits for long. Times are milliseconds since 1970.
 */
export interface Retention {
  /**
   * A page of orders that were created before, have nothing due and wait for no person, the oldest first: whether one is
   * closed, its journal tells. @throws CursorError
   */
  candidates(page: { before: number; after: string | null; limit: number }): Promise<Paged<string>>;
  /**
   * Deletes orders with everything that is known of them. One whose journal has grown since it was read is left.
   * @param keepWaiting leaves those with messages that wait as well
   * @returns how many were deleted
   */
  deleteOrders(orders: readonly ReadOrder[], options: { keepWaiting: boolean }): Promise<number>;
  /** Deletes messages that were delivered before. @returns how many, at most `limit` */
  deleteMessages(before: number, limit: number): Promise<number>;
  /** Deletes kept webhooks of unknown orders from before. @returns how many, at most `limit` */
  deleteUnknownEvents(before: number, limit: number): Promise<number>;
}

export interface ReadOrder {
  orderId: string;
  /** how many entries its journal had */
  length: number;
}
