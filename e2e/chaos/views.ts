/** Answers and messages of the merchant API, as far as the chaos test reads them. */

export interface PaymentView {
  id: string;
  orderId: string;
  mode: string;
  method: string;
  status: string;
  amount: string;
  currency: string;
  action: { url: string } | null;
  canRetry: boolean;
  updatedAt: string;
}

export interface OperationView {
  id: string;
  orderId: string;
  paymentId: string;
  method: string;
  amount: string;
  status: string;
  comment: string | null;
  updatedAt: string;
}

export interface OrderEvent {
  type: string;
  paymentId: string | null;
  operationId: string | null;
  transactionId: string | null;
  /** what a report changed; null for other events */
  result: string | null;
  comment: string | null;
}

export interface ReviewItem {
  orderId: string;
  paymentId: string;
  operationId: string | null;
  reason: string;
  /** that does not match; null for other reasons */
  field: string | null;
  /** that end it */
  calls: { action: string; path: string; body: object | null }[];
}

export interface OrderView {
  order: { id: string; amount: string; currency: string; method: string };
  allowed: { capture: string | null; void: boolean; refund: string | null; cancel: boolean };
  payments: PaymentView[];
  operations: OperationView[];
  review: ReviewItem[];
  events: OrderEvent[];
}

/** A message received by the merchant. */
export interface Message {
  /** `webhook-id` */
  id: string;
  type: string;
  /** ISO 8601 */
  timestamp: string;
  data: PaymentView | OperationView;
}

export const isFinal = ({ status }: { status: string }): boolean =>
  status === 'success' || status === 'failure';
