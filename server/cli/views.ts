import type { PaymentView } from '../contract/checkout-api.ts';
import type {
  OperationView,
  OrderEvent,
  OrderView,
  ReviewCall,
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
  return table(
    payments,
    {
      CREATED: ({ createdAt }) => shortTime(createdAt),
      ORDER: ({ orderId }) => orderId,
      METHOD: ({ method, mode }) => `${method}/${mode}`,
      STATUS: ({ status }) => status,
      AMOUNT: ({ amount, currency }) => `${amount} ${currency}`,
      PAYMENT: ({ id }) => id,
      CODE: ({ statusCode, statusDescription }) => codeText(statusCode, statusDescription),
    },
    ['AMOUNT'],
  );
}

/** What needs review, one per line. */
export function reviewTable(items: readonly ReviewView[]): string {
  return table(items, {
    SINCE: ({ since }) => shortTime(since),
    ORDER: ({ orderId }) => orderId,
    REASON: ({ reason, field }) => (field ? `${reason} (${field})` : reason),
    'PAYMENT OR OPERATION': ({ operationId, paymentId }) => operationId ?? paymentId,
    'RESOLVED BY': ({ calls }) => calls.map(callText).join(', '),
  });
}

const callText = ({ method, path, body, shares }: ReviewCall): string =>
  [
    `${method} ${path}`,
    ...(body ? [JSON.stringify(body)] : []),
    ...(shares ?? []).map(({ subMerchantId, amount }) => `(at most ${amount} of ${subMerchantId})`),
  ].join(' ');

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
  return ways.filter((way) => way !== false).join(', ') || 'no operation';
}

function operationsTable(operations: readonly OperationView[]): string {
  return table(
    operations,
    {
      CREATED: ({ createdAt }) => shortTime(createdAt),
      METHOD: ({ method }) => method,
      STATUS: ({ status }) => status,
      AMOUNT: ({ amount, currency }) => `${amount} ${currency}`,
      OPERATION: ({ id }) => id,
      CODE: ({ statusCode, statusDescription }) => codeText(statusCode, statusDescription),
    },
    ['AMOUNT'],
  );
}

function eventsTable(events: readonly OrderEvent[]): string {
  return table(events, {
    AT: ({ at }) => shortTime(at),
    EVENT: ({ type }) => type,
    STATE: ({ method, status, statusCode }) => [method, status, statusCode].filter(Boolean).join(' '),
    SOURCE: ({ source, result }) => [source && `by ${source}`, result].filter(Boolean).join(': '),
    'PAYMENT OR OPERATION': ({ operationId, paymentId }) => operationId ?? paymentId,
    COMMENT: ({ comment }) => comment,
  });
}

const shareLines = (shares: readonly ShareView[] | null): [string, string][] =>
  (shares ?? []).map((share) => ['share', `${share.amount} for ${share.subMerchantId}`]);

/** "4009 insufficient funds", or null if there is neither. */
function codeText(code: string | null, description: string | null): string | null {
  return [code, description].filter(Boolean).join(' ') || null;
}
