import { en, type Messages } from './messages/en.ts';

/** Which language an element speaks, and its texts. */
export interface Language {
  /** BCP 47, as wanted; numbers and money follow it */
  tag: string;
  texts: Messages;
}

/** English is inside; every other language is a file of its own, loaded when needed. */
const LOADERS: Readonly<Record<string, () => Promise<Messages>>> = {
  en: () => Promise.resolve(en),
  uk: async () => (await import('./messages/uk.ts')).uk,
};

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
    const load = LOADERS[tag.slice(0, 2).toLowerCase()];
    if (load && /^..(-|$)/.test(tag))
      return load().then(
        (texts) => ({ tag, texts }),
        () => ENGLISH,
      );
  }
  return ENGLISH;
}

/** Calls back when a `lang` around the element changes. Returns what ends it. */
export function watchLang(element: Element, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  for (let node: Node = element; ; ) {
    const root = node.getRootNode();
    observer.observe(root, { subtree: true, attributes: true, attributeFilter: ['lang'] });
    if (!(root instanceof ShadowRoot)) return () => observer.disconnect();
    node = root.host;
  }
}

/** The text for a code, or the general one. */
export function textFor(texts: Readonly<Record<string, string>>, code: string | null): string {
  return texts[code ?? ''] ?? texts[''] ?? '';
}

/** An amount (decimal text, never computed with) as people of the language write it: "€10.00". */
export function money(tag: string, amount: string, currency: string): string {
  const options = { style: 'currency', currency } as const;
  const text = amount as Intl.StringNumericLiteral;
  try {
    return new Intl.NumberFormat(tag, options).format(text);
  } catch {
    return new Intl.NumberFormat('en', options).format(text);
  }
}
