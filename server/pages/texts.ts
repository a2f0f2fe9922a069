import type { PageTexts } from './texts/en.ts';

/**
 * The texts of the companion's pages, a file per language, loaded when it is first needed: they would slow down every
 * start. Written out, because bundlers cannot follow a computed address.
 */
export const TEXTS = {
  ar: () => import('./texts/ar.ts'),
  az: () => import('./texts/az.ts'),
  bg: () => import('./texts/bg.ts'),
  cs: () => import('./texts/cs.ts'),
  da: () => import('./texts/da.ts'),
  de: () => import('./texts/de.ts'),
  el: () => import('./texts/el.ts'),
  en: () => import('./texts/en.ts'),
  es: () => import('./texts/es.ts'),
  fa: () => import('./texts/fa.ts'),
  fi: () => import('./texts/fi.ts'),
  fr: () => import('./texts/fr.ts'),
  he: () => import('./texts/he.ts'),
  hi: () => import('./texts/hi.ts'),
  hr: () => import('./texts/hr.ts'),
  hu: () => import('./texts/hu.ts'),
  it: () => import('./texts/it.ts'),
  ja: () => import('./texts/ja.ts'),
  ko: () => import('./texts/ko.ts'),
  nl: () => import('./texts/nl.ts'),
  no: () => import('./texts/no.ts'),
  pl: () => import('./texts/pl.ts'),
  pt: () => import('./texts/pt.ts'),
  'pt-br': () => import('./texts/pt-br.ts'),
  ro: () => import('./texts/ro.ts'),
  ru: () => import('./texts/ru.ts'),
  sk: () => import('./texts/sk.ts'),
  sl: () => import('./texts/sl.ts'),
  sr: () => import('./texts/sr.ts'),
  sv: () => import('./texts/sv.ts'),
  th: () => import('./texts/th.ts'),
  tr: () => import('./texts/tr.ts'),
  uk: () => import('./texts/uk.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-hant': () => import('./texts/zh-hant.ts'),
} satisfies Readonly<Record<string, () => Promise<{ texts: PageTexts }>>>;
