import type { PaymentView } from '../contract/checkout-api.ts';
import type {
  OperationView,
  OrderEvent,
  OrderView,
  ReviewView,
  ShareView,
} from '../contract/merchant-api.ts';
import { pairs, plain, shortTime, table } from './text.ts';

/** How payments, operations and orders are shown. */

/** A payment in a few lines. */
export function paymentText(payment: PaymentView): string {
  const { orderId, method, mode, status, statusCode, statusDescription } = payment;
  return `${method} of order ${orderId}: ${status}\n${pairs([
    ['amount', `${payment.amount} ${payment.currency}`],
    ['code', codeText(statusCode, statusDescription)],
    ['payment', payment.id],
    ['mode', mode],
    ['card', payment.cardMask],
    ['receipt', payment.receiptUrl],
    ['updated', shortTime(payment.updatedAt)],
  ])}`;
}

const MEANING: Readonly<Record<OperationView['status'], string>> = {
  success: 'done',
  failure: 'refused by the gateway; no money moved',
  pending: 'in progress at the gateway; a webhook will report the outcome',
  init: 'in progress at the gateway; a webhook will report the outcome',
  unknown: 'not known yet: the gateway gave no valid response. The companion keeps polling',
};

/** An operation in a few lines. */
export function operationText(operation: OperationView): string {
  const { method, orderId, status, statusCode, statusDescription } = operation;
  return `${method} of order ${orderId}: ${status} (${MEANING[status]})\n${pairs([
    ['amount', `${operation.amount} ${operation.currency}`],
    ...shareLines(operation.split),
    ['code', codeText(statusCode, statusDescription)],
    ['operation', operation.id],
    ['payment', operation.paymentId],
    ['comment', operation.comment],
    ['receipt', operation.receiptUrl],
    ['updated', shortTime(operation.updatedAt)],
  ])}`;
}

/** Payments, one per line. */
export function paymentsTable(payments: readonly PaymentView[]): string {
  const rows = payments.map((payment) => [
    shortTime(payment.createdAt),
    payment.orderId,
    `${payment.method}/${payment.mode}`,
    payment.status,
    `${payment.amount} ${payment.currency}`,
    payment.id,
    codeText(payment.statusCode, payment.statusDescription) ?? '',
  ]);
  return table(['CREATED', 'ORDER', 'METHOD', 'STATUS', 'AMOUNT', 'PAYMENT', 'CODE'], rows, ['AMOUNT']);
}

/** What needs review, one per line. */
export function reviewTable(items: readonly ReviewView[]): string {
  const rows = items.map((item) => [
    shortTime(item.since),
    item.orderId,
    item.field ? `${item.reason} (${item.field})` : item.reason,
    item.operationId ?? item.paymentId,
    item.calls.join(', '),
  ]);
  return table(['SINCE', 'ORDER', 'REASON', 'PAYMENT OR OPERATION', 'RESOLVED BY'], rows);
}

/** An order with its payments, operations, what needs review, and its timeline. */
export function orderText({ order, allowed, payments, operations, review, events }: OrderView): string {
  const head = `Order ${plain(order.id)}: ${order.method} of ${order.amount} ${order.currency}\n${pairs([
    ['description', order.description],
    ...shareLines(order.split),
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

const shareLines = (shares: readonly ShareView[] | null): [string, string][] =>
  (shares ?? []).map((share) => ['share', `${share.amount} for ${share.subMerchantId}`]);

/** "4009 insufficient funds", or null if there is neither. */
function codeText(code: string | null, description: string | null): string | null {
  return [code, description].filter(Boolean).join(' ') || null;
}
