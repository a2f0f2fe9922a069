import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { TEXTS } from './texts.ts';
import type { PageTexts } from './texts/en.ts';

type Name = keyof typeof TEXTS;

/** The language of a page of the companion. */
export interface Language {
  /** BCP 47, always valid, with the requested region; amounts follow it, and so does a tag on the page */
  readonly tag: string;
  /** as its files are named, here and in the widget */
  readonly name: Name;
  readonly dir: 'ltr' | 'rtl';
  readonly texts: PageTexts;
}

/**
 * Names that the runtime does not resolve as the tag does: both kinds of Norwegian share one file, Serbian is in Latin
 * letters, some use "ua" for Ukrainian, "und" is no language.
 */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', sr: 'sr-Latn', ua: 'uk', und: '' };

const RIGHT_TO_LEFT: readonly Name[] = ['ar', 'fa', 'he'];

/** The tags that the browser accepts, preferred ones first. */
const acceptedBy = (c: Context): string[] =>
  parseAccept((c.req.header('accept-language') ?? '').slice(0, 1_000))
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);

/**
 * The requested language if it is available, otherwise the browser's first available one, otherwise English. The
 * languages, and how a tag is matched, are those of the widget (`widget/language.ts`).
 * @param wish the order's language: the gateway's `customer_lang`, as "UK", "PT_BR"
 */
export async function languageOf(c: Context, wish = ''): Promise<Language> {
  const { tag, name } = choose([wish, ...acceptedBy(c)]);
  const { texts } = await TEXTS[name]();
  return { tag, name, dir: RIGHT_TO_LEFT.includes(name) ? 'rtl' : 'ltr', texts };
}

function choose(wanted: readonly string[]): { tag: string; name: Name } {
  for (const wish of wanted) {
    const locale = parse(wish);
    const name = locale && nameOf(locale);
    if (name) return { tag: locale.toString(), name };
  }
  return { tag: 'en', name: 'en' };
}

/**
 * Parses a language tag, or only its language if the rest is invalid. Null if it is no tag. The gateway does not document
 * what its ZH_HA means: it counts as Chinese without a script.
 */
function parse(tag: string): Intl.Locale | null {
  const [first = '', ...rest] = tag.trim().toLowerCase().split(/[-_]/);
  const region = rest.join('-') === 'ha' ? [] : rest;
  try {
    return new Intl.Locale([ALIASES[first] ?? first, ...region].join('-'));
  } catch {
    return rest.length > 0 ? parse(first) : null;
  }
}

/** The texts for a locale: by its name, its script (Hong Kong writes traditional Chinese), or its language. */
function nameOf(locale: Intl.Locale): Name | undefined {
  const { language, script } = locale.maximize();
  return [locale.baseName, `${language}-${script}`, language].map((name) => name.toLowerCase()).find(isName);
}

const isName = (name: string): name is Name => Object.hasOwn(TEXTS, name);

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
    return Intl.NumberFormat.supportedLocalesOf(/^ua(-|$)/i.test(tag) ? 'uk' : tag)[0];
  } catch {
    return undefined;
  }
}
