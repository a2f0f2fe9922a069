import { asciiDigits } from '../../server/contract/ascii-digits.ts';
import { brandOf, brandRule } from '../../server/contract/card.ts';
import type { Format } from './digits.ts';
import { formatExpiry } from './format-expiry.ts';

/** Formats digits while they are typed. Pure: text and caret in, text and caret out. Carets count UTF-16 units. */

/** Most brands group their digits in fours. */
const FOURS = [4, 8, 12, 16];

const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '');

/**
 * Whether a key adds a digit to the last group of a number, so that nothing has to be reformatted. Only the last group has
 * fewer than four digits.
 */
export function staysInGroup(
  { name, value, selectionStart }: Pick<HTMLInputElement, 'name' | 'value' | 'selectionStart'>,
  key: string,
): boolean {
  const { length } = value;
  const isNumber = name === 'number' && key.length === 1 && key >= '0' && key <= '9';
  return isNumber && selectionStart === length && value.lastIndexOf(' ') > length - 5;
}

/** The formats by field name; a field without one stays as typed. */
export const FORMATS: Readonly<Record<string, Format>> = {
  number(head, tail) {
    const whole = digitsOf(head + tail);
    const gaps = brandRule(brandOf(whole)).gaps ?? FOURS;
    const before = tail ? digitsOf(head).length : whole.length;
    let [text, caret] = [whole, before];
    gaps.forEach((gap, index) => {
      if (gap < whole.length) text = `${text.slice(0, gap + index)} ${text.slice(gap + index)}`;
      if (gap < before) caret += 1;
    });
    return { text, caret };
  },
  expiry: (head, tail, how) => formatExpiry(asciiDigits(head), asciiDigits(tail), how),
  cvv: (head, tail) => ({ text: digitsOf(head + tail), caret: digitsOf(head).length }),
  phone: (head, tail) => ({ text: asciiDigits(head + tail), caret: asciiDigits(head).length }),
};
