import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { customerLangFor } from '../contract/customer-lang.ts';

/** The languages of the companion's own pages. */
export type Language = 'en' | 'uk';

/** By the primary subtag; some use "ua" for Ukrainian. */
const SPOKEN: Readonly<Record<string, Language>> = { en: 'en', uk: 'uk', ua: 'uk' };

const languageFor = (tag: string): Language | undefined => SPOKEN[tag.toLowerCase().split(/[-_]/)[0] ?? ''];

/** The tags that the browser accepts, preferred ones first. */
const acceptedBy = (c: Context): string[] =>
  parseAccept((c.req.header('accept-language') ?? '').slice(0, 1_000))
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);

/**
 * The requested language if it is available, otherwise the browser's first available one, otherwise English.
 * @param wish the order's language: the gateway's `customer_lang`, as "UK"
 */
export function languageOf(c: Context, wish = ''): Language {
  return [wish, ...acceptedBy(c)].map(languageFor).find((language) => language !== undefined) ?? 'en';
}

/**
 * The `lang` of a tag on the companion's own page: as `languageOf`, but among the languages of the tag, which are those
 * of the gateway's page. Keeps the region, because amounts follow it.
 * @param wish as above
 */
export function tagLanguageOf(c: Context, wish = ''): string {
  const locales = [wish.replace('_', '-'), ...acceptedBy(c)].flatMap((tag) => localeFor(tag) ?? []);
  return locales.find((locale) => customerLangFor(locale) !== undefined) ?? 'en';
}

/**
 * The locale for numbers in this request: the first of its `Accept-Language` that the runtime supports, otherwise
 * English.
 */
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
