import { type Options, readArguments, type Values } from './arguments.ts';
import { type CommandText, helpOf } from './help.ts';
import type { World } from './world.ts';

export interface Input<O extends Options> {
  values: Values<O>;
  positionals: string[];
  /** the original arguments after the command's name */
  argv: readonly string[];
}

export interface CommandSpec<O extends Options> extends CommandText {
  options: O;
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
