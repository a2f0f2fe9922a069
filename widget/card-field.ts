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

/** How each field writes what is typed; the others leave it as it is. */
export function formatsOf(gapsOf: Gaps): Readonly<Record<string, Format>> {
  return {
    number(head, tail) {
      const whole = digitsOf(head + tail);
      const gaps = gapsOf(whole);
      const text = [0, ...gaps]
        .map((from, index) => whole.slice(from, gaps[index]))
        .filter(Boolean)
        .join(' ');
      const before = tail ? digitsOf(head).length : whole.length;
      return { text, caret: before + gaps.filter((gap) => gap < before).length };
    },
    expiry: (head, tail, ...how) => formatExpiry(asciiDigits(head), asciiDigits(tail), ...how),
    cvv: (head, tail) => ({ text: digitsOf(head + tail), caret: digitsOf(head).length }),
    phone: (head, tail) => ({ text: asciiDigits(head + tail), caret: asciiDigits(head).length }),
  };
}
