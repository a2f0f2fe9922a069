import type { Selectable } from 'kysely';
import type { Operation, OrderRecord, Payment } from '../payments/payment.ts';
import type { Share } from '../payments/ports.ts';
import type { NewsRecord } from '../payments/store-port.ts';
import type { Schema } from './schema.ts';
import type { Seal } from './seal.ts';

/** Between the rows of the tables and what the rules of payment know. */

export function toRow(payment: Payment) {
  return { ...payment, split: splitText(payment.split), blocking: payment.blocking ? 1 : 0 };
}

export function toPayment(row: Selectable<Schema['payments']>): Payment {
  return {
    id: row.id,
    orderId: row.orderId,
    gatewayOrderId: row.gatewayOrderId,
    mode: row.mode,
    method: row.method,
    amountMinor: row.amountMinor,
    currency: row.currency,
    split: splitOf(row.split),
    status: row.status,
    statusCode: row.statusCode,
    statusDescription: row.statusDescription,
    settledBy: row.settledBy,
    blocking: row.blocking === 1,
    held: row.held,
    paidMinor: row.paidMinor,
    actionUrl: row.actionUrl,
    cardMask: row.cardMask,
    receiptUrl: row.receiptUrl,
    gatewayPaymentId: row.gatewayPaymentId,
    gatewayTransactionId: row.gatewayTransactionId,
    returnUrl: row.returnUrl,
    idempotencyKey: row.idempotencyKey,
    requestHash: row.requestHash,
    askAt: row.askAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toOperationRow(operation: Operation) {
  return { ...operation, split: splitText(operation.split) };
}

export function toOperation(row: Selectable<Schema['operations']>): Operation {
  return {
    id: row.id,
    paymentId: row.paymentId,
    method: row.method,
    amountMinor: row.amountMinor,
    currency: row.currency,
    split: splitOf(row.split),
    status: row.status,
    statusCode: row.statusCode,
    statusDescription: row.statusDescription,
    settledBy: row.settledBy,
    origin: row.origin,
    comment: row.comment,
    receiptUrl: row.receiptUrl,
    gatewayOperationId: row.gatewayOperationId,
    guessed: row.guessed,
    held: row.held,
    idempotencyKey: row.idempotencyKey,
    requestHash: row.requestHash,
    sentAt: row.sentAt,
    askAt: row.askAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toOrderRow(order: OrderRecord, seal: Seal) {
  const token = order.token && seal.seal(order.token, tokenPlace(order));
  return { ...order, token, split: splitText(order.split) };
}

export function toOrder(row: Selectable<Schema['orders']>, seal: Seal): OrderRecord {
  return {
    id: row.id,
    amountMinor: row.amountMinor,
    currency: row.currency,
    description: row.description,
    method: row.method,
    split: splitOf(row.split),
    token: row.token && seal.open(row.token, tokenPlace(row)),
    linkId: row.linkId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toNewsRow(news: NewsRecord, seal: Seal): NewsRecord {
  return { ...news, body: news.body && seal.seal(news.body, bodyPlace(news)) };
}

export function toNews(row: Selectable<Schema['news']>, seal: Seal): NewsRecord {
  return {
    id: row.id,
    paymentId: row.paymentId,
    operationId: row.operationId,
    source: row.source,
    hash: row.hash,
    verdict: row.verdict,
    method: row.method,
    status: row.status,
    statusCode: row.statusCode,
    transactionId: row.transactionId,
    amountMinor: row.amountMinor,
    body: row.body && seal.open(row.body, bodyPlace(row)),
    at: row.at,
  };
}

const tokenPlace = ({ id }: { id: string }) => `orders.token:${id}`;
const bodyPlace = ({ id }: { id: string }) => `news.body:${id}`;

function splitText(split: readonly Share[] | null): string | null {
  return split && JSON.stringify(split);
}

function splitOf(text: string | null): Share[] | null {
  return text === null ? null : (JSON.parse(text) as Share[]);
}
