import type { ValueRule } from './value-rules.ts';

/** An option as `parseArgs` takes it, and what the help says of it. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  /** a letter that means the same */
  short?: string;
  multiple?: true;
  /** how its value is called in the help, as "<decimal>" */
  value?: string;
  /** what its value must be */
  rule?: ValueRule;
  help: string;
}

export type Options = Readonly<Record<string, OptionSpec>>;

/** What was given, by option. */
export type Values<O extends Options> = {
  [Name in keyof O]?: O[Name] extends { type: 'boolean' }
    ? boolean
    : O[Name] extends { multiple: true }
      ? string[]
      : string;
};
