import type { Options, OptionSpec } from './options.ts';

/** The texts for the help of a command. */
export interface CommandText {
  /** "orders create" */
  name: string;
  /** one line, for the list of commands */
  summary: string;
  /** its forms, without "pay-form": "orders <orderId> [options]" */
  usage: readonly string[];
  options: Options;
  /** further notes, in lines */
  notes?: string;
  /** a command line without "pay-form", and its purpose */
  examples: readonly (readonly [string, string])[];
}

/** The help of one command. */
export function helpOf(text: CommandText): string {
  const forms = text.usage.map((form, index) => `${index === 0 ? 'Usage:' : '      '} pay-form ${form}`);
  const examples = text.examples.map(([line, what]) => `  pay-form ${line}\n      ${what}`);
  const blocks = [
    forms.join('\n'),
    `${text.summary}.`,
    ...(text.notes ? [text.notes] : []),
    `Options:\n${columns(Object.entries(text.options).map(optionLine))}`,
    `Examples:\n${examples.join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The list of all commands. */
export function helpOfAll(commands: readonly { name: string; summary: string }[]): string {
  const lines = commands.map(({ name, summary }) => [name, summary] as const);
  return `Usage: pay-form <command> [options]

Commands:
${columns([...lines, ['help [command]', 'Explains a command, its options and its use']])}

Options:
  -h, --help  print this help
  --version   print the version

Exit codes: 0 done; 1 refused or failed; 2 invalid command line, nothing was sent;
3 started, outcome not known yet (never treat it as a failure).
`;
}

function optionLine([name, { short, value, help }]: [string, OptionSpec]): [string, string] {
  const long = value ? `--${name} ${value}` : `--${name}`;
  return [short ? `-${short}, ${long}` : long, help];
}

function columns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
