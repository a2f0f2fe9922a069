import { existsSync } from 'node:fs';
import process from 'node:process';

/** Commands without settings; also the sandbox, because PORT and others in a companion's file are not meant for it. */
const WITHOUT = /^(-.*|help|sandbox)$/;

/**
 * Reads `.env` of the working directory into the environment if the command uses settings. Existing variables take
 * precedence.
 * @param argv the arguments after "pay-form"
 * @returns the names that were set
 * @throws Error if the file exists and cannot be read
 */
export function readEnvFile(argv: readonly string[], file = '.env'): ReadonlySet<string> {
  if (WITHOUT.test(argv[0] ?? '-') || !existsSync(file)) return new Set();
  // Bun reads the file by itself.
  if (typeof process.loadEnvFile !== 'function') return new Set();
  const before = new Set(Object.keys(process.env));
  try {
    process.loadEnvFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new Error(`${file} cannot be read (${code}).`, { cause: error });
  }
  return new Set(Object.keys(process.env).filter((name) => !before.has(name)));
}
