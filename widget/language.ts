import type { FieldName } from './fields.ts';
import { en, type Messages, type Spoken } from './messages/en.ts';
import type { PayProblem } from './problem.ts';

/** Which language an element speaks, and its texts. */
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

/** Own texts of a page, merged over those of the language. Of faults and problems also those that it puts in general words. */
export type OwnMessages = Own<Messages> & {
  readonly fault?: { readonly [Key in `${FieldName}.${string}`]?: string | undefined } | undefined;
  readonly outcome?:
    | { readonly problem?: { readonly [Key in PayProblem['code']]?: string | undefined } | undefined }
    | undefined;
};

/** English is inside; each of these is a file of its own, loaded when needed. All that the gateway's page speaks. */
export const LANGUAGES =
  'ar az bg cs da de el es fa fi fr he hi hr hu it ja ko nl no pl pt pt-br ro ru sk sl sr sv th tr uk zh zh-hant'.split(
    ' ',
  );

/**
 * What other languages speak here: both Norwegians read one file, Serbian is in Latin letters (and so are the numbers and
 * lists in it), "ua" is meant for Ukrainian, and "und" is none. The old names, "iw", the run time knows.
 */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', sr: 'sr-Latn', ua: 'uk', und: '' };

/** The address of a language's file; the build says where it stands. */
declare const LANGUAGE_FILE: string;

export const ENGLISH: Language = { tag: 'en', texts: en };

/** The nearest `lang` of an element or what holds it, across shadow roots; empty where there is none. */
export function nearestLang(element: Element): string {
  const found = element.closest('[lang]:not([lang=""])')?.getAttribute('lang');
  if (found) return found;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : '';
}

/** What an element's page wants to read, the most wanted first. */
export const wantedBy = (element: Element): string[] => [nearestLang(element), ...navigator.languages];

/** The first of the wanted languages that there are texts for, and the name of their file; English where there is none. */
function choose(wanted: readonly string[]): [tag: string, name: string] {
  for (const locale of wanted.map(localeOf)) {
    const name = locale && nameOf(locale);
    if (name) return [locale.toString(), name];
  }
  return ['en', 'en'];
}

/** The tag of the language that an element speaks: what the companion says stands beside its texts. */
export const pageLang = (element: Element): string => choose(wantedBy(element))[0];

/** The texts of the first of the wanted languages that has any; English where their file is lost. */
export async function loadLanguage(wanted: readonly string[]): Promise<Language> {
  const [tag, name] = choose(wanted);
  if (name === 'en') return { tag, texts: en };
  try {
    const file = (await import(/* @vite-ignore */ LANGUAGE_FILE.replace('{}', name))) as { texts: Messages };
    return { tag, texts: file.texts };
  } catch {
    return ENGLISH;
  }
}

/** What a page's tag means, also as servers write it ("de_DE"), or where only its language is valid; null for what is no tag. */
function localeOf(tag: string): Intl.Locale | null {
  const [first = '', ...rest] = tag.trim().toLowerCase().split(/[-_]/);
  const language = ALIASES[first] ?? first;
  try {
    return new Intl.Locale([language, ...rest].join('-'));
  } catch {
    return rest.length ? localeOf(first) : null;
  }
}

/** The file for a locale: of its own name, of its script (Hong Kong writes traditional Chinese), or of its language. */
function nameOf(locale: Intl.Locale): string | undefined {
  const { language, script } = locale.maximize();
  return `${locale.baseName} ${language}-${script} ${language}`
    .toLowerCase()
    .split(' ')
    .find((name) => name === 'en' || LANGUAGES.includes(name));
}

/** Calls back when the language of an element changes. Returns what ends it. */
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

/** The texts of a language with a page's own over them: a text where it has one, and nothing else that a page may set. */
export function withOwn<Texts>(texts: Texts, own: unknown): Texts {
  if (typeof texts !== 'object') return typeof own === 'string' ? (own as Texts) : texts;
  const mine = own as Readonly<Record<string, unknown>> | null | undefined;
  const merged = Object.entries(texts as object).map(([key, text]: [string, unknown]) => [
    key,
    withOwn(text, mine?.[key]),
  ]);
  return Object.fromEntries(merged) as Texts;
}

/** An amount (decimal text, never computed with) as people of the language write it: "€10.00". */
export function money(tag: string, amount: string, currency: string): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.format(amount as Intl.StringNumericLiteral);
}
