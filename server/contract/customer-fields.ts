import { asciiDigits } from './ascii-digits.ts';
import { brandOf, numberFault } from './card.ts';
import type { CustomerField } from './customer-inputs.ts';

/**
 * What a field of the customer may hold, and what is made of it: the only definition, for tag, companion and sandbox.
 * Pure, so that the widget can include it. `customer.ts` has the fields that no form asks for.
 */

export type CustomerFault = 'required' | 'too-long' | 'looks-like-a-card' | 'invalid';

export interface CheckedField {
  /** as the gateway gets it; empty if nothing is left */
  readonly value: string;
  /** why it cannot be used; null if it can */
  readonly fault: CustomerFault | null;
}

/** UTF-16 units. The gateway's limits are unknown; where the interface document states one for a text, it is 256. */
const MOST: Readonly<Partial<Record<CustomerField, number>>> = { email: 254, phone: 40, taxId: 32 };

/** Without blanks around it, nor the marks of a writing direction that are copied together with a text. */
export const trimmed = (text: string): string =>
  text.replace(/^[\s\u200b\p{Bidi_C}]+|[\s\u200b\p{Bidi_C}]+$/gu, '');

/** One line, without control characters and halves of characters. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cs}]/gu, '');

/**
 * A phone number as the gateway gets it: contact lists add hidden characters and labels, some countries use dots or
 * slashes, and some people put the country code in brackets. An extension is left out: " ext. 5", "x5", " доб. 12",
 * ";ext=5", " #5", ",,5". `00` and a trunk zero stay: to which country they belong is not known.
 */
const plainPhone = (text: string): string =>
  asciiDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}−ー]/gu, '-')
    .replace(/[\s./]+/g, ' ')
    .replace(/^[^\d(+]+(?=[\d(+])|[\p{L}#,;]\D*\d{1,6}\D*$/gu, '')
    .replace(/^\((\+[\d ]+)\)/, '$1')
    .replace(/[ (]+$/, '');

const PATTERNS: Readonly<Partial<Record<CustomerField, RegExp>>> = {
  // What `<input type=email>` takes (HTML, 4.10.5.1.5), and letters of every script (RFC 6531).
  email:
    /^[^\s\p{C}"(),:-<>@[-\]]+@([\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(\.(?!$)|$))+$/u,
  phone: /^\+?(?=(\D*\d){6})[\d ()-]+$/,
};

/** From 1900 to today, wherever on earth today has begun. */
function isBirthday(text: string, now: Date): boolean {
  const day = new Date(text);
  return +day >= Date.UTC(1900) && +day <= +now + 504e5 && day.toISOString().slice(0, 10) === text;
}

/**
 * Whether a card number may have been typed into the wrong field, perhaps with its date behind it; or more digits than any
 * such number has (a phone number 15 with the country code, ITU-T E.164).
 */
function mayBeCard(name: CustomerField, value: string): boolean {
  const digits = asciiDigits(value).replace(/^00|\(0\)|\D/g, '');
  const most = { phone: 15, taxId: 18 }[name as string] ?? Infinity;
  const isLongAndOfBrand = digits.length > 14 && brandOf(digits) !== null;
  return (
    digits.length > most ||
    (isLongAndOfBrand && [15, 16, 19].some((end) => !numberFault(digits.slice(0, end))))
  );
}

/**
 * Checks what a customer typed, or what a merchant has stored: at most some thousand characters.
 * @param now called only for a birthday
 */
export function checkedField(name: CustomerField, given: string, now: () => Date): CheckedField {
  const value = name === 'phone' ? plainPhone(given) : trimmed(name === 'email' ? given : oneLine(given));
  const fault = !value
    ? 'required'
    : mayBeCard(name, value)
      ? 'looks-like-a-card'
      : value.length > (MOST[name] ?? 256)
        ? 'too-long'
        : PATTERNS[name]?.test(value) === false || (name === 'birthday' && !isBirthday(value, now()))
          ? 'invalid'
          : null;
  return { value, fault };
}
