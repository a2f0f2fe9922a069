import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';

/** What the companion's own pages speak. */
export type Language = 'en' | 'uk';

/** By the first two letters of a language tag; "ua" is what some take for Ukrainian. */
const SPOKEN: Readonly<Record<string, Language>> = { en: 'en', uk: 'uk', ua: 'uk' };

const languageFor = (tag: string): Language | undefined => SPOKEN[tag.toLowerCase().split(/[-_]/)[0] ?? ''];

/**
 * The wished language where it is spoken here, otherwise the first of the browser's that is, otherwise English.
 * @param wish of the order: the gateway's `customer_lang`, as "UK"
 */
export function languageOf(c: Context, wish = ''): Language {
  const accepted = parseAccept((c.req.header('accept-language') ?? '').slice(0, 1_000));
  const tags = [wish, ...accepted.filter(({ q }) => q > 0).map(({ type }) => type)];
  return tags.map(languageFor).find((language) => language !== undefined) ?? 'en';
}
