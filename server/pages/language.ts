import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { chooseLanguage, type ChosenLanguage, DEFAULT_LANGUAGE, directionOf } from '../contract/language.ts';
import { FILES, type PageTexts, textsIn } from './texts.ts';

/** The language of a page of the companion, and of a tag on it. */
export interface Language extends ChosenLanguage {
  readonly dir: 'ltr' | 'rtl';
  readonly texts: PageTexts;
}

/** The language tags that the browser accepts, preferred ones first. */
export const acceptedBy = (c: Context): string[] =>
  parseAccept((c.req.header('accept-language') ?? '').slice(0, 1_000))
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);

/**
 * The requested language if it is available, otherwise the browser's first available one, otherwise English.
 * @param wish the order's language: the gateway's `customer_lang`, as "UK", "PT_BR". What its ZH_HA means is not
 *   documented: it counts as Chinese without a script.
 */
export async function languageOf(c: Context, wish = ''): Promise<Language> {
  const { tag, name } = choose([wish.replace(/_HA$/i, ''), ...acceptedBy(c)]);
  return { tag, name, dir: directionOf(name), texts: await textsIn(name) };
}

/** The browser's first available language, as a tag that numbers follow; otherwise English. */
export const localeOf = (c: Context): string => choose(acceptedBy(c)).tag;

const choose = (wanted: readonly string[]): ChosenLanguage =>
  chooseLanguage(wanted, (name) => Object.hasOwn(FILES, name)) ?? DEFAULT_LANGUAGE;
