import { asPeopleWrite, REMOVED, scrubCardNumbers } from '../contract/card-like.ts';

export { scrubCardNumbers };

/** Takes secrets out of a text before it is shown, stored or logged. */
export type Scrub = (text: string) => string;

/**
 * Builds a scrub that removes card numbers and the given secrets, plain or percent-encoded.
 * A secret of digits alone is removed where it stands as a number of its own: a CVV as it is, the number of a card
 * whatever stands between its digits.
 */
export function createScrub(secrets: readonly string[]): Scrub {
  const known = secrets.filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
  const digits = known.filter((secret) => /^\d+$/.test(secret));
  const texts = known.filter((secret) => !/^\d+$/.test(secret));
  const forms = [...new Set(texts.flatMap((secret) => [secret, encodeURIComponent(secret)]))];
  return (text) => {
    let rest = text;
    for (const form of forms) rest = rest.replaceAll(form, REMOVED);
    rest = scrubCardNumbers(rest);
    for (const number of digits) rest = rest.replaceAll(asNumber(number), REMOVED);
    return rest;
  };
}

/** Digits as few as a CVV's have no separators: "9-27" is none. */
function asNumber(digits: string): RegExp {
  return digits.length < 12 ? new RegExp(`(?<!\\d)${digits}(?!\\d)`, 'g') : asPeopleWrite(digits);
}
