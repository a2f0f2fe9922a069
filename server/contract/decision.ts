import type { MerchantMessage } from './merchant-messages.ts';

/** What a message means for the goods of its order, and for which money. */
export interface Decision {
  /**
   * - `fulfil`: the money is taken. Compare `amount` and `currency` with your order, and fulfil it once
   * - `reserved`: an auth holds the amount; nothing is paid until it is captured
   * - `verified`: a lookup found the card valid; nothing is charged
   * - `released`: a void ended the reservation
   * - `refunded`: `amount` went back. It undoes only what you fulfilled for the same `paymentId`: a duplicate payment is
   *   refunded by itself
   * - `nothing`: no money moved, or nobody knows yet
   */
  do: 'fulfil' | 'reserved' | 'verified' | 'released' | 'refunded' | 'nothing';
  orderId: string;
  /** the payment, or the payment of the operation */
  paymentId: string;
  /** decimal text: of the payment, or of the operation, which may be a part of it */
  amount: string;
  currency: string;
}

const ON_SUCCESS: Readonly<Record<string, Decision['do']>> = {
  'payment.updated purchase': 'fulfil',
  'payment.updated auth': 'reserved',
  'payment.updated lookup': 'verified',
  'operation.updated capture': 'fulfil',
  'operation.updated void': 'released',
  'operation.updated refund': 'refunded',
};

/**
 * What to do about a message whose signature is verified. It knows the message only: whether amount and currency are those
 * of your order, and whether you fulfilled it before, your own order says.
 */
export function decisionOf(message: MerchantMessage): Decision {
  const { orderId, method, status, amount, currency } = message.data;
  const paymentId = message.type === 'payment.updated' ? message.data.id : message.data.paymentId;
  const onSuccess = ON_SUCCESS[`${message.type} ${method}`] ?? 'nothing';
  return { do: status === 'success' ? onSuccess : 'nothing', orderId, paymentId, amount, currency };
}
