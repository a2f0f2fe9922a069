/** Takes secrets out of a text before it is shown, stored or logged. */
export type Scrub = (text: string) => string;

const GONE = '[removed]';
const UUID = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;
/** Twelve digits or more, with up to two separators between any two of them. */
const LIKE_A_CARD_NUMBER = /\d(?:[\s.\-_/\u2010-\u2015]{0,2}\d){11,}/g;

/** Removes whatever looks like a card number. Digits inside a UUID do not: links to receipts are made of them. */
export function scrubCardNumbers(text: string): string {
  const parts = text
    .split(UUID)
    .map((part, index) => (index % 2 ? part : part.replace(LIKE_A_CARD_NUMBER, GONE)));
  return parts.join('');
}

/**
 * Builds a scrub that removes card numbers and the given secrets, plain or percent-encoded.
 * A secret of digits alone (a CVV) is removed where it stands as a number of its own.
 */
export function createScrub(secrets: readonly string[]): Scrub {
  const known = secrets.filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
  const digits = known.filter((secret) => /^\d+$/.test(secret));
  const texts = known.filter((secret) => !/^\d+$/.test(secret));
  const forms = [...new Set(texts.flatMap((secret) => [secret, encodeURIComponent(secret)]))];
  return (text) => {
    let rest = text;
    for (const form of forms) rest = rest.replaceAll(form, GONE);
    rest = scrubCardNumbers(rest);
    for (const number of digits) rest = rest.replaceAll(new RegExp(`(?<!\\d)${number}(?!\\d)`, 'g'), GONE);
    return rest;
  };
}
