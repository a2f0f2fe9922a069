/** Converts the digits of every script to ASCII; everything else stays. Without dependencies, so that the widget can include it. */
export function asciiDigits(text: string): string {
  // Unicode classes are slow, so they are used only for non-ASCII characters.
  return text.replace(/[^\0-\x7f]/gu, (char) =>
    isDigit(char) ? `${digitsBelow(char.codePointAt(0) ?? 0) % 10}` : char,
  );
}

const isDigit = (char: string): boolean => /\p{Nd}/u.test(char);

/** Counts the digits directly before this one: Unicode encodes digits in runs of ten that begin with zero (4.6). */
function digitsBelow(code: number): number {
  return isDigit(String.fromCodePoint(code - 1)) ? digitsBelow(code - 1) + 1 : 0;
}
