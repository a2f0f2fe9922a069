import type { ValueRule } from './value-rules.ts';

/** An option for `parseArgs`, with its help text. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  /** a one-letter alias */
  short?: string;
  multiple?: true;
  /** the name of its value in the help, as "<decimal>" */
  value?: string;
  /** the rule for its value */
  rule?: ValueRule;
  help: string;
}

export type Options = Readonly<Record<string, OptionSpec>>;

/** The given values, by option. */
export type Values<O extends Options> = {
  [Name in keyof O]?: O[Name] extends { type: 'boolean' }
    ? boolean
    : O[Name] extends { multiple: true }
      ? string[]
      : string;
};
