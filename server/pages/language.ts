import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';

/** What the companion's own pages speak. */
export type Language = 'en' | 'uk';

/** By the first two letters of a language tag; "ua" is what some take for Ukrainian. */
const SPOKEN: Readonly<Record<string, Language>> = { en: 'en', uk: 'uk', ua: 'uk' };

const languageFor = (tag: string): Language | undefined => SPOKEN[tag.toLowerCase().split(/[-_]/)[0] ?? ''];

/** The tags that the browser accepts, the preferred one first. */
const acceptedBy = (c: Context): string[] =>
  parseAccept((c.req.header('accept-language') ?? '').slice(0, 1_000))
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);

/**
 * The wished language where it is spoken here, otherwise the first of the browser's that is, otherwise English.
 * @param wish of the order: the gateway's `customer_lang`, as "UK"
 */
export function languageOf(c: Context, wish = ''): Language {
  return [wish, ...acceptedBy(c)].map(languageFor).find((language) => language !== undefined) ?? 'en';
}

/** How numbers are written for this request: the first of its `Accept-Language` that the run time knows, or else English. */
export function localeOf(c: Context): string {
  return (
    acceptedBy(c)
      .map(localeFor)
      .find((locale) => locale !== undefined) ?? 'en'
  );
}

function localeFor(tag: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(languageFor(tag) === 'uk' ? 'uk' : tag)[0];
  } catch {
    return undefined;
  }
}
