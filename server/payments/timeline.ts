import type { OrderEvent } from '../contract/merchant-api.ts';
import { formatAmount } from '../contract/money.ts';
import type { Operation, OrderRecord, Payment } from './payment.ts';
import type { NewsRecord } from './store-port.ts';

/** A payment and what came of it. */
export interface PaymentHistory {
  payment: Payment;
  operations: readonly Operation[];
  news: readonly NewsRecord[];
}

const BLANK: Omit<OrderEvent, 'at' | 'type'> = {
  paymentId: null,
  operationId: null,
  source: null,
  verdict: null,
  method: null,
  status: null,
  statusCode: null,
  transactionId: null,
  amount: null,
  comment: null,
};

const RANK: Record<OrderEvent['type'], number> = {
  'order.created': 0,
  'payment.created': 1,
  'operation.created': 2,
  news: 3,
};

/** What has happened to an order, oldest first; at the same time what was begun stands before what came of it. */
export function timelineOf(order: OrderRecord, histories: readonly PaymentHistory[]): OrderEvent[] {
  const events: OrderEvent[] = [
    { ...BLANK, at: order.createdAt, type: 'order.created', method: order.method },
    ...histories.flatMap(({ payment, operations, news }) => [
      {
        ...BLANK,
        at: payment.createdAt,
        type: 'payment.created' as const,
        paymentId: payment.id,
        method: payment.method,
      },
      ...operations.map(operationEvent),
      ...news.map((one) => newsEvent(one, payment)),
    ]),
  ];
  return events.sort((one, other) => compare(one.at, other.at) || RANK[one.type] - RANK[other.type]);
}

function operationEvent({ createdAt, paymentId, id, method, comment }: Operation): OrderEvent {
  return { ...BLANK, at: createdAt, type: 'operation.created', paymentId, operationId: id, method, comment };
}

function newsEvent(news: NewsRecord, { currency }: Payment): OrderEvent {
  const { at, paymentId, operationId, source, verdict, method, status, statusCode, transactionId } = news;
  const about = { paymentId, operationId, source, verdict, method, status, statusCode, transactionId };
  const amount = news.amountMinor === null ? null : formatAmount(news.amountMinor, currency);
  return { at, type: 'news', ...about, amount, comment: commentOf(news) };
}

/** Of what a person decided the body holds his reason; of other news it holds what nobody needs to see. */
function commentOf({ source, body }: NewsRecord): string | null {
  if (source !== 'person' || body === null) return null;
  return (JSON.parse(body) as { comment: string }).comment;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
