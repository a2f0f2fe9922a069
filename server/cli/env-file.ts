import { existsSync } from 'node:fs';
import process from 'node:process';
import { UsageError } from './usage-error.ts';

/** Commands without settings; also the sandbox, because PORT and others in a companion's file are not meant for it. */
const WITHOUT = /^(-.*|help|sandbox)$/;

/**
 * Reads `.env` of the working directory into the environment if the command uses settings. Existing variables take
 * precedence. Bun reads the file by itself.
 * @param argv the arguments after "pay-form"
 * @returns a line that reports this, or null if nothing was read
 * @throws UsageError if the file exists and cannot be read
 */
export function readEnvFile(argv: readonly string[], file = '.env'): string | null {
  const isHelp = argv.length === 0 || argv.includes('--help') || argv.includes('-h');
  if (isHelp || WITHOUT.test(argv[0] ?? '') || !existsSync(file)) return null;
  // Available in Node since 20.12.
  if (typeof process.loadEnvFile !== 'function') return null;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new UsageError(`${file} cannot be read (${code}).`);
  }
  return `Read settings from ${file}; the environment takes precedence.\n`;
}
