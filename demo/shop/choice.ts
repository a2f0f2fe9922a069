import { type Kind, kindOf } from '../kinds.ts';
import { type Theme, themeOf } from '../looks.ts';

/** The panel's switches. They are part of the address, so that a page can be shared as it is. */
export interface Choice {
  mode: string;
  challenge: string;
  lang: string;
  theme: Theme;
  kind: Kind;
  /** the id of the customer who is signed in; empty for a guest */
  customer: string;
  /** `yes`: the card fields are in a frame of the companion's origin */
  isolated: string;
}

type Settings = Record<keyof Choice, string>;

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
    theme: themeOf(word('theme')),
    kind: kindOf(word('kind')),
    customer: word('customer'),
    isolated: word('isolated') ? 'yes' : '',
  };
}

/** The choice with these changes as a query string; empty if everything is at its default. */
export function choiceQuery(choice: Choice, changes: Partial<Settings> = {}): string {
  const { mode, theme, kind, ...others } = choice;
  const usual = { mode: mode === 'auto' ? '' : mode, theme: theme === 'plain' ? '' : theme, kind: kind.name };
  const values = { ...others, ...usual, ...changes };
  const said = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  return said.size > 0 ? `?${said}` : '';
}
