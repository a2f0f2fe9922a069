import type { CustomerField, PaymentMode } from '../contract/checkout-api.ts';
import { parseAmount } from '../contract/money.ts';
import type { Customer } from '../contract/customer.ts';
import type { Order } from '../contract/order.ts';
import type { FieldError } from '../contract/problem.ts';

const TAX_ID_ABOVE = parseAmount('30000', 'UAH') ?? 0;

/**
 * What the gateway requires of the customer for this order and mode and the token does not state
 * (interface document, Create payment: parameter table and rules 3 and 4).
 */
export function customerFieldsFor(order: Order, mode: PaymentMode): CustomerField[] {
  return required(order, mode).filter((field) => order.customer[field] === undefined);
}

/** The required fields that neither the token nor the customer has given. */
export function missingFields(order: Order, mode: PaymentMode, customer: Customer): FieldError[] {
  return customerFieldsFor(order, mode)
    .filter((field) => customer[field] === undefined)
    .map((field) => ({ path: `customer.${field}`, code: 'required' }));
}

function required(order: Order, mode: PaymentMode): CustomerField[] {
  if (order.method === 'lookup') return [];
  const names = mode === 'direct' || order.rules.microfinance || order.rules.igaming;
  return [
    ...(names ? (['firstName', 'lastName'] as const) : []),
    'email',
    'phone',
    ...(order.rules.microfinance ? microfinance(order) : []),
  ];
}

function microfinance(order: Order): CustomerField[] {
  if (order.currency === 'UAH' && order.amountMinor > TAX_ID_ABOVE) return ['taxId'];
  return order.customer.taxId === undefined ? ['birthday'] : [];
}
