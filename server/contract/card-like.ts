import { asciiDigits } from './ascii-digits.ts';
import { brandOf, maskOf, numberFault, passesLuhn } from './card.ts';
import { UUID } from './uuid.ts';

/**
 * Detection of possible card numbers (PCI DSS 3.5.1: none is stored or shown), by one rule for ids, texts for people and
 * lines of the log. {@link couldBeCard} is the rule for digits. They are of any script, and stand in one row, or in
 * groups as a card has them, whatever separates the groups. Only in a text that is scrubbed do groups of other sizes
 * count: many are telephone numbers, and ids made of an order number and a date, of which every tenth would be refused.
 */

/**
 * Ids and hashes in hexadecimal digits: with dashes, or a row of 128, 160 or 256 bits with at least one letter. No
 * digit or letter may be next to one.
 */
const HEX = new RegExp(
  `(?<![0-9a-z])(?:${UUID}|(?=\\d*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}))(?![0-9a-z])`,
  'gi',
);
/** At least twelve digits, with anything but letters between them. */
const ROW = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){11,}/gu;
/** Separators in a line of JSON, an address or a page. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|[bfnrt])|%(?:20|2d)|&nbsp;/gi;
/** Sizes of groups: one by one, or as printed (4-4-4-4, 4-4-4-4-3, 4-6-5), the last one with a CVV joined to it. */
const AS_PRINTED = /^((1,){12,19}|4,4,4,[1-7],|4,4,4,4,[1-3],|4,6,[4-8],)$/;
/** Between two groups of any sizes. */
const BLANK = /^[\s\u200b]$/;
const SHORTEST_PAIR = 15;
/** In a text that is scrubbed: between groups of any sizes, of the most common numbers, and the shortest as printed. */
const SEPARATOR = /^[\s\u200b.\-_/\u2010-\u2015]{1,3}$/;
const COMMON = [15, 16];
const SHORTEST_AS_PRINTED = '4,4,4,';
const SHORTEST = 12;
const LONGEST = 19;
/** A longer row of digits is no telephone number, although "+" is before it (ITU-T E.164 allows 15, nobody has them). */
const LONGEST_PHONE = 13;

/** Separators that people put between digits. */
const BETWEEN = String.raw`(?:[\s.\-_/\u2010-\u2015]|%2[0Dd]){0,2}`;

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

/** Whether a text contains a possible card number. Digits inside an id or a longer row do not count. */
export function holdsCardNumber(text: string): boolean {
  return rowsIn(text).some((row) => numbersIn(row).length > 0);
}

/** Masks the numbers that {@link holdsCardNumber} finds: for ids, which must be the same in every reading. */
export function maskCardNumbers(text: string): string {
  let masked = '';
  let end = 0;
  for (const row of rowsIn(text)) {
    for (const { first, last, digits } of numbersIn(row)) {
      const { from = 0 } = row[first] ?? {};
      if (from < end) continue;
      masked += text.slice(end, from) + maskOf(digits);
      end = row[last]?.to ?? end;
    }
  }
  masked += text.slice(end);
  // The last digits that a mask shows may begin another number.
  return masked === text ? text : maskCardNumbers(masked);
}

/**
 * Removes the numbers that {@link holdsCardNumber} finds, those in any other groups, and the digits beside them, such as a
 * CVV, except ids: for what is stored or shown, and the log. A longer row of digits goes, too, if it begins with a number,
 * as one with its expiry.
 */
export function scrubCardNumbers(text: string): string {
  let scrubbed = '';
  let end = 0;
  for (const row of rowsIn(text)) {
    for (const { from, to } of suspectsIn(row)) {
      scrubbed += text.slice(end, from) + REMOVED;
      end = to;
    }
  }
  return scrubbed + text.slice(end);
}

/** A regular expression that finds a known number in a text for people, with any separators between its digits. */
export function asPeopleWrite(digits: string): RegExp {
  return new RegExp(`(?<!\\d)${digits.split('').join(BETWEEN)}(?!\\d)`, 'g');
}

/** Digits without a break, and what stands before them. */
interface Group {
  from: number;
  to: number;
  digits: string;
  before: string;
  isInId: boolean;
}

