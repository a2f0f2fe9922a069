import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { parseEnv } from 'node:util';

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
  const given = Object.entries(parseEnv(contentOf(file))).filter(([name]) => process.env[name] === undefined);
  Object.assign(process.env, Object.fromEntries(given));
  return new Set(given.map(([name]) => name));
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new Error(`${file} cannot be read (${code}).`, { cause: error });
  }
}
