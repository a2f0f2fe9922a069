import { customerOf } from '../customers.ts';
import { type Kind, kindOf } from '../kinds.ts';
import { type Theme, themeOf } from '../looks.ts';

/** The panel's switches. They are part of the address, so that a page can be shared as it is. */
export interface Choice {
  mode: string;
  challenge: string;
  lang: string;
  theme: Theme;
  kind: Kind;
  /** the customer who is signed in; empty for a guest */
  customer: string;
  /** `yes`: the card fields are in a frame of the companion's origin */
  isolated: string;
}

type Settings = Record<keyof Choice, string>;

/** @param query returns one value of the address, if present */
export function readChoice(query: (name: string) => string | undefined): Choice {
  return {
    mode: query('mode') ?? 'auto',
    challenge: query('challenge') ?? '',
    lang: query('lang') ?? '',
    theme: themeOf(query('theme')),
    kind: kindOf(query('kind')),
    customer: customerOf(query('customer')),
    isolated: query('isolated') ? 'yes' : '',
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
