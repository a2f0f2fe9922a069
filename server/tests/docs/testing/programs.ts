import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { ROOT } from './page.ts';

/** For tests: programs from the docs, run by the interpreter of their language, if this machine has one. */

/** By the language of the block: the interpreter, and the shell's command that runs the file `$0`. */
const LANGUAGES = {
  // By its text, so that it finds this package and its dependencies, as in an installation.
  js: ['node', 'exec node --input-type=module --eval "$(cat "$0")"'],
  php: ['php', 'exec php ${PORT:+-S 127.0.0.1:$PORT} "$0"'],
  python: ['python3', 'exec python3 "$0"'],
  go: ['go', 'go build -o "$0.out" "$0" && exec "$0.out"'],
  // The compiler, because `java` without one runs no source file.
  java: ['javac', 'exec java "$0"'],
  ruby: ['ruby', 'exec ruby "$0"'],
  sh: ['openssl', 'exec sh -eu "$0"'],
} as const;
export type Language = keyof typeof LANGUAGES;

/** Whether the shell finds a program. */
export const isFound = (program: string): boolean =>
  spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;

export const canRun = (language: Language): boolean => isFound(LANGUAGES[language][0]);

interface Options {
  env?: Record<string, string>;
  cwd?: string;
}

/** From this process, programs get only the variables that interpreters need. */
const withEnvironment = ({ env, cwd = ROOT }: Options) => ({
  cwd,
  env: { PATH: process.env['PATH'], HOME: process.env['HOME'] ?? tmpdir(), ...env },
});

/**
 * Runs a command to its end.
 * @returns its output
 * @throws Error with what it wrote to standard error if it ends with another exit code than 0
 */
export async function execute(
  command: string,
  args: readonly string[],
  options: Options = {},
): Promise<string> {
  return (await promisify(execFile)(command, args, withEnvironment(options))).stdout;
}

/** As {@link execute}, for a program of a page. */
export async function run(language: Language, program: string, env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
  try {
    return await execute('sh', prepare(folder, language, program), { env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface RunningProgram {
  /** everything printed so far */
  printed: () => string;
  /** Resolves once it has printed the text. */
  says: (text: string | RegExp) => Promise<void>;
  end: () => Promise<void>;
}

/** Starts a program of a page that does not end by itself. */
export function start(language: Language, program: string, env: Record<string, string>): RunningProgram {
  const folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
  const running = startCommand('sh', prepare(folder, language, program), { env });
  return {
    ...running,
    async end() {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a command that does not end by itself. */
export function startCommand(
  command: string,
  args: readonly string[],
  options: Options = {},
): RunningProgram {
  const child = spawn(command, args, withEnvironment(options));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (printed += data.toString()));
  let isOver = false;
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void over.then(() => (isOver = true));
  return {
    printed: () => printed,
    async says(text) {
      const isSaid = () => (typeof text === 'string' ? printed.includes(text) : text.test(printed));
      await vi.waitUntil(() => isSaid() || isOver, { timeout: 60_000 });
      if (!isSaid()) throw new Error(`it ended: ${printed}`);
    },
    async end() {
      child.kill('SIGTERM');
      await over;
    },
  };
}

/** Writes the program into the folder. Returns the arguments of `sh` that run it. */
function prepare(folder: string, language: Language, program: string): string[] {
  const file = join(folder, `program.${language}`);
  writeFileSync(file, program);
  return ['-c', LANGUAGES[language][1], file];
}
