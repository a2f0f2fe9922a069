import { asciiDigits } from '../../server/contract/ascii-digits.ts';
import { CUSTOMER_INPUTS } from '../../server/contract/customer-inputs.ts';
import { keep, kept } from '../storage.ts';
import type { FieldValues } from './fields.ts';

/**
 * The customer's contact data, kept for an order while the tab lives, so that nobody types it twice after 3-D Secure or a
 * reload (WCAG 2.2, 3.3.7). Never the card, not even if it was typed into a wrong field.
 */

/** Its first digits are those of a card, also of one that is not complete: no telephone number with + or 00 is. */
const CARD_LIKE = /^[^+\d]*[2-6](?:[ -]?\d){12}/;

const keyOf = (orderId: string | undefined): string => `pay-form:${orderId}`;

export function keepContact(orderId: string, values: FieldValues): void {
  // Another payment mode may ask for other fields: what it hides stays kept.
  const contact = Object.entries({ ...keptContact(orderId), ...values }).filter(
    ([name, value]) => name in CUSTOMER_INPUTS && !CARD_LIKE.test(asciiDigits(value)),
  );
  keep('sessionStorage', keyOf(orderId), Object.fromEntries(contact));
}

export function keptContact(orderId: string): FieldValues {
  return (kept('sessionStorage', keyOf(orderId)) as FieldValues | null) ?? {};
}

export function dropContact(orderId: string | undefined): void {
  keep('sessionStorage', keyOf(orderId), null);
}
