import type { Operation, Payment } from './payment.ts';
import type { NewsSource } from './ports.ts';

/** What the rules of payment need of a store. */

export interface NewsRecord {
  id: string;
  /** null for a payment that is not known here */
  paymentId: string | null;
  source: NewsSource;
  /** SHA-256 of the news; exact copies share it */
  hash: string;
  /** what the gate made of it */
  verdict: string;
  at: string;
}

/** A message to the merchant, waiting for its delivery. */
export interface OutboxMessage {
  /** the `webhook-id` */
  id: string;
  orderId: string;
  /** JSON text, exactly as it is signed and posted */
  body: string;
  attempts: number;
  /** ISO 8601 */
  dueAt: string;
  createdAt: string;
}

/** Thrown by `insertPayment` where the order has a blocking payment already, or an id is taken. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly on: 'order' | 'gateway-order-id' | 'idempotency-key';

  constructor(on: ConflictError['on']) {
    super(`conflict on ${on}`);
    this.on = on;
  }
}

/** Reads and writes inside one transaction. */
export interface StoreTransaction {
  /** @throws ConflictError */
  insertPayment(payment: Payment): Promise<void>;
  updatePayment(payment: Payment): Promise<void>;
  findPayment(id: string): Promise<Payment | null>;
  findPaymentByGatewayOrderId(gatewayOrderId: string): Promise<Payment | null>;
  /** All attempts of an order, oldest first. */
  paymentsOfOrder(orderId: string): Promise<Payment[]>;
  insertOperation(operation: Operation): Promise<void>;
  updateOperation(operation: Operation): Promise<void>;
  operationsOfPayment(paymentId: string): Promise<Operation[]>;
  /** Keeps a piece of news; false where the same was kept before. */
  insertNews(news: NewsRecord): Promise<boolean>;
  insertMessage(message: OutboxMessage): Promise<void>;
}

export interface Store extends StoreTransaction {
  transaction<T>(run: (transaction: StoreTransaction) => Promise<T>): Promise<T>;
  /** Payments whose `askAt` has come, the longest waiting first. */
  paymentsToAsk(now: string, limit: number): Promise<Payment[]>;
  /** Operations written down and not sent yet. */
  operationsToSend(limit: number): Promise<Operation[]>;
  /** Operations that were sent, have not ended, and of which nothing was heard since `before`. */
  operationsToAsk(before: string, limit: number): Promise<Operation[]>;
  /** The oldest undelivered message of each order, where it is due. */
  messagesToSend(now: string, limit: number): Promise<OutboxMessage[]>;
  messageDelivered(id: string): Promise<void>;
  messageFailed(id: string, dueAt: string): Promise<void>;
  /** Throws where the store cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
