import { brandOf, maskOf, numberFault, passesLuhn } from './card.ts';
import { UUID } from './uuid.ts';

/**
 * Detection of possible card numbers (PCI DSS 3.5.1: none is stored or shown). {@link couldBeCard} is the rule for
 * digits. Texts are read in two ways: in machine-written texts (keys, ids, paths) a number counts only if it is grouped
 * as on a card, or every tenth id made of an order and a date would be refused. In texts for people any separators are
 * ignored.
 */

/**
 * Ids and hashes in hexadecimal digits: with dashes, or a row of 128, 160 or 256 bits with at least one letter. No
 * digit or letter may be next to one.
 */
const HEX = new RegExp(
  `((?<![0-9a-z])(?:${UUID}|(?=\\d*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}))(?![0-9a-z]))`,
  'gi',
);
/** Digits in a separate row, or in groups as on a card, with the same separator between them; matches may overlap. */
const AS_PRINTED =
  /(?<!\d)(?=(\d{12,19}(?!\d)|\d{4}([^0-9A-Za-z])\d{4}\2\d{4}\2\d{1,7}(?!\d)|\d{4}([^0-9A-Za-z])\d{6}\3\d{4,5}(?!\d)))/g;

/** What {@link AS_PRINTED} begins with. Nearly all texts have none of it. */
const PRINTED_START = /\d{12}|\d{4}[^0-9A-Za-z]\d{4}/;

/** Separators that people put between digits. */
const BETWEEN = String.raw`[\s.\-_/\u2010-\u2015]{0,2}`;
const ROW = new RegExp(String.raw`\d(?:${BETWEEN}\d){11,}`, 'g');
/** Digits of any script, with anything but letters between them, and JSON's escapes of line breaks and the like. */
const ROW_OF_ANY_SCRIPT = /\p{Nd}(?:(?:\\[bfnrt]|\\u[0-9a-f]{4}|[^\p{L}\p{Nd}])*\p{Nd}){11,}/gu;
const ESCAPE = /\\u[0-9a-f]{4}/g;
/** A row of them is removed unchecked. */
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/u;
/** No reference has more digits; a longer row is removed unchecked. */
const LONGEST_ROW = 40;

/** Replaces a removed text. */
export const REMOVED = '[removed]';

/**
 * Whether digits could be a card number: 12 to 19 of them, with a valid check digit, and numbers of a known brand. Of
 * unknown brands only numbers of 16 digits count, and none that begins like a date or a time; of Verve (50, 65), which
 * has no name here, those of all lengths.
 */
export function couldBeCard(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits) || numberFault(digits) !== null) return false;
  return brandOf(digits) !== null || /^(50|65|[3-9]\d{15}$)/.test(digits);
}

/**
 * Whether a machine-written text (a key, an id, a path) contains a possible card number, in a row or grouped as
 * printed, also next to other groups. Digits inside an id or a hash, or a part of a longer row, do not count.
 */
export function holdsCardNumber(text: string): boolean {
  return printedIn(text).length > 0;
}

/** Masks the numbers that {@link holdsCardNumber} finds. */
export function maskCardNumbers(text: string): string {
  let masked = '';
  let end = 0;
  for (const { at, row } of printedIn(text)) {
    if (at < end) continue;
    masked += text.slice(end, at) + maskOf(digitsOf(row));
    end = at + row.length;
  }
  masked += text.slice(end);
  // The last digits that a mask shows may begin another number.
  return masked === text ? text : maskCardNumbers(masked);
}

/**
 * Removes possible card numbers from a text for people: digits with up to two separators between any two of them, and
 * everything joined to them, such as a CVV. Digits inside an id or a hash do not count, since links to receipts contain
 * them. Text next to an id is read by itself first, then together with the id's digits, since a number may end in it.
 */
export function scrubCardNumbers(text: string): string {
  return scrub(text, ROW);
}

/** As {@link scrubCardNumbers}, for a line of JSON: digits of any script, with any number of any separators. */
export function scrubLine(line: string): string {
  return scrub(line, ROW_OF_ANY_SCRIPT);
}

function scrub(text: string, rows: RegExp): string {
  // Nearly all texts end here: no row in them is long enough.
  if (text.search(rows) < 0) return text;
  const parts = text.split(HEX).map((part, index) => (index % 2 ? part : part.replace(rows, withoutSuspect)));
  const scrubbed = parts.join('');
  const ids = [...scrubbed.matchAll(HEX)].map(({ index, 0: id }) => ({ from: index, to: index + id.length }));
  if (ids.length === 0) return scrubbed;
  return scrubbed.replace(rows, (row, at: number) => {
    const isInside = ids.some(({ from, to }) => from <= at && at + row.length <= to);
    return isInside ? row : withoutSuspect(row);
  });
}

const withoutSuspect = (row: string): string => (isSuspect(row) ? REMOVED : row);

/** A regular expression that finds a known number in a text for people, with any separators between its digits. */
export function asPeopleWrite(digits: string): RegExp {
  return new RegExp(`(?<!\\d)${digits.split('').join(BETWEEN)}(?!\\d)`, 'g');
}

/** Where a number is printed in a text, in order. */
function printedIn(text: string): { at: number; row: string }[] {
  if (!PRINTED_START.test(text)) return [];
  const withoutIds = text.replaceAll(HEX, (id) => ` ${'x'.repeat(id.length - 2)} `);
  const rows = [...withoutIds.matchAll(AS_PRINTED)].map(({ index, 1: row = '' }) => ({ at: index, row }));
  return rows.filter(({ row }) => couldBeCard(digitsOf(row)));
}

/** Whether any part of a row could be a card: a date or a CVV may be joined to the number. */
function isSuspect(row: string): boolean {
  const digits = digitsOf(row.replaceAll(ESCAPE, ''));
  if (digits.length > LONGEST_ROW || FOREIGN_DIGIT.test(row)) return true;
  for (let from = 0; from <= digits.length - 12; from += 1) {
    for (let length = 12; length <= 19; length += 1) {
      if (couldBeCard(digits.slice(from, from + length))) return true;
    }
  }
  return false;
}

const digitsOf = (row: string): string => row.replaceAll(/\D/g, '');
