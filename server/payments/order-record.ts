import type { Order } from '../contract/order.ts';
import type { OrderRecord } from './payment.ts';
import { sharesOf } from './shares.ts';
import type { StoreTransaction } from './store-port.ts';

/**
 * Writes an order down as it is stated now, whoever made its token. Its payment page stays as it was.
 * @param at ISO 8601
 */
export async function rememberOrder(tx: StoreTransaction, order: Order, at: string): Promise<void> {
  await tx.saveOrder({ ...orderRecord(order, at), token: null, linkId: null });
}

/** What is kept of an order besides its payment page. */
export function orderRecord(order: Order, at: string): Omit<OrderRecord, 'token' | 'linkId'> {
  return {
    id: order.id,
    amountMinor: order.amountMinor,
    currency: order.currency,
    description: order.description,
    method: order.method,
    split: order.split ? sharesOf(order.split, order.currency) : null,
    createdAt: at,
    updatedAt: at,
  };
}
