import { z } from 'zod';

/** The values that EMV 3-D Secure allows. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1];

/**
 * As many whole subtags of a language tag as fit into the 8 characters of EMV 3-D Secure. The last one has two characters
 * or more (RFC 4647, 3.4).
 */
const SHORT_TAG = /^[\w-]{2,8}(?<=[^\W_]{2})(?![^\W_])/;

const short = z.string().max(64);
const long = z.string().max(2048);
/** An empty text is refused later, by name, together with the other required fields. */
const digits = short.regex(/^(\d{1,6})?$/);

/**
 * The eight fields that a browser knows about itself (interface 16.1). All are text within the limits of EMV 3-D
 * Secure: a colour depth becomes the next lower allowed one, and a language loses excess subtags. The tag sends what
 * its browser says.
 */
export const fingerprintSchema = z.strictObject({
  browserColorDepth: digits.overwrite(knownDepth),
  browserScreenHeight: digits,
  browserScreenWidth: digits,
  browserJavaEnabled: short.regex(/^(true|false)?$/),
  browserLanguage: long.overwrite(shortLanguage),
  browserTimeZone: short,
  browserTimeZoneOffset: short.regex(/^([+-]?\d{1,4})?$/),
  browserUserAgent: long,
});

function knownDepth(text: string): string {
  if (text === '') return text;
  return String(COLOR_DEPTHS.find((depth) => depth <= Number(text)) ?? 1);
}

/** "zh-Hant-TW" → "zh-Hant" */
function shortLanguage(text: string): string {
  return text === '' ? text : (SHORT_TAG.exec(text)?.[0] ?? 'en');
}
