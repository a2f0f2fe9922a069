import type { Command } from './command.ts';
import { doctor } from './doctor/doctor.ts';
import { integrity } from './integrity.ts';
import { MERCHANT_COMMANDS } from './merchant-commands.ts';
import { merchantCommand } from './merchant-runner.ts';
import { dev, sandbox, serve } from './start.ts';
import { storeCopy } from './store-copy.ts';
import { backup, rebuild, reconcile } from './store.ts';

/** In the order of the help text. */
export const COMMANDS: readonly Command[] = [
  dev,
  serve,
  sandbox,
  doctor,
  integrity,
  backup,
  rebuild,
  reconcile,
  storeCopy,
  ...MERCHANT_COMMANDS.map(merchantCommand),
];

/** Finds the command at the start of a command line, preferring the longest name, and the arguments after it. */
export function findCommand(argv: readonly string[]): { command: Command; rest: string[] } | null {
  for (const words of [2, 1]) {
    const name = argv.slice(0, words).join(' ');
    const command = COMMANDS.find((one) => one.name === name);
    if (command) return { command, rest: argv.slice(words) };
  }
  return null;
}
