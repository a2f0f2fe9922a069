import { maskOf } from '../contract/card.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import type { WebhookEvent } from '../contract/webhook.ts';
import type { GatewayPayment } from '../payments/ports.ts';
import { safeUrl } from './safe-url.ts';
import { scrubCardNumbers } from './scrub.ts';

const STATUSES: readonly unknown[] = ['init', 'pending', 'success', 'failure'];

/**
 * Reads a payment or operation object as the gateway sends it: unknown fields are ignored, any but order_id,
 * method and status may be null or missing, and either spelling is taken (`currency`, `order_currency`).
 * Returns null for what is no payment: without those three, or with a status that the document does not know.
 */
export function readPayment(value: unknown): GatewayPayment | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const wire = value as Readonly<Record<string, unknown>>;
  const { order_id: gatewayOrderId, method, status } = wire;
  if (typeof gatewayOrderId !== 'string' || gatewayOrderId === '') return null;
  if (typeof method !== 'string' || method === '' || !isStatus(status)) return null;
  const currency = text(wire['currency']) ?? text(wire['order_currency']);
  const description = text(wire['status_description']);
  const required = wire['user_action_required'];
  const actionRequired = typeof required === 'boolean' ? required : null;
  return {
    posId: text(wire['pos_id']),
    gatewayOrderId,
    gatewayPaymentId: text(wire['payment_id']),
    operationId: text(wire['operation_id']),
    transactionId: text(wire['transaction_id']),
    mode: text(wire['mode']),
    method,
    amountMinor: currency === null ? null : fromGatewayAmount(wire['amount'], currency),
    currency,
    status,
    statusCode: text(wire['status_code']),
    statusDescription: description === null ? null : scrubCardNumbers(description),
    actionUrl: actionRequired ? safeUrl(wire['user_action_url']) : null,
    actionRequired,
    cardMask: readMask(wire['cc_mask']),
    receiptUrl: safeUrl(wire['receipt_url']),
  };
}

/**
 * A webhook's event as a payment. An event says nothing of the customer's action: `actionRequired` is false.
 * @throws TypeError for a status that the document does not know; `readWebhook` lets no such event through
 */
export function fromWebhookEvent(event: WebhookEvent): GatewayPayment {
  const payment = readPayment(event);
  if (!payment) throw new TypeError('The event is no payment');
  return payment;
}

/**
 * Endpoint 12 answers one object, or an array where the gateway lists the transactions of an order. Of an array
 * the latest element of the operation asked for counts; where times are equal or missing, the last one. A failure
 * for "order id exists" (4119) is about a try to make the payment once more: it counts only where nothing else does.
 */
export function readOperationAnswer(value: unknown, operation: string): GatewayPayment | null {
  if (!Array.isArray(value)) return readPayment(value);
  const elements = (value as readonly unknown[]).map((element) => (element ?? {}) as Record<string, unknown>);
  const ofOperation = elements.filter((element) => element['method'] === operation);
  const others = ofOperation.filter((element) => String(element['status_code']) !== '4119');
  let latest: Record<string, unknown> | undefined;
  for (const element of others.length > 0 ? others : ofOperation) {
    if (!latest || timeOf(element['created_at']) >= timeOf(latest['created_at'])) latest = element;
  }
  return readPayment(latest);
}

/** Milliseconds of a TIMESTAMP: no zone means UTC. */
function timeOf(value: unknown): number {
  if (typeof value !== 'string') return Number.NEGATIVE_INFINITY;
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value : `${value}Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/** Text, or a number as text; null for anything else and for nothing. */
function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A mask that is none would put a card number into the store: it is masked here. */
function readMask(value: unknown): string | null {
  const mask = text(value);
  if (mask === null || scrubCardNumbers(mask) === mask) return mask;
  return maskOf(mask.replaceAll(/\D/g, ''));
}

function isStatus(value: unknown): value is GatewayPayment['status'] {
  return STATUSES.includes(value);
}
