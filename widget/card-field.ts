import { brandOf, brandRule } from '../server/contract/card.ts';

/** Formatting of digits while they are typed. Pure: text and caret in, text and caret out. */

/** What a field shows and where its caret stands, as a count of UTF-16 units. */
export interface Edit {
  text: string;
  caret: number;
}

/**
 * Writes typed or pasted text the way the field shows it.
 * @param deleting true where the customer is taking characters away, so that no separator is put back at the end
 * @param whole the whole text, where `text` is only its beginning
 */
export type Format = (text: string, deleting: boolean, whole: string) => string;

/** Arabic-Indic, Persian and fullwidth digits as ASCII; everything else stays. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) & 15),
  );
}

/** The digits of a text, whatever stands between them. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, '');
}

/** A card number in the groups of its brand, cut where the brand's longest number ends. */
export const formatNumber: Format = (text, _deleting, whole) => {
  const { lengths, gaps = [4, 8, 12, 16] } = brandRule(brandOf(digitsOf(whole)));
  return digitsOf(text)
    .slice(0, lengths[1])
    .replace(/\d/g, (digit, index: number) => (gaps.includes(index) ? ` ${digit}` : digit));
};

/** A CVV: at most four digits. */
export const formatCvv: Format = (text) => digitsOf(text).slice(0, 4);

/**
 * What the field shows after an edit, with the caret behind the same digits as before.
 * Deleting a separator deletes the digit next to it, otherwise it would come back and block the way.
 * @param raw what the browser made of the key, and `caret` where it left the caret
 * @param digitsBefore how many digits the field held before the edit
 * @param inputType of the InputEvent; empty for autofill
 */
export function reformat(
  raw: string,
  caret: number,
  digitsBefore: number,
  inputType: string,
  format: Format,
): Edit {
  const deleting = inputType.startsWith('delete');
  let head = raw.slice(0, caret);
  let tail = raw.slice(caret);
  if (deleting && digitsOf(raw).length === digitsBefore) {
    if (inputType.endsWith('Forward')) tail = tail.replace(/^\D*\d/, '');
    else head = head.replace(/\d\D*$/, '');
  }
  const whole = head + tail;
  const text = format(whole, deleting, whole);
  return { text, caret: tail ? Math.min(format(head, deleting, whole).length, text.length) : text.length };
}
