import { brandOf, brandRule } from '../server/contract/card.ts';

/** Digits while they are typed. Pure: text and caret in, text and caret out. Carets count UTF-16 units. */

/** What a field shows and where its caret stands. */
export interface Edit {
  text: string;
  caret: number;
}

/**
 * Writes typed, pasted or filled text the way the field shows it, and loses no digit of it.
 * @param head the text before the caret, `tail` what follows
 * @param deleting true where the customer is taking characters away, so that nothing is put back
 * @param leaving true where the customer has done with the field
 */
export type Format = (head: string, tail: string, deleting?: boolean, leaving?: boolean) => Edit;

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

/** The digits of a text, whatever stands between them. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, '');
}

/** A card number in the groups of its brand. */
export const formatNumber: Format = (head, tail) => {
  const whole = digitsOf(head + tail);
  const { gaps = [4, 8, 12, 16] } = brandRule(brandOf(whole));
  const grouped = (digits: string) =>
    digits.replace(/\d/g, (digit, index: number) => (gaps.includes(index) ? ` ${digit}` : digit));
  return { text: grouped(whole), caret: grouped(digitsOf(head)).length };
};

/** A CVV: digits only. */
export const formatCvv: Format = (head, tail) => ({
  text: digitsOf(head + tail),
  caret: digitsOf(head).length,
});

/**
 * What stands before and behind the caret after an edit, or null where only the browser knows.
 * A key that deletes takes a digit, past the separator: that would come back and block the way. A separator between
 * what is left stays, so that no month runs into a year.
 * @param inputType of the event `beforeinput`, and its `data`
 */
export function editOf(
  {
    value,
    selectionStart,
    selectionEnd,
  }: Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>,
  inputType: string,
  data: string | null,
): [head: string, tail: string] | null {
  const from = selectionStart ?? 0;
  const to = selectionEnd ?? 0;
  const [head, picked, tail] = [value.slice(0, from), value.slice(from, to), value.slice(to)];
  if (!/^insert(Text|FromP)|^deleteCon/.test(inputType)) return null;
  if (picked || data) return [head + (data ?? ''), (tail && picked.includes('/') ? '/' : '') + tail];
  if (inputType.endsWith('Forward')) return [head, tail.replace(/\d/, '')];
  const [, rest, gap] = /^(.*)\d(\D*)$/.exec(head) ?? [];
  return gap === undefined ? null : [`${rest}`, gap + tail];
}
