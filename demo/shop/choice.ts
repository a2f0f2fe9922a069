import { customerOf } from '../customers.ts';
import { type Kind, kindOf } from '../kinds.ts';
import { type Theme, themeOf } from '../looks.ts';

/** What the switches of the panel say. They stand in the address, so that a page can be sent to somebody as it is. */
export interface Choice {
  mode: string;
  challenge: string;
  lang: string;
  theme: Theme;
  kind: Kind;
  /** who is signed in; empty for a guest */
  customer: string;
  /** `yes`: the card fields stand in a frame of the companion's origin */
  isolated: string;
}

type Settings = Record<keyof Choice, string>;

/** @param query one value of the address, or nothing */
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

/** The choice as the end of an address, with these changes; empty where everything is as usual. */
export function choiceQuery(choice: Choice, changes: Partial<Settings> = {}): string {
  const { mode, theme, kind, ...others } = choice;
  const usual = { mode: mode === 'auto' ? '' : mode, theme: theme === 'plain' ? '' : theme, kind: kind.name };
  const values = { ...others, ...usual, ...changes };
  const said = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  return said.size > 0 ? `?${said}` : '';
}
