import { FILES } from '../server/pages/texts.ts';

/** The looks of the form, defined in `themes.css` by custom properties and parts. */
export const THEMES = ['plain', 'ink', 'soft'] as const;
export type Theme = (typeof THEMES)[number];

export const themeOf = (name = ''): Theme => THEMES.find((theme) => theme === name) ?? 'plain';

/** The languages of the form that are files of their own. The companion's pages have the same. */
export const LANGUAGES: readonly string[] = Object.keys(FILES).filter((name) => name !== 'en');

/** Every language of the form in its own name. English is the page's language and needs no tag. */
export const LANGUAGE_NAMES: readonly (readonly [tag: string, name: string])[] = [
  ['', 'English'],
  ...LANGUAGES.map((tag) => [tag, ownName(tag)] as const),
];

function ownName(tag: string): string {
  const [first = '', ...rest] = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return first.toLocaleUpperCase(tag) + rest.join('');
}
