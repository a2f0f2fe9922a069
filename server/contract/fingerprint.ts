import { z } from 'zod';

/** The values that EMV 3-D Secure allows. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1];
const LONGEST_LANGUAGE = 8;

const short = z.string().max(64);
/** An empty text is refused later, by name, together with the other required fields. */
const digits = short.regex(/^(\d{1,6})?$/);

/**
 * The eight fields that a browser knows about itself (interface document, browser_fingerprint). All are text within the
 * limits of EMV 3-D Secure: a colour depth becomes the next lower allowed one, and a language loses excess subtags.
 */
export const fingerprintSchema = z.strictObject({
  browserColorDepth: digits.overwrite(knownDepth),
  browserScreenHeight: digits,
  browserScreenWidth: digits,
  browserJavaEnabled: short.regex(/^(true|false)?$/),
  browserLanguage: short.regex(/^[A-Za-z0-9_-]*$/).overwrite(shortLanguage),
  browserTimeZone: short,
  browserTimeZoneOffset: short.regex(/^([+-]?\d{1,4})?$/),
  browserUserAgent: z.string().max(2048),
});

function knownDepth(text: string): string {
  if (text === '') return text;
  return String(COLOR_DEPTHS.find((depth) => depth <= Number(text)) ?? 1);
}

/** "zh-Hant-TW" → "zh-Hant" */
function shortLanguage(tag: string): string {
  if (tag.length <= LONGEST_LANGUAGE) return tag;
  const cut = tag.slice(0, LONGEST_LANGUAGE + 1).replace(/[-_][^-_]*$/, '');
  return cut.slice(0, LONGEST_LANGUAGE);
}
