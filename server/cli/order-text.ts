import type { OperationView, OrderEvent, OrderView } from '../contract/merchant-api.ts';
import { codeText } from './payment-text.ts';
import { paymentsTable } from './payments-table.ts';
import { reviewTable } from './review-table.ts';
import { pairs, plain, shortTime, table } from './plain-text.ts';

/** An order with its payments, operations, what needs review, and its timeline. */
export function orderText({ order, allowed, payments, operations, review, events }: OrderView): string {
  const shares = order.split?.map((share): [string, string] => [
    'share',
    `${share.amount} for ${share.subMerchantId}`,
  ]);
  const head = `Order ${plain(order.id)}: ${order.method} of ${order.amount} ${order.currency}\n${pairs([
    ['description', order.description],
    ...(shares ?? []),
    ['payment page', order.url],
    ['created', shortTime(order.createdAt)],
    ['possible now', allowedText(allowed, order.currency)],
  ])}`;
  const parts = [
    head,
    payments.length > 0 ? `Payments\n${paymentsTable(payments)}` : 'No payments yet.\n',
    ...(operations.length > 0 ? [`Operations\n${operationsTable(operations)}`] : []),
    ...(review.length > 0 ? [`Needs review\n${reviewTable(review)}`] : []),
    ...(events.length > 0 ? [`Timeline\n${eventsTable(events)}`] : []),
  ];
  return parts.join('\n');
}

function allowedText(allowed: OrderView['allowed'], currency: string): string {
  const ways = [
    allowed.capture !== null && `capture up to ${allowed.capture} ${currency}`,
    allowed.void && 'void',
    allowed.refund !== null && `refund up to ${allowed.refund} ${currency}`,
    allowed.cancel && 'cancel',
  ];
  return ways.filter((way) => way !== false).join(', ') || 'nothing';
}

function operationsTable(operations: readonly OperationView[]): string {
  const rows = operations.map((one) => [
    shortTime(one.createdAt),
    one.method,
    one.status,
    `${one.amount} ${one.currency}`,
    one.id,
    codeText(one.statusCode, one.statusDescription) ?? '',
  ]);
  return table(['CREATED', 'METHOD', 'STATUS', 'AMOUNT', 'OPERATION', 'CODE'], rows, ['AMOUNT']);
}

function eventsTable(events: readonly OrderEvent[]): string {
  const rows = events.map((event) => [
    shortTime(event.at),
    event.type,
    [event.method, event.status, event.statusCode].filter(Boolean).join(' '),
    [event.source && `by ${event.source}`, event.result].filter(Boolean).join(': '),
    event.operationId ?? event.paymentId ?? '',
    event.comment ?? '',
  ]);
  return table(['AT', 'EVENT', 'STATE', 'SOURCE', 'PAYMENT OR OPERATION', 'COMMENT'], rows);
}
