import { brandOf, numberFault, passesLuhn } from './card.ts';
import { UUID } from './uuid.ts';

/**
 * "Could be a card number" (PCI DSS 3.5.1: none is kept or shown). {@link couldBeCard} is the rule for digits; texts are
 * read in two ways. What machines write (keys, ids, paths) holds a number only as cards have it, or every tenth id
 * of an order and a date would be refused. What is written for people is read with any separators.
 */

/**
 * Ids and hashes in hexadecimal digits: with dashes, or a row of 128, 160 or 256 bits, with a letter at least. None has
 * more digits beside it.
 */
const HEX = new RegExp(
  `((?<![0-9a-z])(?:${UUID}|(?=\\d*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}))(?![0-9a-z]))`,
  'gi',
);
/**
 * Digits in a row of their own, or in groups as they stand on a card, with the same separator between them; one may
 * begin inside another.
 */
const AS_PRINTED =
  /(?<!\d)(?=(\d{12,19}(?!\d)|\d{4}([^0-9A-Za-z])\d{4}\2\d{4}\2\d{1,7}(?!\d)|\d{4}([^0-9A-Za-z])\d{6}\3\d{4,5}(?!\d)))/g;

/** What people put between digits. */
const BETWEEN = String.raw`[\s.\-_/\u2010-\u2015]{0,2}`;
const ROW = new RegExp(String.raw`\d(?:${BETWEEN}\d){11,}`, 'g');
/** No reference has more digits; such a row is removed unread. */
const LONGEST_ROW = 40;

/** What stands in the place of a text that was removed. */
export const REMOVED = '[removed]';

/**
 * Whether digits could be a card number: 12 to 19 of them, the check digit holds, and a known brand has such numbers.
 * Of brands that are not known here only those of 16 digits count, and none that begins as a date or a time does.
 */
export function couldBeCard(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits) || numberFault(digits) !== null) return false;
  return brandOf(digits) !== null || /^[3-9]\d{15}$/.test(digits);
}

/**
 * Whether a text that a machine wrote (a key, an id, a path) holds what could be a card number, in a row or as it is
 * printed, beside other groups too. Digits inside an id or a hash are none, and neither is a part of a longer row.
 */
export function holdsCardNumber(text: string): boolean {
  return printedIn(text).length > 0;
}

/**
 * Masks what {@link holdsCardNumber} finds.
 * @param mask makes the mask of the digits
 */
export function maskCardNumbers(text: string, mask: (digits: string) => string): string {
  return printedIn(text).reduce((rest, found) => rest.replaceAll(found, mask(digitsOf(found))), text);
}

/**
 * Removes what could be a card number from a text for people: digits with up to two separators between any two of
 * them, with all that is joined to them, as a CVV is. Digits inside an id or a hash are none: links to receipts are made
 * of them.
 * What stands beside one is read by itself first, then together with its digits, since a number may end in it.
 */
export function scrubCardNumbers(text: string): string {
  // Nearly all texts: nothing in them is long enough, whatever it is a part of.
  if (text.search(ROW) < 0) return text;
  const parts = text.split(HEX).map((part, index) => (index % 2 ? part : part.replace(ROW, withoutSuspect)));
  const scrubbed = parts.join('');
  const ids = [...scrubbed.matchAll(HEX)].map(({ index, 0: id }) => ({ from: index, to: index + id.length }));
  if (ids.length === 0) return scrubbed;
  return scrubbed.replace(ROW, (row, at: number) => {
    const isInside = ids.some(({ from, to }) => from <= at && at + row.length <= to);
    return isInside ? row : withoutSuspect(row);
  });
}

const withoutSuspect = (row: string): string => (isSuspect(row) ? REMOVED : row);

/** A regular expression that finds a known number in a text for people, whatever stands between its digits. */
export function asPeopleWrite(digits: string): RegExp {
  return new RegExp(`(?<!\\d)${digits.split('').join(BETWEEN)}(?!\\d)`, 'g');
}

function printedIn(text: string): string[] {
  const rows = [...text.replaceAll(HEX, ' x ').matchAll(AS_PRINTED)].map(([, row = '']) => row);
  return rows.filter((row) => couldBeCard(digitsOf(row)));
}

/** Whether any part of a row could be a card: a date or a CVV may be joined to the number. */
function isSuspect(row: string): boolean {
  const digits = digitsOf(row);
  if (digits.length > LONGEST_ROW) return true;
  for (let from = 0; from <= digits.length - 12; from += 1) {
    for (let length = 12; length <= 19; length += 1) {
      if (couldBeCard(digits.slice(from, from + length))) return true;
    }
  }
  return false;
}

const digitsOf = (row: string): string => row.replaceAll(/\D/g, '');
