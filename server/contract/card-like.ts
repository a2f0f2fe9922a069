import { brandOf, numberFault } from './card.ts';

/** Ids and hashes in hexadecimal digits: with dashes, or a row of 128, 160 or 256 bits. */
const HEX =
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![0-9a-z])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-z])/gi;
/**
 * Digits in a row of their own, or in groups as they stand on a card, with the same separator between them; one may
 * begin inside another.
 */
const AS_WRITTEN =
  /(?<!\d)(?=(\d{12,19}(?!\d)|\d{4}([^0-9A-Za-z])\d{4}\2\d{4}\2\d{1,7}(?!\d)|\d{4}([^0-9A-Za-z])\d{6}\3\d{4,5}(?!\d)))/g;

/** Whether digits could be a card number: 12 to 19 of them, of a known brand, and the check digit holds. */
export function couldBeCard(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && brandOf(digits) !== null && numberFault(digits) === null;
}

/**
 * Whether a text holds what could be a card number, as it is typed or as it is printed, beside other groups too. Digits
 * inside an id or a hash are none, and neither is a part of a longer row.
 */
export function holdsCardNumber(text: string): boolean {
  const written = [...text.replaceAll(HEX, ' x ').matchAll(AS_WRITTEN)];
  return written.some(([, digits = '']) => couldBeCard(digits.replaceAll(/\D/g, '')));
}
