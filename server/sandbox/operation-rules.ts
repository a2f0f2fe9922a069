import * as field from './fields.ts';
import type { Check } from './fields.ts';
import type { Violation } from './refusal.ts';
import { splitPayments } from './shares.ts';

/** Endpoints 3 to 7, by their paths. */
export type OperationEndpoint = 'capture' | 'split/capture' | 'void' | 'refund' | 'split/refund';

interface Rules {
  method: 'capture' | 'void' | 'refund';
  /** the parameter that names the currency of the original order */
  currency: 'currency' | 'order_currency';
  /** the parameter that names the amount */
  amount: 'charge_amount' | 'refund_amount' | null;
  parameters: Readonly<Record<string, readonly [need: 'R' | 'O', check: Check]>>;
}

const uuid = ['R', field.uuid] as const;
const orderId = ['R', field.text(32)] as const;
const currency = ['R', field.currency] as const;
const comment = ['O', field.text(2048, 0)] as const;
const url = ['O', field.url] as const;
const common = { pos_id: uuid, order_id: orderId, comment, server_url: url } as const;
const positive = field.amount({ currencyField: 'order_currency' });

/** Interface document, endpoints 3 to 7: what each takes, and whether it is required. */
export const OPERATIONS: Readonly<Record<OperationEndpoint, Rules>> = {
  capture: {
    method: 'capture',
    currency: 'order_currency',
    amount: 'charge_amount',
    parameters: { ...common, order_currency: currency, charge_amount: ['O', positive] },
  },
  // The document leaves open what is required here; known from beyond it: both.
  'split/capture': {
    method: 'capture',
    currency: 'order_currency',
    amount: 'charge_amount',
    parameters: {
      ...common,
      order_currency: currency,
      charge_amount: ['R', positive],
      split: ['R', splitPayments('order_currency')],
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
      refund_amount: ['O', positive],
      f_receipt_delivery: ['O', field.oneOf('email', 'sms', 'viber', 'none')],
    },
  },
  'split/refund': {
    method: 'refund',
    currency: 'currency',
    amount: 'refund_amount',
    parameters: {
      ...common,
      currency,
      refund_amount: ['R', field.amount()],
      split: ['R', splitPayments('currency')],
    },
  },
};

/** Everything that is wrong with the body of such a request. */
export function operationViolations(
  body: Readonly<Record<string, unknown>>,
  endpoint: OperationEndpoint,
): Violation[] {
  const { parameters } = OPERATIONS[endpoint];
  const missing = Object.entries(parameters)
    .filter(([parameter, [need]]) => need === 'R' && body[parameter] === undefined)
    .map(([parameter]) => ({ field_name: parameter, violation: 'is required' }));
  const wrong = Object.entries(body).flatMap(([parameter, value]) => {
    const check = Object.hasOwn(parameters, parameter) ? parameters[parameter]?.[1] : undefined;
    const violation = check ? check(value, body) : 'unknown parameter';
    return violation ? [{ field_name: parameter, violation }] : [];
  });
  return [...missing, ...wrong];
}
