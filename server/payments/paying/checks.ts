import { brandOf, cvvFault, expiryFault, numberFault } from '../../contract/card.ts';
import type { AskedCustomer } from '../../contract/checkout-api.ts';
import type { CustomerField } from '../../contract/customer-inputs.ts';
import { checkedCustomer, type Customer } from '../../contract/customer.ts';
import { requiredCustomer, variantOf } from '../../contract/gateway-parameters.ts';
import type { Order } from '../../contract/order.ts';
import { type FieldError, ProblemError } from '../../contract/problem.ts';
import { PAYMENT_MODES, type PaymentMode } from '../../contract/words.ts';
import type { Card } from '../gateway-port.ts';
import type { PaymentConfig } from '../ports.ts';

/** The settings that decide whether an order can be paid here. */
type Offered = Pick<PaymentConfig, 'direct' | 'subMerchants'>;

/**
 * The modes in which an order may be paid, preferred first: those that the companion has enabled, narrowed by the
 * order.
 */
export function modesFor(order: Order, config: Pick<PaymentConfig, 'direct'>): PaymentMode[] {
  return enabledFor(order, config).filter((mode) => order.modes?.includes(mode) ?? true);
}

function enabledFor({ method }: Order, { direct }: Pick<PaymentConfig, 'direct'>): PaymentMode[] {
  if (direct) return [...PAYMENT_MODES];
  // A hosted lookup requires the card too (interface 1.6), so it needs a page on which cards may be typed.
  return method === 'lookup' ? [] : ['hosted'];
}

/** @throws ProblemError `order-unsupported` if the order cannot be paid here in any way */
export function requireSupported(order: Order, config: Offered): void {
  const unknown = unknownSubMerchants(order.split, config);
  if (unknown.length > 0) {
    throw new ProblemError('order-unsupported', 'The order names an unknown sub-merchant.', unknown);
  }
  if (modesFor(order, config).length > 0) return;
  const why =
    order.method === 'lookup'
      ? 'Verifying a card requires direct card entry, which is disabled here.'
      : 'The order allows only direct payments, which are disabled here.';
  throw new ProblemError('order-unsupported', why);
}

/** @throws ProblemError `mode-not-allowed`, `order-unsupported` */
export function requireMode(order: Order, mode: PaymentMode, config: Offered): void {
  requireSupported(order, config);
  if (!modesFor(order, config).includes(mode)) throw new ProblemError('mode-not-allowed');
}

/**
 * The shares of unknown sub-merchants, if the settings list the sub-merchants of the gateway's project. Paths are as in
 * a request: `split.0.subMerchantId`.
 */
export function unknownSubMerchants(
  split: readonly { subMerchantId: string }[] | null | undefined,
  { subMerchants }: Pick<PaymentConfig, 'subMerchants'>,
): FieldError[] {
  if (!subMerchants || !split) return [];
  const known = new Set(subMerchants.map((id) => id.toLowerCase()));
  return split.flatMap(({ subMerchantId }, index) =>
    known.has(subMerchantId.toLowerCase())
      ? []
      : [{ path: `split.${index}.subMerchantId`, code: 'unknown-sub-merchant' }],
  );
}

/**
 * The customer fields that the gateway requires for this order and mode, and that the token does not contain in a
 * usable form (interface 1.3, 1.4, 1.7, 1.8).
 */
export function customerFieldsFor(order: Order, mode: PaymentMode): CustomerField[] {
  return missing(order, mode, order.customer);
}

/**
 * The customer of a payment: what the token states, and what was typed besides. A typed field that cannot be used counts as
 * missing, and as nothing where the gateway does not require it.
 */
export function customerFor(
  order: Order,
  mode: PaymentMode,
  typed: AskedCustomer,
): { customer: Customer; errors: FieldError[] } {
  const { customer: usable, faults } = checkedCustomer(typed);
  const customer = { ...usable, ...order.customer };
  const errors = missing(order, mode, customer).map((field) => ({
    path: `customer.${field}`,
    code: faults[field] ?? 'required',
  }));
  return { customer, errors };
}

/**
 * The gateway requires no names for a hosted split purchase in any sector (interface 2.2). The form still asks for
 * them where other hosted payments need them (interface 1.7): asking for more is safe.
 */
function missing(order: Order, mode: PaymentMode, customer: Customer): CustomerField[] {
  const { amountMinor, currency, rules } = order;
  const terms = { amountMinor, currency, ...rules, hasTaxId: customer.taxId !== undefined };
  const required = requiredCustomer(variantOf(false, mode, order.method), terms);
  return required.filter((field) => customer[field] === undefined);
}

/** The page's checks again (interface 1.9): number, accepted brands, expiry, CVV. */
export function cardErrors(card: Card, order: Order, now: Date): FieldError[] {
  const faults = [
    { path: 'card.number', code: numberFault(card.number, order.brands) },
    { path: 'card.expYear', code: expiryFault(card.expMonth, card.expYear, now) },
    { path: 'card.cvv', code: cvvFault(card.cvv, brandOf(card.number)) },
  ];
  return faults.flatMap(({ path, code }) => (code ? [{ path, code }] : []));
}
