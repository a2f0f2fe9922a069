import { brandOf, cvvFault, expiryFault, numberFault } from '../../contract/card.ts';
import type { Order } from '../../contract/order.ts';
import type { FieldError } from '../../contract/problem.ts';
import type { Card } from '../ports/gateway.ts';

/** The page's checks once more (interface document, Create payment, rule 5): number, accepted brands, expiry, CVV. */
export function cardErrors(card: Card, order: Order, now: Date): FieldError[] {
  const faults = [
    { path: 'card.number', code: numberFault(card.number, order.brands) },
    { path: 'card.expYear', code: expiryFault(card.expMonth, card.expYear, now) },
    { path: 'card.cvv', code: cvvFault(card.cvv, brandOf(card.number)) },
  ];
  return faults.flatMap(({ path, code }) => (code ? [{ path, code }] : []));
}
