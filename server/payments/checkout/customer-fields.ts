import type { CustomerField, PaymentMode } from '../../contract/checkout-api.ts';
import { parseAmount } from '../../contract/money.ts';
import type { Customer } from '../../contract/customer.ts';
import type { Order } from '../../contract/order.ts';
import type { FieldError } from '../../contract/problem.ts';

const TAX_ID_ABOVE = parseAmount('30000', 'UAH') ?? 0;

/**
 * What the gateway requires of the customer for this order and mode and the token does not state
 * (interface document, Create payment: parameter table and rules 3 and 4).
 */
export function customerFieldsFor(order: Order, mode: PaymentMode): CustomerField[] {
  return missing(order, mode, order.customer);
}

/**
 * The required fields that neither the token nor the customer has given.
 * @param customer what both have given
 */
export function missingFields(order: Order, mode: PaymentMode, customer: Customer): FieldError[] {
  return missing(order, mode, customer).map((field) => ({ path: `customer.${field}`, code: 'required' }));
}

function missing(order: Order, mode: PaymentMode, customer: Customer): CustomerField[] {
  return required(order, mode, customer).filter((field) => customer[field] === undefined);
}

/**
 * Of a hosted split purchase the gateway asks no names in any sector: its table makes them optional (interface
 * document, endpoint 2), and the client sends it without. The form goes on asking them where rule 3 asks them of any
 * other hosted payment: asking more is safe.
 */
function required(order: Order, mode: PaymentMode, customer: Customer): CustomerField[] {
  if (order.method === 'lookup') return [];
  const names = mode === 'direct' || order.rules.microfinance || order.rules.igaming;
  return [
    ...(names ? (['firstName', 'lastName'] as const) : []),
    'email',
    'phone',
    ...(order.rules.microfinance ? microfinance(order, customer) : []),
  ];
}

function microfinance(order: Order, customer: Customer): CustomerField[] {
  if (order.currency === 'UAH' && order.amountMinor > TAX_ID_ABOVE) return ['taxId'];
  return customer.taxId === undefined ? ['birthday'] : [];
}
