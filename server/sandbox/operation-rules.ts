import * as field from './fields.ts';
import type { Check, SentFields } from './fields.ts';
import { type Parameter, type Reading, readParameters } from './parameters.ts';
import { looseSplit, splitPayments } from './shares.ts';

/** Endpoints 3 to 7, by their paths. */
export type OperationEndpoint = 'capture' | 'split/capture' | 'void' | 'refund' | 'split/refund';

interface Rules {
  method: 'capture' | 'void' | 'refund';
  /** the parameter with the currency of the original order */
  currency: 'currency' | 'order_currency';
  /** the parameter with the amount */
  amount: 'charge_amount' | 'refund_amount' | null;
  parameters: Readonly<Record<string, Parameter>>;
}

const required = (check: Check): Parameter => ({ need: 'R', check });
const optional = (check: Check): Parameter => ({ need: 'O', check });
const amount = (need: 'R' | 'O', currencyField: 'currency' | 'order_currency'): Parameter => {
  const check = field.amount({ currencyField });
  return { need, check, tolerance: field.decimalText(check) };
};
const split = (currencyField: 'currency' | 'order_currency'): Parameter => ({
  need: 'R',
  check: splitPayments(currencyField),
  tolerance: looseSplit(currencyField),
});

const currency = required(field.currency);
const common = {
  pos_id: required(field.uuid),
  order_id: required(field.text(32)),
  comment: optional(field.text(2048, 0)),
  server_url: optional(field.url),
};

/** Interface document, endpoints 3 to 7: the parameters of each, and whether they are required. */
export const OPERATIONS: Readonly<Record<OperationEndpoint, Rules>> = {
  capture: {
    method: 'capture',
    currency: 'order_currency',
    amount: 'charge_amount',
    parameters: { ...common, order_currency: currency, charge_amount: amount('O', 'order_currency') },
  },
  // The document leaves open what is required here; from elsewhere it is known that both are.
  'split/capture': {
    method: 'capture',
    currency: 'order_currency',
    amount: 'charge_amount',
    parameters: {
      ...common,
      order_currency: currency,
      charge_amount: amount('R', 'order_currency'),
      split: split('order_currency'),
    },
  },
  void: {
    method: 'void',
    currency: 'order_currency',
    amount: null,
    parameters: { ...common, order_currency: currency },
  },
  refund: {
    method: 'refund',
    currency: 'order_currency',
    amount: 'refund_amount',
    parameters: {
      ...common,
      order_currency: currency,
      refund_amount: amount('O', 'order_currency'),
      f_receipt_delivery: optional(field.oneOf('email', 'sms', 'viber', 'none')),
    },
  },
  'split/refund': {
    method: 'refund',
    currency: 'currency',
    amount: 'refund_amount',
    parameters: {
      ...common,
      currency,
      refund_amount: amount('R', 'currency'),
      split: split('currency'),
    },
  },
};

/**
 * Reads the body of such a request. The live gateway tolerates a split capture that calls its currency `currency`, as an
 * SDK does.
 */
export function readOperationBody(body: SentFields, endpoint: OperationEndpoint): Reading {
  const { parameters } = OPERATIONS[endpoint];
  if (endpoint !== 'split/capture' || body['order_currency'] !== undefined) {
    return readParameters(body, parameters);
  }
  const reading = readParameters({ ...body, order_currency: body['currency'] }, parameters);
  const missing = { field_name: 'order_currency', violation: 'is required' };
  const isTolerated = body['currency'] !== undefined;
  return isTolerated ? { ...reading, violations: [...reading.violations, missing] } : reading;
}
