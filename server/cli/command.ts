import { type Option, type Options, readArguments, type Values } from './arguments.ts';
import type { Terminal } from './terminal.ts';
import { pairs } from './text.ts';

/** The process's exit codes. Scripts may rely on them. */
export const EXIT = {
  /** done, or nothing found to report */
  done: 0,
  /** not done: refused, failed or not reached */
  failed: 1,
  /** the command line or its environment is invalid; nothing was sent */
  misused: 2,
  /** started, and the outcome is still unknown: never to be treated as a failure */
  open: 3,
} as const;

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
  /** a command line without "pay-form", and its purpose: "orders  # All payments." */
  examples: readonly string[];
  /** Returns the exit code. */
  run(input: Input<O>, terminal: Terminal): Promise<number>;
}

export interface Command {
  name: string;
  summary: string;
  help: string;
  /** @throws UsageError if the arguments are invalid */
  run(argv: readonly string[], terminal: Terminal): Promise<number>;
}

/** A command with strict arguments and help. */
export function command<const O extends Options>(spec: CommandSpec<O>): Command {
  const { name, summary, positionals = [] } = spec;
  return {
    name,
    summary,
    get help() {
      return helpOf(spec);
    },
    run: async (argv, terminal) =>
      spec.run({ ...readArguments(argv, spec.options, positionals), argv }, terminal),
  };
}

function helpOf(spec: Omit<CommandSpec<Options>, 'run'>): string {
  const { name, summary, options, positionals = [], notes, examples } = spec;
  const entries = Object.entries(options);
  const required = entries.filter(([, option]) => option.required).map(nameOf);
  const optional = required.length < entries.length ? ['[options]'] : [];
  const blocks = [
    `Usage: ${['pay-form', name, ...positionals, ...required, ...optional].join(' ')}\n`,
    `${summary}.\n`,
    ...(notes ? [`${notes}\n`] : []),
    `Options:\n${pairs([...entries.map((entry) => [nameOf(entry), entry[1].help] as const), HELP])}`,
    `Examples:\n${examples.map((line) => `  pay-form ${line.replace('  # ', '\n      ')}\n`).join('')}`,
  ];
  return blocks.join('\n');
}

const HELP = ['-h, --help', 'print this help'] as const;

const nameOf = ([name, { value }]: [string, Option]): string => (value ? `--${name} ${value}` : `--${name}`);

/** The list of all commands. */
export function helpOfAll(commands: readonly Command[]): string {
  const lines = commands.map(({ name, summary }) => [name, summary] as const);
  return `Usage: pay-form <command> [options]

Commands:
${pairs([...lines, ['help [command]', 'Explains a command, its options and its use']])}
Options:
${pairs([HELP, ['--version', 'print the version']])}
Exit codes: 0 done; 1 refused or failed; 2 invalid command line, nothing was sent;
3 started, outcome not known yet (never treat it as a failure).
`;
}
