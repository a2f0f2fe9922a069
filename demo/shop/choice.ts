import { LANGUAGES } from '../../server/contract/language.ts';
import { type Kind, kindOf } from './kinds.ts';

/** The looks of the form, defined in `themes.css`. */
export const THEMES: readonly string[] = ['plain', 'ink', 'soft'];

/** The languages of the form that are files of their own. English is the page's language and needs no file. */
export const OTHER_LANGUAGES: readonly string[] = LANGUAGES.filter((name) => name !== 'en');

/** The panel's switches. They are part of the address, so that a page can be shared as it is. */
export interface Choice {
  mode: string;
  challenge: string;
  lang: string;
  theme: string;
  kind: Kind;
  /** the id of the customer who is signed in; empty for a guest */
  customer: string;
  /** `yes`: the card fields are in a frame of the companion's origin */
  isolated: string;
}

/**
 * Values end up in attributes of the tag, so only words are accepted.
 * @param query returns one value of the address, if present
 */
export function readChoice(query: (name: string) => string | undefined): Choice {
  const word = (name: string) => (query(name) ?? '').replaceAll(/[^\w-]/g, '');
  return {
    mode: word('mode') || 'auto',
    challenge: word('challenge'),
    lang: word('lang'),
    theme: word('theme') || 'plain',
    kind: kindOf(word('kind')),
    customer: word('customer'),
    isolated: word('isolated') ? 'yes' : '',
  };
}

/** The choice with these changes as a query string; empty if everything is at its default. */
export function choiceQuery(choice: Choice, changes: Partial<Record<keyof Choice, string>> = {}): string {
  const values = { ...choice, kind: choice.kind.name, ...changes };
  const said = Object.entries(values).filter(([, value]) => value && value !== 'auto' && value !== 'plain');
  return said.length > 0 ? `?${new URLSearchParams(said)}` : '';
}
