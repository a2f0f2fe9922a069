import {
  daySchema,
  dayReceiptsFaults,
  RECEIPT_FORMATS,
  type ReceiptFault,
  receiptFaults,
} from '../contract/receipts.ts';
import { isUuid } from '../contract/uuid.ts';
import { DAY_METHODS, GATEWAY_METHODS } from '../contract/words.ts';
import type { DayReceiptsRequest, ReceiptRequest } from '../payments/gateway-port.ts';
import {
  isOrderId,
  isReadableOrderId,
  matches,
  refuseViolations,
  type Violation,
  violationsIn,
} from './request-rules.ts';

/**
 * Paths of the endpoints with path parameters (interface 8.1, 9.1, 10.1, 11.1, 12.1). Every parameter is checked, so
 * that it stays one segment of the path.
 */

const isOneOf = (words: readonly unknown[]) => (value: unknown) => words.includes(value);
const isDay = (value: unknown) => daySchema.safeParse(value).success;

/** The violation of a rule that does not hold. */
const unless = (holds: boolean, field: string, rule = 'format'): Violation[] =>
  holds ? [] : [{ field, rule }];

/** Endpoint 8: cancels an unpaid hosted payment. @throws GatewayRequestError for an invalid order id */
export function cancelPath(posId: string, orderId: string): string {
  refuseViolations(violationsIn(orderId, isOrderId, 'order_id'));
  return `/api/v1/pos/${posId}/order/${encodeURIComponent(orderId)}/cancel`;
}

/** Endpoint 9, all accounts or terminals. */
export function balancesPath(posId: string, kind: 'accounts' | 'terminals'): string {
  return `/api/v1/balances/pos/${posId}/${kind}`;
}

/** Endpoint 9, one account or terminal. @throws GatewayRequestError for an id that is no UUID */
export function balancePath(posId: string, kind: 'accounts' | 'terminals', id: string): string {
  refuseViolations(violationsIn(id, isUuid, kind === 'accounts' ? 'account_id' : 'terminal_id'));
  return `${balancesPath(posId, kind)}/${id}`;
}

const asViolation = ({ path, code }: ReceiptFault): Violation => ({ field: path, rule: code });

/**
 * Endpoint 10.
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function receiptPath(posId: string, request: ReceiptRequest): string {
  const { gatewayOrderId, format, transactionId, creditReference = false } = request;
  refuseViolations([
    ...violationsIn(gatewayOrderId, isReadableOrderId, 'order_id'),
    ...violationsIn(format, isOneOf(RECEIPT_FORMATS), 'format'),
    ...unless(transactionId === undefined || isUuid(transactionId), 'transactionId'),
  ]);
  refuseViolations(receiptFaults(request).map(asViolation));
  const query = new URLSearchParams({ format });
  if (transactionId !== undefined) query.set('transactionId', transactionId);
  if (creditReference) query.set('creditReference', 'true');
  return `${orderPath(posId, gatewayOrderId)}/report/receipt?${query}`;
}

/**
 * Endpoint 11.
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function dayReceiptsPath(posId: string, request: DayReceiptsRequest): string {
  const { date, format, method } = request;
  refuseViolations([
    ...violationsIn(date, isDay, 'date'),
    ...violationsIn(format, isOneOf(RECEIPT_FORMATS), 'format'),
    ...unless(method === undefined || isOneOf(DAY_METHODS)(method), 'method'),
  ]);
  refuseViolations(dayReceiptsFaults(request).map(asViolation));
  const query = new URLSearchParams({ format });
  if (method !== undefined) query.set('method', method);
  return `/api/v1/pos/${posId}/date/${date}/report/receipt?${query}`;
}

/**
 * Endpoint 12: returns the state of an operation and sends its webhook again.
 * @param transactionId one transaction of a recurring payment, with `purchase` only
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function operationPath(
  posId: string,
  orderId: string,
  operation: string,
  transactionId?: string,
): string {
  refuseViolations([
    ...violationsIn(orderId, isReadableOrderId, 'order_id'),
    ...violationsIn(operation, isOneOf(GATEWAY_METHODS), 'operation'),
    ...unless(transactionId === undefined || isTransactionId(transactionId), 'transactionId'),
    ...unless(transactionId === undefined || operation === 'purchase', 'transactionId', 'not-sent'),
  ]);
  const query = new URLSearchParams({ callback: 'true' });
  if (transactionId !== undefined) query.set('transactionId', transactionId);
  return `${orderPath(posId, orderId)}/${operation}?${query}`;
}

/** Here a transactionId is a String, not a UUID. */
const isTransactionId = matches(/^[\x21-\x7e]{1,256}$/);

/** All transactions of an order (interface 17.1). @throws GatewayRequestError as above */
export function wholeOrderPath(posId: string, orderId: string): string {
  refuseViolations(violationsIn(orderId, isReadableOrderId, 'order_id'));
  return orderPath(posId, orderId);
}

function orderPath(posId: string, orderId: string): string {
  return `/api/v1/pos/${posId}/orders/${encodeURIComponent(orderId)}`;
}
