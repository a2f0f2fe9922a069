import type { FieldName } from './fields.ts';
import { en, type Messages, type Spoken } from './messages/en.ts';
import type { PayProblem } from './problem.ts';

/** An element's language and its texts. */
export interface Language {
  /** BCP 47, always valid; numbers and money follow it */
  tag: string;
  texts: Spoken;
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

/** English is built in. The others are files of their own, loaded when needed: all languages of the gateway's page. */
export const LANGUAGES =
  'ar az bg cs da de el es fa fi fr he hi hr hu it ja ko nl no pl pt pt-br ro ru sk sl sr sv th tr uk zh zh-hant'.split(
    ' ',
  );

/**
 * Aliases. Both kinds of Norwegian share one file, Serbian is in Latin letters (and so are its numbers and lists), "ua" is
 * taken for Ukrainian, and "und" is no language. The runtime knows old codes such as "iw".
 */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', sr: 'sr-Latn', ua: 'uk', und: '' };

/** The address of a language's file, with `{}` for its name; set by the build. */
declare const LANGUAGE_FILE: string;

export const ENGLISH: Language = { tag: 'en', texts: en };

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

/** The texts of the first wanted language that has any; English if their file cannot be loaded. */
export async function loadLanguage(wanted: Iterable<string>): Promise<Language> {
  const [tag, name] = choose(wanted);
  if (name === 'en') return { tag, texts: en };
  try {
    const file = (await import(/* @vite-ignore */ LANGUAGE_FILE.replace('{}', name))) as { texts: Messages };
    return { tag, texts: file.texts };
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
    .find((name) => name === 'en' || LANGUAGES.includes(name));
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

/** Merges a page's own texts over those of a language. Only strings under known keys are accepted. */
export function withOwn<Texts>(texts: Texts, own: unknown): Texts {
  if (typeof texts !== 'object') return typeof own === 'string' ? (own as Texts) : texts;
  if (own == null) return texts;
  const mine = own as Readonly<Record<string, unknown>> | null | undefined;
  const merged = Object.entries(texts as object).map(([key, text]: [string, unknown]) => [
    key,
    withOwn(text, mine?.[key]),
  ]);
  return Object.fromEntries(merged) as Texts;
}

/** Formats an amount (decimal text, never computed with) for a language: "€10.00". */
export function money(tag: string, amount: string, currency: string): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.format(amount as Intl.StringNumericLiteral);
}
