/** The languages of the tag and of the pages, as their files of texts are named: those of the gateway's hosted page. */
export const LANGUAGES = [
  'ar',
  'az',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'it',
  'ja',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-br',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'th',
  'tr',
  'uk',
  'zh',
  'zh-hant',
] as const;
export type LanguageName = (typeof LANGUAGES)[number];

/** A language that was chosen. */
export interface ChosenLanguage {
  /** BCP 47, always valid, with the wanted region; numbers and money follow it */
  readonly tag: string;
  /** as its file of texts is named: "en", "pt-br" */
  readonly name: string;
}

export const DEFAULT_LANGUAGE: ChosenLanguage = { tag: 'en', name: 'en' };

/**
 * Aliases. Both kinds of Norwegian share one file, Serbian is in Latin letters (and so are its numbers and lists), "ua" is
 * taken for Ukrainian, and "und" is no language. The runtime knows old codes such as "iw".
 */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', sr: 'sr-Latn', ua: 'uk', und: '' };

/**
 * The first wanted language that is available, undefined if none is. English always is.
 * @param wanted language tags, preferred ones first, also as servers write them ("de_DE.UTF-8")
 * @param isAvailable for a name in lower case: a language with its region or script ("pt-br"), or only a language
 */
export function chooseLanguage(
  wanted: Iterable<string>,
  isAvailable: (name: string) => boolean,
): ChosenLanguage | undefined {
  for (const one of wanted) {
    // A parsed tag is one of the most expensive objects of a first render.
    if (one === 'en') return DEFAULT_LANGUAGE;
    const locale = localeOf(one);
    const name = locale && namesOf(locale).find((one) => one === 'en' || isAvailable(one));
    if (name) return { tag: locale.toString(), name };
  }
  return undefined;
}

/** Parses a language tag, or only its language if the rest is invalid. Null if it is no tag. */
function localeOf(tag: string): Intl.Locale | null {
  const [first = '', ...rest] = tag.trim().toLowerCase().split(/[-_]/);
  try {
    return new Intl.Locale([ALIASES[first] ?? first, ...rest].join('-'));
  } catch {
    return rest.length ? localeOf(first) : null;
  }
}

/** The names that a locale's texts may have: by region, by script (Hong Kong writes traditional Chinese), by language. */
function namesOf(locale: Intl.Locale): string[] {
  const { language, baseName } = locale;
  // Browsers load a large table to find a script; only Chinese has files by script.
  const script = language === 'zh' && locale.maximize().script;
  return `${baseName} ${language}-${script} ${language}`.toLowerCase().split(' ');
}

/** Of an available language. Arabic, Persian and Hebrew are written from right to left. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (/^(ar|fa|he)/.test(tag) ? 'rtl' : 'ltr');
