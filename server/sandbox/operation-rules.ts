import {
  OPERATION_PARAMETERS,
  type OperationEndpoint,
  type OperationParameter,
  type SentFields,
} from '../contract/gateway-parameters.ts';
import type { OperationMethod } from '../contract/words.ts';
import { decimalText, looseSplit } from './fields.ts';
import { type LiveTable, type Reading, readParameters } from './parameters.ts';

const LIVE: LiveTable<OperationParameter> = {
  charge_amount: { tolerance: decimalText },
  refund_amount: { tolerance: decimalText },
  split: { tolerance: looseSplit },
};

/** The method of an endpoint, and the names of its parameters with the order's currency and the amount. */
export function operationOf(endpoint: OperationEndpoint) {
  const method = endpoint.replace('split/', '') as OperationMethod;
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
  const parameters = OPERATION_PARAMETERS[endpoint];
  const isMisnamed =
    endpoint === 'split/capture' && body['order_currency'] === undefined && body['currency'] !== undefined;
  if (!isMisnamed) return readParameters(body, parameters, LIVE);
  const reading = readParameters({ ...body, order_currency: body['currency'] }, parameters, LIVE);
  const missing = { field_name: 'order_currency', violation: 'is required' };
  return { ...reading, violations: [...reading.violations, missing] };
}
