import { z } from 'zod';
import type { PaymentMethod, PaymentStatus, PaymentView } from './checkout-api.ts';
import { orderFields } from './order.ts';

/** What crosses between the merchant's back end and the companion (contract, section 4). */

const amount = z.string().max(20);
const comment = z.string().trim().min(1).max(2048);
const split = z
  .array(z.strictObject({ subMerchantId: z.uuid(), amount }))
  .min(1)
  .max(100);

/** Body of `POST /api/orders`: the order, and for how long its token and payment page hold, in seconds. */
export const newOrderSchema = orderFields.extend({
  expiresIn: z.int().min(60).max(31_536_000).default(86_400),
});
export type NewOrderInput = z.output<typeof newOrderSchema>;

/** Body of `POST /api/orders/{orderId}/capture`; without `amount` and `split` the whole reserve. */
export const captureSchema = z.strictObject({
  amount: amount.optional(),
  split: split.optional(),
  comment: comment.optional(),
});
export type CaptureInput = z.output<typeof captureSchema>;

export const voidSchema = z.strictObject({ comment: comment.optional() });
export type VoidInput = z.output<typeof voidSchema>;

/** Body of `POST /api/orders/{orderId}/refund`; without `amount` and `split` all that is left. */
export const refundSchema = z.strictObject({
  amount: amount.optional(),
  split: split.optional(),
  comment: comment.optional(),
  receiptDelivery: z.enum(['email', 'sms', 'viber', 'none']).optional(),
});
export type RefundInput = z.output<typeof refundSchema>;

/** Body of `POST /api/orders/{orderId}/resend`. */
export const resendSchema = z.strictObject({
  operation: z.enum(['purchase', 'auth', 'lookup', 'capture', 'void', 'refund', 'credit', 'p2p']),
  /** one transaction of a recurring payment; with `purchase` only */
  transactionId: z.string().trim().min(1).max(64).optional(),
});
export type ResendInput = z.output<typeof resendSchema>;

/** Body of `POST /api/payments/{paymentId}/settle`: how a person ends a payment that is in doubt. */
export const settleSchema = z.strictObject({
  status: z.enum(['success', 'failure']),
  /** why, for the timeline */
  comment,
});
export type SettleInput = z.output<typeof settleSchema>;

/** A sub-merchant's share as merchants see it; `amount` is decimal text. */
export interface ShareView {
  subMerchantId: string;
  amount: string;
}

/** An operation on a payment as the merchant sees it. */
export interface OperationView {
  id: string;
  orderId: string;
  paymentId: string;
  method: 'capture' | 'void' | 'refund';
  amount: string;
  currency: string;
  status: PaymentStatus;
  statusCode: string | null;
  statusDescription: string | null;
  split: ShareView[] | null;
  comment: string | null;
  receiptUrl: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Something that happened to an order; `at` is ISO 8601. */
export interface OrderEvent {
  at: string;
  type: 'order.created' | 'payment.created' | 'operation.created' | 'news';
  paymentId: string | null;
  operationId: string | null;
  /** of news: where it came from */
  source: 'answer' | 'webhook' | 'read' | 'person' | null;
  /** of news: what became of it */
  verdict: string | null;
  method: string | null;
  status: string | null;
  statusCode: string | null;
  /** why, where a person decided */
  comment: string | null;
}

/** Answer of `GET /api/orders/{orderId}`. */
export interface OrderView {
  order: {
    id: string;
    amount: string;
    currency: string;
    description: string;
    method: PaymentMethod;
    split: ShareView[] | null;
    /** the payment page, where the merchant API made one */
    url: string | null;
    createdAt: string;
  };
  /** What can be done now; decimal text. */
  allowed: { capture: string | null; void: boolean; refund: string | null; cancel: boolean };
  payments: PaymentView[];
  operations: OperationView[];
  events: OrderEvent[];
}

/** A page of a list. */
export interface Page<Item> {
  data: Item[];
  /** for `cursor`, or null on the last page */
  nextCursor: string | null;
}

/** Amounts are decimal text, perhaps with a minus; null where the gateway told none that can be read. */
export interface AccountView {
  id: string;
  name: string;
  currency: string;
  balances: { available: string | null; rollingReserve: string | null };
}

export interface TerminalView {
  id: string;
  name: string;
  currency: string;
  balances: { available: string | null };
}

/** Answer of `GET /api/balances/terminals`. */
export interface TerminalsView extends Page<TerminalView> {
  /** those that could not tell their balance */
  failed: { id: string; message: string }[];
}
