import type { FieldName } from './fields.ts';
import { en, type Messages, type Spoken } from './messages/en.ts';
import type { PayProblem } from './problem.ts';

/** A language and its texts. */
export interface Language {
  /** BCP 47, always valid; numbers and money follow it */
  tag: string;
  texts: Spoken & Partial<Messages>;
}

type Own<Texts> = {
  readonly [Key in keyof Texts]?:
    | (Texts[Key] extends string | undefined ? string : Own<Texts[Key]>)
    | undefined;
};

/**
 * A page's own texts, merged over those of the language. Faults and problems that have only a general text there can be
 * named, too.
 */
export type OwnMessages = Own<Messages> & {
  readonly fault?: { readonly [Key in `${FieldName}.${string}`]?: string | undefined } | undefined;
  readonly outcome?:
    | { readonly problem?: { readonly [Key in PayProblem['code']]?: string | undefined } | undefined }
    | undefined;
};

/** The files of all languages of the gateway's page besides English, which is built in. */
const FILES: Readonly<Record<string, () => Promise<{ texts: Messages }>>> = {
  ar: () => import('./messages/ar.ts'),
  az: () => import('./messages/az.ts'),
  bg: () => import('./messages/bg.ts'),
  cs: () => import('./messages/cs.ts'),
  da: () => import('./messages/da.ts'),
  de: () => import('./messages/de.ts'),
  el: () => import('./messages/el.ts'),
  es: () => import('./messages/es.ts'),
  fa: () => import('./messages/fa.ts'),
  fi: () => import('./messages/fi.ts'),
  fr: () => import('./messages/fr.ts'),
  he: () => import('./messages/he.ts'),
  hi: () => import('./messages/hi.ts'),
  hr: () => import('./messages/hr.ts'),
  hu: () => import('./messages/hu.ts'),
  it: () => import('./messages/it.ts'),
  ja: () => import('./messages/ja.ts'),
  ko: () => import('./messages/ko.ts'),
  nl: () => import('./messages/nl.ts'),
  no: () => import('./messages/no.ts'),
  pl: () => import('./messages/pl.ts'),
  pt: () => import('./messages/pt.ts'),
  'pt-br': () => import('./messages/pt-br.ts'),
  ro: () => import('./messages/ro.ts'),
  ru: () => import('./messages/ru.ts'),
  sk: () => import('./messages/sk.ts'),
  sl: () => import('./messages/sl.ts'),
  sr: () => import('./messages/sr.ts'),
  sv: () => import('./messages/sv.ts'),
  th: () => import('./messages/th.ts'),
  tr: () => import('./messages/tr.ts'),
  uk: () => import('./messages/uk.ts'),
  zh: () => import('./messages/zh.ts'),
  'zh-hant': () => import('./messages/zh-hant.ts'),
};

/** The names of the files. */
export const LANGUAGES = Object.keys(FILES);

/**
 * Aliases. Both kinds of Norwegian share one file, Serbian is in Latin letters (and so are its numbers and lists), "ua" is
 * taken for Ukrainian, and "und" is no language. The runtime knows old codes such as "iw".
 */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', sr: 'sr-Latn', ua: 'uk', und: '' };

export const ENGLISH: Language = { tag: 'en', texts: en };

/** Arabic, Persian and Hebrew are written from right to left. */
export const dirOf = (tag: string): string => (/^(ar|fa|he)/.test(tag) ? 'rtl' : 'ltr');

/** The nearest `lang` of an element or its ancestors, across shadow roots; empty if there is none. */
export function nearestLang(element: Element): string {
  const found = element.closest('[lang]:not([lang=""])')?.getAttribute('lang');
  if (found) return found;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : '';
}

/** The languages wanted for an element, in order of preference. The browser's are asked for only if the page has none. */
export function* wantedBy(element: Element): Generator<string> {
  yield nearestLang(element);
  yield* navigator.languages ?? [];
}

/** The first wanted language that has texts, and the name of its file; English if none has. */
function choose(wanted: Iterable<string>): [tag: string, name: string] {
  for (const one of wanted) {
    // A parsed tag is one of the most expensive objects of a first render.
    if (one === 'en') break;
    const locale = localeOf(one);
    const name = locale && nameOf(locale);
    if (name) return [locale.toString(), name];
  }
  return ['en', 'en'];
}

/** The tag of the element's language: the companion's texts stand beside the element's own. */
export const pageLang = (element: Element): string => choose(wantedBy(element))[0];

/**
 * The texts of the first wanted language that has any; English if their file cannot be loaded. Texts that an older file
 * lacks are English, too.
 */
export async function loadLanguage(wanted: Iterable<string>): Promise<Language> {
  const [tag, name] = choose(wanted);
  try {
    const file = await FILES[name]?.();
    return { tag, texts: file ? withOwn(en, file.texts) : en };
  } catch {
    return ENGLISH;
  }
}

/**
 * Parses a language tag, also as servers write it ("de_DE"), or only its language if the rest is invalid. Null if it is no
 * tag.
 */
function localeOf(tag: string): Intl.Locale | null {
  const [first = '', ...rest] = tag.trim().toLowerCase().split(/[-_]/);
  const language = ALIASES[first] ?? first;
  try {
    return new Intl.Locale([language, ...rest].join('-'));
  } catch {
    return rest.length ? localeOf(first) : null;
  }
}

/** The file for a locale: by its name, its script (Hong Kong writes traditional Chinese), or its language. */
function nameOf(locale: Intl.Locale): string | undefined {
  const { language, baseName } = locale;
  // Browsers load a large table to find a script; only Chinese has files by script.
  const script = language === 'zh' && locale.maximize().script;
  return `${baseName} ${language}-${script} ${language}`
    .toLowerCase()
    .split(' ')
    .find((name) => name === 'en' || name in FILES);
}

/** Calls back when the language of an element changes. Returns a function that stops this. */
export function watchLang(element: Element, changed: () => void): () => void {
  let before = nearestLang(element);
  const observer = new MutationObserver(() => {
    const lang = nearestLang(element);
    if (lang !== before) changed();
    before = lang;
  });
  for (let node: Node = element; ; ) {
    const root = node.getRootNode();
    observer.observe(root, { subtree: true, attributes: true, attributeFilter: ['lang'] });
    if (!(root instanceof ShadowRoot)) return () => observer.disconnect();
    node = root.host;
  }
}

/** Merges a page's own texts over those of a language: strings over strings, groups into groups, nothing else. */
export function withOwn<Texts extends object>(texts: Texts, own: unknown): Texts {
  const merged = { ...texts } as Record<string, unknown>;
  for (const [key, mine] of typeof own === 'object' ? Object.entries(own ?? {}) : []) {
    const text = merged[key];
    if (typeof text !== 'string' && mine && typeof mine === 'object') merged[key] = withOwn(text ?? {}, mine);
    else if (typeof text !== 'object' && typeof mine === 'string') merged[key] = mine;
  }
  return merged as Texts;
}

/** Formats an amount (decimal text, never computed with) for a language: "€10.00". */
export function money(tag: string, amount: string, currency: string): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.format(amount as Intl.StringNumericLiteral);
}

/** Joins names as the language does: "Visa or Mastercard". */
export const either = (tag: string, names: readonly string[]): string =>
  new Intl.ListFormat(tag, { type: 'disjunction' }).format(names);
