import { type Options, readArguments, type Values } from './arguments.ts';
import { helpOf } from './help.ts';
import type { World } from './world.ts';

export interface Input<O extends Options> {
  values: Values<O>;
  positionals: string[];
  /** the original arguments after the command's name */
  argv: readonly string[];
}

export interface CommandSpec<O extends Options> {
  /** "orders create" */
  name: string;
  /** one line, for the list of commands */
  summary: string;
  options: O;
  /** names of the positional arguments: "<orderId>" is required, "[id]" is not */
  positionals?: readonly string[];
  /** further notes, in lines */
  notes?: string;
  /** a command line without "pay-form", and its purpose */
  examples: readonly (readonly [string, string])[];
  /** Returns the exit code. */
  run(input: Input<O>, world: World): Promise<number>;
}

export interface Command {
  name: string;
  summary: string;
  help: string;
  /** @throws UsageError if the arguments are invalid */
  run(argv: readonly string[], world: World): Promise<number>;
}

/** A command with strict arguments and help. */
export function command<const O extends Options>(spec: CommandSpec<O>): Command {
  const { name, summary, options, positionals = [] } = spec;
  return {
    name,
    summary,
    help: helpOf(spec),
    run: async (argv, world) => spec.run({ ...readArguments(argv, options, positionals), argv }, world),
  };
}
