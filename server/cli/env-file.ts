import { existsSync } from 'node:fs';
import process from 'node:process';
import { UsageError } from './usage-error.ts';

/** What needs no settings; and the sandbox, for which PORT and the like of a companion's file are not meant. */
const WITHOUT = /^(-.*|help|sandbox|integrity)$/;

/**
 * Reads `.env` of the working directory into the environment, where a command uses settings. What the environment has
 * already counts first. Bun reads the file by itself.
 * @param argv what follows "pay-form"
 * @returns a line that says so, or null where nothing was read
 * @throws UsageError where the file is there and cannot be read
 */
export function readEnvFile(argv: readonly string[], file = '.env'): string | null {
  const isHelp = argv.length === 0 || argv.includes('--help') || argv.includes('-h');
  if (isHelp || WITHOUT.test(argv[0] ?? '') || !existsSync(file)) return null;
  // Node has it from 20.12 on.
  if (typeof process.loadEnvFile !== 'function') return null;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new UsageError(`${file} cannot be read (${code}).`);
  }
  return `Read settings from ${file}; the environment takes precedence.\n`;
}
