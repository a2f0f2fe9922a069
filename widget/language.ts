import { en, type Messages, type Spoken } from './messages/en.ts';

/** Which language an element speaks, and its texts. */
export interface Language {
  /** BCP 47, as wanted; numbers and money follow it */
  tag: string;
  texts: Spoken;
}

/** Own texts of a page, merged over those of the language. */
export type OwnMessages = {
  readonly [Key in keyof Messages]?: Messages[Key] extends object ? Partial<Messages[Key]> : Messages[Key];
};

/** English is inside; each of these is a file of its own, loaded when needed. All that the gateway's page speaks. */
export const LANGUAGES =
  'ar az bg cs da de el es fa fi fr he hi hr hu it ja ko nl no pl pt pt-br ro ru sk sl sr sv th tr uk zh zh-hant'.split(
    ' ',
  );

/** Tags of the same languages by other names. */
const ALIASES: Readonly<Record<string, string>> = {
  nb: 'no',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
};

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

/** The language of the page, or else the browser's, with nothing that a header may not hold. */
export function pageLang(element: Element): string {
  return (nearestLang(element) || navigator.language).replace(/[^a-z\d]+/gi, '-').slice(0, 64);
}

/** The first of the wanted languages that there are texts for; English where there is none or its file is lost. */
export async function loadLanguage(wanted: readonly string[]): Promise<Language> {
  for (const tag of wanted) {
    const name = nameOf(tag.toLowerCase());
    if (name === 'en') return { tag, texts: en };
    if (!name) continue;
    try {
      const file = (await import(/* @vite-ignore */ LANGUAGE_FILE.replace('{}', name))) as {
        texts: Messages;
      };
      // These texts are in Latin letters, and so are the numbers and lists in them.
      return { tag: name === 'sr' ? 'sr-Latn' : tag, texts: file.texts };
    } catch {
      return ENGLISH;
    }
  }
  return ENGLISH;
}

/** The file for a tag: of its first two parts, or of its first; undefined where there is none. */
function nameOf(tag: string): string | undefined {
  const [first = '', second = ''] = tag.split(/[-_]/);
  return [`${first}-${second}`, first]
    .map((name) => ALIASES[name] ?? name)
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

/** The texts of a language with a page's own over them. */
export function withOwn(texts: Spoken, own: OwnMessages): Spoken {
  const merged = Object.entries({ ...own, ...texts }).map(([key, value]: [string, string | object]) => {
    const mine = own[key as keyof Messages];
    return [key, typeof value === 'object' ? { ...value, ...(mine as object) } : (mine ?? value)];
  });
  return Object.fromEntries(merged) as Spoken;
}

/** An amount (decimal text, never computed with) as people of the language write it: "€10.00". */
export function money(tag: string, amount: string, currency: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const text = amount as Intl.StringNumericLiteral;
  try {
    return new Intl.NumberFormat(tag, options).format(text);
  } catch {
    return new Intl.NumberFormat('en', options).format(text);
  }
}
