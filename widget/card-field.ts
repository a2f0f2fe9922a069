import type { Format } from './digits.ts';
import { formatExpiry } from './format-expiry.ts';

/** Digits while they are typed. Pure: text and caret in, text and caret out. Carets count UTF-16 units. */

/** Before which digits of a card number a gap stands. */
export type Gaps = (digits: string) => readonly number[];

/** The digits of every script as ASCII; everything else stays. */
export function asciiDigits(text: string): string {
  // Classes of Unicode are slow to look up: only for what is not ASCII.
  return text.replace(/[^\0-\x7f]/gu, (char) =>
    isDigit(char) ? `${digitsBelow(char.codePointAt(0) ?? 0) % 10}` : char,
  );
}

const isDigit = (char: string): boolean => /\p{Nd}/u.test(char);

/** How many digits stand right before this one: Unicode has them in rows of ten that begin with zero (4.6). */
function digitsBelow(code: number): number {
  return isDigit(String.fromCodePoint(code - 1)) ? digitsBelow(code - 1) + 1 : 0;
}

const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '');

/**
 * Whether a key adds a digit to the group at the end of a number, so that there is nothing to write anew. No group that
 * another follows has fewer than four digits.
 */
export function staysInGroup(
  { name, value, selectionStart }: Pick<HTMLInputElement, 'name' | 'value' | 'selectionStart'>,
  key: string,
): boolean {
  const { length } = value;
  const isNumber = name === 'number' && key.length === 1 && key >= '0' && key <= '9';
  return isNumber && selectionStart === length && value.lastIndexOf(' ') > length - 5;
}

/** How each field writes what is typed; the others leave it as it is. */
export function formatsOf(gapsOf: Gaps): Readonly<Record<string, Format>> {
  return {
    number(head, tail) {
      const whole = digitsOf(head + tail);
      const gaps = gapsOf(whole);
      const before = tail ? digitsOf(head).length : whole.length;
      let [text, caret] = [whole, before];
      gaps.forEach((gap, index) => {
        if (gap < whole.length) text = `${text.slice(0, gap + index)} ${text.slice(gap + index)}`;
        if (gap < before) caret += 1;
      });
      return { text, caret };
    },
    expiry: (head, tail, ...how) => formatExpiry(asciiDigits(head), asciiDigits(tail), ...how),
    cvv: (head, tail) => ({ text: digitsOf(head + tail), caret: digitsOf(head).length }),
    phone: (head, tail) => ({ text: asciiDigits(head + tail), caret: asciiDigits(head).length }),
  };
}
