import {
  chooseLanguage,
  type ChosenLanguage,
  DEFAULT_LANGUAGE,
  type LanguageName,
} from '../../server/contract/language.ts';
import type { FieldName } from '../form/fields.ts';
import { type Messages, type Spoken, texts as en } from '../messages/en.ts';
import type { PayProblem } from '../checkout/problem.ts';

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

/**
 * The files of all languages besides English, which is built in. Each names what it takes: the build leaves out the rest of
 * the file, the texts of the companion's pages.
 */
export const FILES: Readonly<Record<string, () => Promise<Messages>>> = {
  ar: () => import('../messages/ar.ts').then((file) => file.texts),
  az: () => import('../messages/az.ts').then((file) => file.texts),
  bg: () => import('../messages/bg.ts').then((file) => file.texts),
  cs: () => import('../messages/cs.ts').then((file) => file.texts),
  da: () => import('../messages/da.ts').then((file) => file.texts),
  de: () => import('../messages/de.ts').then((file) => file.texts),
  el: () => import('../messages/el.ts').then((file) => file.texts),
  es: () => import('../messages/es.ts').then((file) => file.texts),
  fa: () => import('../messages/fa.ts').then((file) => file.texts),
  fi: () => import('../messages/fi.ts').then((file) => file.texts),
  fr: () => import('../messages/fr.ts').then((file) => file.texts),
  he: () => import('../messages/he.ts').then((file) => file.texts),
  hi: () => import('../messages/hi.ts').then((file) => file.texts),
  hr: () => import('../messages/hr.ts').then((file) => file.texts),
  hu: () => import('../messages/hu.ts').then((file) => file.texts),
  it: () => import('../messages/it.ts').then((file) => file.texts),
  ja: () => import('../messages/ja.ts').then((file) => file.texts),
  ko: () => import('../messages/ko.ts').then((file) => file.texts),
  nl: () => import('../messages/nl.ts').then((file) => file.texts),
  no: () => import('../messages/no.ts').then((file) => file.texts),
  pl: () => import('../messages/pl.ts').then((file) => file.texts),
  pt: () => import('../messages/pt.ts').then((file) => file.texts),
  'pt-br': () => import('../messages/pt-br.ts').then((file) => file.texts),
  ro: () => import('../messages/ro.ts').then((file) => file.texts),
  ru: () => import('../messages/ru.ts').then((file) => file.texts),
  sk: () => import('../messages/sk.ts').then((file) => file.texts),
  sl: () => import('../messages/sl.ts').then((file) => file.texts),
  sr: () => import('../messages/sr.ts').then((file) => file.texts),
  sv: () => import('../messages/sv.ts').then((file) => file.texts),
  th: () => import('../messages/th.ts').then((file) => file.texts),
  tr: () => import('../messages/tr.ts').then((file) => file.texts),
  uk: () => import('../messages/uk.ts').then((file) => file.texts),
  zh: () => import('../messages/zh.ts').then((file) => file.texts),
  'zh-hant': () => import('../messages/zh-hant.ts').then((file) => file.texts),
} satisfies Record<Exclude<LanguageName, 'en'>, () => Promise<Messages>>;

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

const choose = (wanted: Iterable<string>): ChosenLanguage =>
  chooseLanguage(wanted, (name) => name in FILES) ?? DEFAULT_LANGUAGE;

/** The tag of the element's language: the companion's texts stand beside the element's own. */
export const pageLang = (element: Element): string => choose(wantedBy(element)).tag;

/**
 * The texts of the first wanted language that has any; English if their file cannot be loaded. Texts that an older file
 * lacks are English, too.
 */
export async function loadLanguage(wanted: Iterable<string>): Promise<Language> {
  const { tag, name } = choose(wanted);
  try {
    return { tag, texts: withOwn(en, await FILES[name]?.()) };
  } catch {
    return ENGLISH;
  }
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

/** Joins names as the language does: "Visa or Mastercard". */
export const either = (tag: string, names: readonly string[]): string =>
  new Intl.ListFormat(tag, { type: 'disjunction' }).format(names);
