import type { PaymentStatus } from '../contract/checkout-api.ts';
import type { Operation, OrderRecord, Payment } from './payment.ts';
import type { NewsSource } from './ports.ts';

/** What the rules of payment need of a store. */

export interface NewsRecord {
  id: string;
  /** null for a payment that is not known here */
  paymentId: string | null;
  /** the operation that it is about, or null */
  operationId: string | null;
  source: NewsSource;
  /** SHA-256 of the news; exact copies share it */
  hash: string;
  /** what the gate made of it */
  verdict: string;
  /** the gateway's `method`, `status` and `status_code` */
  method: string | null;
  status: string | null;
  statusCode: string | null;
  /** the gateway's `transaction_id` */
  transactionId: string | null;
  /** in the payment's currency; null where none is told, or in another */
  amountMinor: number | null;
  /** the event as JSON text where it is of a kind that nothing else is made of; encrypted at rest */
  body: string | null;
  at: string;
}

/** Which payments to list: the newest first. */
export interface PaymentFilter {
  /** as shown: what is held for a person is `unknown` */
  status?: PaymentStatus | undefined;
  /** createdAt at or after, and before; ISO 8601 */
  from?: string | undefined;
  to?: string | undefined;
  /** a `next` of an earlier page */
  after?: number | undefined;
  limit: number;
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

/** How much waits: what is counted grows without bounds only where something is wrong. */
export interface Backlog {
  /** whose end is not known yet and is asked for */
  openPayments: number;
  openOperations: number;
  /** payments and operations that wait for a person */
  held: number;
  /** that the merchant has not taken yet */
  messages: number;
  /** ISO 8601, or null where none waits */
  oldestMessageAt: string | null;
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
  /** Writes an order down, or what has changed of it; a `token` or `linkId` of null and `createdAt` leave what was there. */
  saveOrder(order: OrderRecord): Promise<void>;
  findOrder(id: string): Promise<OrderRecord | null>;
  /** @throws ConflictError on `idempotency-key`. Of a payment's reversals all but one have failed, or it throws too. */
  insertOperation(operation: Operation): Promise<void>;
  updateOperation(operation: Operation): Promise<void>;
  /** An operation that waits for being sent is not sent before `sendAt`, ISO 8601. */
  putOffSending(id: string, sendAt: string): Promise<void>;
  findOperation(id: string): Promise<Operation | null>;
  findOperationByKey(idempotencyKey: string): Promise<Operation | null>;
  /** Oldest first. */
  operationsOfPayment(paymentId: string): Promise<Operation[]>;
  /** What came of a payment, oldest first. */
  newsOfPayment(paymentId: string): Promise<NewsRecord[]>;
  /** Keeps a piece of news; false where the same was kept before. */
  insertNews(news: NewsRecord): Promise<boolean>;
  insertMessage(message: OutboxMessage): Promise<void>;
}

export interface Store extends StoreTransaction {
  transaction<T>(run: (transaction: StoreTransaction) => Promise<T>): Promise<T>;
  /** Payments whose `askAt` has come, the longest waiting first. */
  paymentsToAsk(now: string, limit: number): Promise<Payment[]>;
  findOrderByLink(linkId: string): Promise<OrderRecord | null>;
  /** A page of payments, the newest first; `next` is null on the last one. */
  listPayments(filter: PaymentFilter): Promise<{ payments: Payment[]; next: number | null }>;
  /** Operations that we began by ourselves, written down, not sent yet and due: the longest waiting first. */
  operationsToSend(now: string, limit: number): Promise<Operation[]>;
  /** Operations whose `askAt` has come, the longest waiting first. */
  operationsToAsk(now: string, limit: number): Promise<Operation[]>;
  /** The oldest undelivered message of each order, where it is due. */
  messagesToSend(now: string, limit: number): Promise<OutboxMessage[]>;
  messageDelivered(id: string): Promise<void>;
  messageFailed(id: string, dueAt: string): Promise<void>;
  backlog(): Promise<Backlog>;
  /** Throws where the store cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
