import { COMMANDS, findCommand } from './commands.ts';
import { EXIT } from './exit-codes.ts';
import { helpOfAll } from './help.ts';
import { withoutSecrets } from './redact.ts';
import { UsageError } from './usage-error.ts';
import { packageVersion } from './version.ts';
import type { World } from './world.ts';

/**
 * Runs a command line. Never throws.
 * @param argv the arguments after "pay-form"
 * @returns the exit code
 */
export async function run(argv: readonly string[], outside: World): Promise<number> {
  const world = withoutSecrets(outside);
  try {
    return await dispatch(argv, world);
  } catch (error) {
    return complain(error, findCommand(argv)?.command.name, world);
  }
}

async function dispatch(argv: readonly string[], world: World): Promise<number> {
  const [first] = argv;
  if (isHelp(first) || (first === 'help' && argv.length === 1)) return say(helpOfAll(COMMANDS), world);
  if (first === '--version') return say(`${packageVersion()}\n`, world);
  if (first === 'help') return help(argv.slice(1), world);
  if (first === undefined) {
    await world.stderr.write(helpOfAll(COMMANDS));
    return EXIT.misused;
  }
  const found = findCommand(argv);
  if (!found) throw new UsageError(unknown(first));
  return found.command.run(found.rest, world);
}

const isHelp = (word?: string): boolean => word === '--help' || word === '-h';

async function say(text: string, world: World): Promise<number> {
  await world.stdout.write(text);
  return EXIT.done;
}

async function help(argv: readonly string[], world: World): Promise<number> {
  const found = findCommand(argv);
  if (isHelp(argv[0]) || argv[0] === 'help') return say(helpOfAll(COMMANDS), world);
  if (!found) throw new UsageError(unknown(argv[0] ?? ''));
  return say(found.command.help, world);
}

/** Quotes only words that look like a command; anything else might be a secret. */
function unknown(word: string): string {
  const kind = word.startsWith('-') ? 'option' : 'command';
  return /^-{0,2}[a-z][a-z-]{0,19}$/.test(word) ? `Unknown ${kind} "${word}".` : `Unknown ${kind}.`;
}

async function complain(error: unknown, name: string | undefined, world: World): Promise<number> {
  const prefix = name ? `pay-form ${name}` : 'pay-form';
  if (error instanceof UsageError) {
    const where = name ? `pay-form help ${name}` : 'pay-form help';
    await world.stderr.write(`${prefix}: ${error.message}\nSee \`${where}\`.\n`);
    return EXIT.misused;
  }
  await world.stderr.write(`${prefix}: unexpected error: ${whereOf(error)}\n`);
  return EXIT.failed;
}

/** The place of an error without its message, which may quote the input. */
function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 5)].join('\n');
}
