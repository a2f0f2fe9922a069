import { asciiDigits } from '../../server/contract/ascii-digits.ts';
import { CUSTOMER_INPUTS } from '../../server/contract/customer-inputs.ts';
import { keep, kept } from '../storage.ts';
import type { FieldValues } from './fields.ts';

/**
 * The customer's contact data, kept for an order while the tab lives, so that nobody types it twice after 3-D Secure or a
 * reload (WCAG 2.2, 3.3.7). Never the card, not even if it was typed into a wrong field.
 */

/** Thirteen digits or more, whatever stands between them but letters and an at sign. */
const ROW = /\+?\d(?:[^\p{L}\d@]{0,3}\d){12,}/u;

/** A card, also one that is not complete, unless it is a telephone number with its country: those have 15 digits at most. */
function holdsCard(value: string): boolean {
  const [row] = ROW.exec(asciiDigits(value)) ?? [];
  const [, phone] = /^(?:\+|00)(.*)/s.exec(row ?? '') ?? [];
  return row !== undefined && !(phone && phone.replace(/\D/g, '').length < 16);
}

const keyOf = (orderId: string | undefined): string => `pay-form:${orderId}`;

export function keepContact(orderId: string, values: FieldValues): void {
  // Another payment mode may ask for other fields: what it hides stays kept.
  const contact = Object.entries({ ...keptContact(orderId), ...values }).filter(
    ([name, value]) => name in CUSTOMER_INPUTS && !holdsCard(value),
  );
  keep('sessionStorage', keyOf(orderId), Object.fromEntries(contact));
}

export function keptContact(orderId: string): FieldValues {
  return (kept('sessionStorage', keyOf(orderId)) as FieldValues | null) ?? {};
}

export function dropContact(orderId: string | undefined): void {
  keep('sessionStorage', keyOf(orderId), null);
}
