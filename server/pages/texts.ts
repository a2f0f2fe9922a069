import type { Pages, Spoken } from '../../widget/messages/en.ts';
import type { LanguageName } from '../contract/language.ts';

/** What the customer reads on the companion's pages. What the tag says too is said in its words. */
export interface PageTexts extends Pages {
  readonly tag: Spoken;
}

type File = () => Promise<{ texts: Spoken; pages: Pages }>;

const english = () => import('../../widget/messages/en.ts');

/**
 * The files of all languages. They are loaded when they are first needed, because they would slow down every start.
 * Written out, because bundlers cannot follow a computed address.
 */
export const FILES: Readonly<Record<string, File>> = {
  ar: () => import('../../widget/messages/ar.ts'),
  az: () => import('../../widget/messages/az.ts'),
  bg: () => import('../../widget/messages/bg.ts'),
  cs: () => import('../../widget/messages/cs.ts'),
  da: () => import('../../widget/messages/da.ts'),
  de: () => import('../../widget/messages/de.ts'),
  el: () => import('../../widget/messages/el.ts'),
  en: english,
  es: () => import('../../widget/messages/es.ts'),
  fa: () => import('../../widget/messages/fa.ts'),
  fi: () => import('../../widget/messages/fi.ts'),
  fr: () => import('../../widget/messages/fr.ts'),
  he: () => import('../../widget/messages/he.ts'),
  hi: () => import('../../widget/messages/hi.ts'),
  hr: () => import('../../widget/messages/hr.ts'),
  hu: () => import('../../widget/messages/hu.ts'),
  it: () => import('../../widget/messages/it.ts'),
  ja: () => import('../../widget/messages/ja.ts'),
  ko: () => import('../../widget/messages/ko.ts'),
  nl: () => import('../../widget/messages/nl.ts'),
  no: () => import('../../widget/messages/no.ts'),
  pl: () => import('../../widget/messages/pl.ts'),
  pt: () => import('../../widget/messages/pt.ts'),
  'pt-br': () => import('../../widget/messages/pt-br.ts'),
  ro: () => import('../../widget/messages/ro.ts'),
  ru: () => import('../../widget/messages/ru.ts'),
  sk: () => import('../../widget/messages/sk.ts'),
  sl: () => import('../../widget/messages/sl.ts'),
  sr: () => import('../../widget/messages/sr.ts'),
  sv: () => import('../../widget/messages/sv.ts'),
  th: () => import('../../widget/messages/th.ts'),
  tr: () => import('../../widget/messages/tr.ts'),
  uk: () => import('../../widget/messages/uk.ts'),
  zh: () => import('../../widget/messages/zh.ts'),
  'zh-hant': () => import('../../widget/messages/zh-hant.ts'),
} satisfies Record<LanguageName, File>;

/** The texts of a language; English if it has none. */
export async function textsIn(name: string): Promise<PageTexts> {
  const { texts, pages } = await (FILES[name] ?? english)();
  return { ...pages, tag: texts };
}