/** Groups of digits without a letter between them, together long enough for a number. Few texts have any. */
function rowsIn(text: string): Group[][] {
  const plain = text.replaceAll(ESCAPE, (escape) => ' '.repeat(escape.length));
  const rows = [...plain.matchAll(ROW)];
  if (rows.length === 0) return [];
  const ids = [...text.matchAll(HEX)].map(({ index, 0: id }) => ({ from: index, to: index + id.length }));
  let next = 0;
  return rows.map(({ index: start, 0: row }) => {
    let end = start - 1;
    return [...row.matchAll(/\p{Nd}+/gu)].map(({ index, 0: digits }) => {
      const from = start + index;
      const to = from + digits.length;
      const before = plain.slice(Math.max(end, 0), from);
      end = to;
      while ((ids[next]?.to ?? to) < to) next += 1;
      return { from, to, digits: asciiDigits(digits), before, isInId: (ids[next]?.from ?? to) <= from };
    });
  });
}

/** The possible card numbers of a row: their groups, by place, and their digits. */
function numbersIn(
  row: readonly Group[],
  inAnyGroups = false,
): { first: number; last: number; digits: string }[] {
  return row.flatMap((_, first) => {
    let digits = '';
    let sizes = '';
    for (let last = first; digits.length < LONGEST; last += 1) {
      const group = row[last];
      if (!group) break;
      digits += group.digits;
      sizes += `${group.digits.length},`;
      if (digits.length < SHORTEST) continue;
      const number = numberIn(row.slice(first, last + 1), digits, sizes, inAnyGroups);
      if (number !== null) return [{ first, last, digits: number }];
    }
    return [];
  });
}

/** The number that groups are, or null. */
function numberIn(
  groups: readonly Group[],
  digits: string,
  sizes: string,
  inAnyGroups: boolean,
): string | null {
  if (digits.length > LONGEST) return null;
  if (groups.every(({ isInId }) => isInId)) return null;
  const [{ before, digits: start } = { before: '', digits: '' }, second] = groups;
  if (digits === start) {
    const isPhone = before === '+' && digits.length <= LONGEST_PHONE;
    return !isPhone && couldBeCard(digits) ? digits : null;
  }
  if (AS_PRINTED.test(sizes)) return withoutCvv(digits, sizes).find(couldBeCard) ?? null;
  const isPair = groups.length === 2 && digits.length >= SHORTEST_PAIR && BLANK.test(second?.before ?? '');
  const isShort = sizes === SHORTEST_AS_PRINTED;
  const isAny =
    inAnyGroups &&
    (isShort || COMMON.includes(digits.length)) &&
    groups.every((one, index) => index === 0 || SEPARATOR.test(one.before));
  return (isPair || isAny) && couldBeCard(digits) ? digits : null;
}

/** What a printed number may be, since a CVV may be joined to it. */
const withoutCvv = (digits: string, sizes: string): string[] =>
  (sizes.startsWith('4,6') ? [15, 14] : [LONGEST, 16]).map((length) => digits.slice(0, length));

/** What has to go from a row: numbers, and all groups beside them but those of ids. */
function suspectsIn(row: readonly Group[]): { from: number; to: number }[] {
  const suspect = new Set<Group>(row.filter(({ digits, isInId }) => !isInId && beginsWithNumber(digits)));
  for (const { first, last } of numbersIn(row, true))
    for (const group of row.slice(first, last + 1)) suspect.add(group);
  if (suspect.size === 0) return [];
  const parts: Group[][] = [[]];
  for (const group of row) {
    if (group.isInId && !suspect.has(group)) parts.push([]);
    else parts.at(-1)?.push(group);
  }
  const found = parts.filter((part) => part.some((group) => suspect.has(group)));
  return found.map((part) => ({ from: part[0]?.from ?? 0, to: part.at(-1)?.to ?? 0 }));
}

/** Whether a long row of digits is a number, with zeros before it, or with its expiry or CVV joined to it. */
function beginsWithNumber(digits: string): boolean {
  const row = digits.replace(/^0+/, '');
  const [number, amex] = [row.slice(0, 16), row.slice(0, 15)];
  if (digits.length < 16) return false;
  return (brandOf(number) !== null && couldBeCard(number)) || (brandOf(amex) === 'amex' && couldBeCard(amex));
}
