import { SettingsError } from '../settings.ts';
import { BackupError } from '../store/backup-sqlite.ts';
import { StoreError } from '../store/session.ts';
import { UsageError } from './arguments.ts';
import { EXIT, helpOfAll } from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';
import { packageVersion, withoutSecrets, type Terminal } from './terminal.ts';

/**
 * Runs a command line. Never throws.
 * @param argv the arguments after "pay-form"
 * @returns the exit code
 */
export async function run(argv: readonly string[], outside: Terminal): Promise<number> {
  const terminal = withoutSecrets(outside);
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    return complain(error, findCommand(argv)?.command.name, terminal);
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [first, second] = argv;
  if (first === undefined) {
    terminal.say(helpOfAll(COMMANDS));
    return EXIT.misused;
  }
  if (first === '--version') return print(`${packageVersion()}\n`, terminal);
  if (isHelp(first) || (first === 'help' && isHelp(second ?? '-h')))
    return print(helpOfAll(COMMANDS), terminal);
  const found = findCommand(first === 'help' ? argv.slice(1) : argv);
  if (!found) throw unknown((first === 'help' ? second : first) ?? '');
  const { command, rest } = found;
  if (first === 'help' || rest.some(isHelp)) return print(command.help, terminal);
  if (terminal.envFile.size > 0) {
    terminal.say('Read settings from .env; the environment takes precedence.\n');
  }
  return command.run(rest, terminal);
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** Quotes only a word that looks like a name: any other may be a secret. */
function unknown(word: string): UsageError {
  const isName = /^-{0,2}[a-z][a-z-]{0,19}$/.test(word);
  return new UsageError(`Unknown command${isName ? ` "${word}"` : ''}.`);
}

function print(text: string, terminal: Terminal): number {
  terminal.print(text);
  return EXIT.done;
}

function complain(error: unknown, name: string | undefined, terminal: Terminal): number {
  const prefix = ['pay-form', name].filter(Boolean).join(' ');
  if (error instanceof UsageError) {
    const help = ['pay-form help', name].filter(Boolean).join(' ');
    terminal.say(`${prefix}: ${error.message}\nSee \`${help}\`.\n`);
    return EXIT.misused;
  }
  const problems = problemsOf(error) ?? [`unexpected error: ${placeOf(error)}`];
  terminal.say(problems.map((one) => `${prefix}: ${one}\n`).join(''));
  return EXIT.failed;
}

/** The parts of an error of settings or store, which quote no secret; null for a bug of ours. */
function problemsOf(error: unknown): readonly string[] | null {
  if (error instanceof SettingsError) return error.problems;
  return error instanceof StoreError || error instanceof BackupError ? [error.message] : null;
}

/** The place of an error without its message, which may quote the input. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 5)].join('\n');
}
