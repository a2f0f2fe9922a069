import { isUuid } from '../contract/uuid.ts';
import type { DayReceiptsRequest, ReceiptRequest } from '../payments/ports/gateway.ts';
import { isDate, isOrderId, isReadableOrderId, matches } from './request-rules.ts';
import { refuseViolations, type Violation } from './request-rules.ts';

/**
 * Paths of the endpoints that carry their parameters there (interface document, endpoints 8 to 12). Whatever comes
 * from outside is checked and stays one piece of the path.
 */

/** Kinds of operation (METHOD). */
const METHODS = new Set(['auth', 'purchase', 'lookup', 'capture', 'void', 'refund', 'credit', 'p2p']);

const check = (holds: boolean, field: string, rule = 'format'): Violation[] =>
  holds ? [] : [{ field, rule }];

/** Endpoint 8: cancels an unpaid hosted payment. @throws GatewayRequestError for an order id that cannot be one */
export function cancelPath(posId: string, orderId: string): string {
  refuseViolations(check(isOrderId(orderId), 'order_id'));
  return `/api/v1/pos/${posId}/order/${encodeURIComponent(orderId)}/cancel`;
}

/** Endpoint 9. @throws GatewayRequestError for an id that is no UUID */
export function balancesPath(posId: string, kind: 'accounts' | 'terminals', id?: string): string {
  const all = `/api/v1/balances/pos/${posId}/${kind}`;
  if (id === undefined) return all;
  refuseViolations(check(isUuid(id), kind === 'accounts' ? 'account_id' : 'terminal_id'));
  return `${all}/${id}`;
}

const FORMATS = new Set(['html', 'pdf', 'signed_pdf']);

/**
 * Endpoint 10. A credit reference is `signed_pdf` with `creditReference`, of one credit transaction; neither of the
 * two goes without the other.
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function receiptPath(posId: string, request: ReceiptRequest): string {
  const { gatewayOrderId, format, transactionId, creditReference = false } = request;
  refuseViolations([
    ...check(isReadableOrderId(gatewayOrderId), 'order_id'),
    ...check(FORMATS.has(format), 'format'),
    ...check(transactionId === undefined || isUuid(transactionId), 'transactionId'),
    ...check(typeof creditReference === 'boolean', 'creditReference'),
  ]);
  refuseViolations([
    ...check(creditReference || format !== 'signed_pdf', 'creditReference', 'required'),
    ...check(!creditReference || format === 'signed_pdf', 'format', 'signed-pdf-for-credit-references'),
    ...check(!creditReference || transactionId !== undefined, 'transactionId', 'required'),
  ]);
  const query = new URLSearchParams({ format });
  if (transactionId !== undefined) query.set('transactionId', transactionId);
  if (creditReference) query.set('creditReference', 'true');
  return `${orderPath(posId, gatewayOrderId)}/report/receipt?${query}`;
}

const DAY_METHODS = new Set(['purchase', 'auth', 'credit']);

/**
 * Endpoint 11. Credit references of a day are `signed_pdf` with the method `credit`.
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function dayReceiptsPath(posId: string, { date, format, method }: DayReceiptsRequest): string {
  refuseViolations([
    ...check(isDate(date), 'date'),
    ...check(FORMATS.has(format), 'format'),
    ...check(method === undefined || DAY_METHODS.has(method), 'method'),
    ...check(format !== 'signed_pdf' || method === 'credit', 'method', 'credit-for-signed-pdf'),
  ]);
  const query = new URLSearchParams({ format });
  if (method !== undefined) query.set('method', method);
  return `/api/v1/pos/${posId}/date/${date}/report/receipt?${query}`;
}

/**
 * Endpoint 12: answers the state of an operation and sends its webhook again.
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
    ...check(isReadableOrderId(orderId), 'order_id'),
    ...check(METHODS.has(operation), 'operation'),
    ...check(transactionId === undefined || isTransactionId(transactionId), 'transactionId'),
    ...check(transactionId === undefined || operation === 'purchase', 'transactionId', 'not-sent'),
  ]);
  const query = new URLSearchParams({ callback: 'true' });
  if (transactionId !== undefined) query.set('transactionId', transactionId);
  return `${orderPath(posId, orderId)}/${operation}?${query}`;
}

/** Here a transactionId is a String, not a UUID. */
const isTransactionId = matches(/^[\x21-\x7e]{1,256}$/);

/** All transactions of an order (known from beyond the document). @throws GatewayRequestError as above */
export function wholeOrderPath(posId: string, orderId: string): string {
  refuseViolations(check(isReadableOrderId(orderId), 'order_id'));
  return orderPath(posId, orderId);
}

function orderPath(posId: string, orderId: string): string {
  return `/api/v1/pos/${posId}/orders/${encodeURIComponent(orderId)}`;
}
