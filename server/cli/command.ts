import { readArguments } from './arguments.ts';
import { EXIT } from './exit-codes.ts';
import { type CommandText, helpOf } from './help.ts';
import type { Options, Values } from './options.ts';
import type { World } from './world.ts';

export interface Input<O extends Options> {
  values: Values<O>;
  positionals: string[];
  /** the original arguments after the command's name */
  argv: readonly string[];
}

export interface CommandSpec<O extends Options> extends CommandText {
  options: O;
  /** names of the positional arguments: "<orderId>" is required, "[id]" is not */
  positionals?: readonly string[];
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

const HELP = { help: { type: 'boolean', short: 'h', help: 'print this help' } } as const;

/** A command with strict arguments, help and `--help`. */
export function command<const O extends Options>(spec: CommandSpec<O>): Command {
  const options: Options = { ...spec.options, ...HELP };
  const help = helpOf({ ...spec, options });
  return {
    name: spec.name,
    summary: spec.summary,
    help,
    async run(argv, world) {
      const { values, positionals } = readArguments(argv, options, spec.positionals ?? []);
      if (values['help'] === true) {
        await world.stdout.write(help);
        return EXIT.done;
      }
      return spec.run({ values: values as Values<O>, positionals, argv }, world);
    },
  };
}
