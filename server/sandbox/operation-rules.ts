import * as field from './fields.ts';
import type { SentFields } from './fields.ts';
import { type Reading, type Table, columnOf, readParameters } from './parameters.ts';
import { looseSplit, splitPayments } from './shares.ts';

const ENDPOINTS = ['capture', 'split/capture', 'void', 'refund', 'split/refund'] as const;

/** Endpoints 3 to 7, by their paths. */
export type OperationEndpoint = (typeof ENDPOINTS)[number];

const amount = field.amount();

/**
 * Interface document, endpoints 3 to 7: the parameter, its need in each of {@link ENDPOINTS}, its type, and what the live
 * gateway accepts instead. The document leaves open what a split capture requires; from elsewhere it is known that amount
 * and split are required.
 */
const PARAMETERS: Table = {
  pos_id: ['R R R R R', field.uuid],
  order_id: ['R R R R R', field.text(32)],
  comment: ['O O O O O', field.text(2048, 0)],
  server_url: ['O O O O O', field.url],
  order_currency: ['R R R R .', field.currency],
  currency: ['. . . . R', field.currency],
  charge_amount: ['O R . . .', amount, field.decimalText(amount)],
  refund_amount: ['. . . O R', amount, field.decimalText(amount)],
  f_receipt_delivery: ['. . . O .', field.oneOf('email', 'sms', 'viber', 'none')],
  split: ['. R . . R', splitPayments, looseSplit],
};

/** The method of an endpoint, and the names of its parameters with the order's currency and the amount. */
export function operationOf(endpoint: OperationEndpoint) {
  const method = endpoint.replace('split/', '') as 'capture' | 'void' | 'refund';
  return {
    method,
    currency: endpoint === 'split/refund' ? 'currency' : 'order_currency',
    amount: method === 'refund' ? 'refund_amount' : 'charge_amount',
  };
}

/**
 * Reads the body of such a request. The live gateway accepts a split capture that calls its currency `currency`, as an
 * SDK does.
 */
export function readOperationBody(body: SentFields, endpoint: OperationEndpoint): Reading {
  const parameters = columnOf(PARAMETERS, ENDPOINTS.indexOf(endpoint));
  const isMisnamed =
    endpoint === 'split/capture' && body['order_currency'] === undefined && body['currency'] !== undefined;
  if (!isMisnamed) return readParameters(body, parameters);
  const reading = readParameters({ ...body, order_currency: body['currency'] }, parameters);
  const missing = { field_name: 'order_currency', violation: 'is required' };
  return { ...reading, violations: [...reading.violations, missing] };
}
