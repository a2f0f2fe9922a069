import { asciiDigits } from './ascii-digits.ts';
import { holdsCardNumber } from './card-like.ts';
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

/** UTF-16 units: a longer text is not looked at, since some expressions take the square of its length. */
const LONGEST = 512;

/** UTF-16 units. The gateway's limits are unknown (interface 16.3); this is that of `order_id`. */
const MOST: Readonly<Partial<Record<CustomerField, number>>> = { email: 254, phone: 40, taxId: 32 };

/** Without blanks around it, nor the marks of a writing direction that are copied together with a text. */
export const trimmed = (text: string): string =>
  text.replace(/^[\s\u200b\p{Bidi_C}]+|[\s\u200b\p{Bidi_C}]+$/gu, '');

/** One line, without control characters and halves of characters. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cs}]/gu, '');

/**
 * What stands behind a phone number: an extension (" ext. 5", "x5", " доб. 12", ";ext=5", " #5", ",,5") or a remark
 * ("(Viber)", " моб"). Letters behind a dash, and capitals before there are ten digits, may stand for digits.
 */
const BEHIND_PHONE = /(?<=\d[^\p{L}-]*)(?:(?![A-Z]{2})|(?<=(?:\d\D*){10}))[\p{L}#,;]\D*\d{0,6}\D*$/u;

/**
 * A phone number as the gateway gets it: contact lists add hidden characters and labels, some countries use dots or
 * slashes, and some people put the country code in brackets. `00` and a trunk zero stay: to which country they belong is
 * not known.
 */
const plainPhone = (text: string): string =>
  asciiDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}−ー]/gu, '-')
    .replace(/[\s./·•]+/g, ' ')
    .replace(/^[^\d(+]+(?=[\d(+])/, '')
    .replace(BEHIND_PHONE, '')
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

/** The date of birth in a number of a citizen: 18 digits (GB 11643), or 16 with 40 added to a woman's day (Indonesia). */
const BORN = /^\d{6}(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d{4}[\dX]|[0-7]\d(?:0[1-9]|1[0-2])\d{6})$/;

/** Whether a card number may have been typed into the wrong field. Tax numbers of other lengths are of no card. */
function mayBeCard(name: CustomerField, value: string): boolean {
  const digits = asciiDigits(value).replace(/\(0\)|\D/g, '');
  if (name === 'taxId') return digits.length > 14 && !BORN.test(value) && holdsCardNumber(value);
  if (name !== 'phone') return holdsCardNumber(value);
  // Behind the prefix of a call abroad, a number has at most 15 digits (ITU-T E.164).
  const number = digits.replace(/^(?:0011|00|011|810)/, '');
  return number.length > 15 || [number, digits].some((one) => one.length > 14 && holdsCardNumber(one));
}

/**
 * Checks what a customer typed, or what a merchant has stored.
 * @param now called only for a birthday
 */
export function checkedField(name: CustomerField, given: string, now: () => Date): CheckedField {
  // A character may stand for eighteen others.
  const text = name === 'phone' ? given.slice(0, LONGEST).normalize('NFKC') : given;
  if (given.length > LONGEST || text.length > LONGEST) return { value: '', fault: 'too-long' };
  const value = name === 'phone' ? plainPhone(text) : trimmed(name === 'email' ? text : oneLine(text));
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
