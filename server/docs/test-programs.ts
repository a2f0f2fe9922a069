import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './test-page.ts';

/** For tests: programs from the docs, run by the interpreter of their language, if this machine has one. */

interface Language {
  /** the file for the program; null if it is passed as an argument */
  file: string | null;
  /** the command that runs the file, or the program itself */
  command: (program: string) => [string, ...string[]];
  /** checks whether the interpreter exists */
  version: [string, ...string[]];
}

export const LANGUAGES = {
  // In the root folder, so that it finds this package's dependencies, as in an installation.
  js: {
    file: null,
    command: (program) => [process.execPath, '--input-type=module', '--eval', program],
    version: [process.execPath, '-v'],
  },
  php: { file: 'program.php', command: (file) => ['php', file], version: ['php', '-v'] },
  'php-server': {
    file: 'program.php',
    command: (file) => ['sh', '-c', 'exec php -S "127.0.0.1:$PORT" "$0"', file],
    version: ['php', '-v'],
  },
  python: { file: 'program.py', command: (file) => ['python3', file], version: ['python3', '-V'] },
  go: { file: 'main.go', command: (file) => ['go', 'run', file], version: ['go', 'version'] },
  // `go run` would leave its program running when it is ended.
  'go-server': {
    file: 'main.go',
    command: (file) => ['sh', '-c', 'go build -o "$0.out" "$0" && exec "$0.out"', file],
    version: ['go', 'version'],
  },
  // The compiler, because `java` without one runs no source file.
  java: { file: 'OrderToken.java', command: (file) => ['java', file], version: ['javac', '-version'] },
  ruby: { file: 'program.rb', command: (file) => ['ruby', file], version: ['ruby', '-v'] },
  sh: { file: 'program.sh', command: (file) => ['sh', '-eu', file], version: ['openssl', 'version'] },
} satisfies Record<string, Language>;
export type LanguageName = keyof typeof LANGUAGES;

/** Whether a program can be started. */
export function isFound(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const canRun = (name: LanguageName): boolean => {
  const [command, ...args] = LANGUAGES[name].version;
  return isFound(command, ...args);
};

/** The environment of a program: from this process only the variables that interpreters need. */
export const environment = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? tmpdir(),
  ...env,
});

/**
 * Runs a program to its end.
 * @returns its output
 * @throws Error with its output if it ends with another exit code than 0
 */
export async function run(name: LanguageName, program: string, env: Record<string, string>): Promise<string> {
  const { command, forget } = prepare(name, program);
  try {
    return await execute(command[0], command.slice(1), { env: environment(env), cwd: ROOT });
  } finally {
    forget();
  }
}

function prepare(
  name: LanguageName,
  program: string,
): { command: [string, ...string[]]; forget: () => void } {
  const language: Language = LANGUAGES[name];
  if (language.file === null) return { command: language.command(program), forget: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
  const file = join(folder, language.file);
  writeFileSync(file, program);
  return {
    command: language.command(file),
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @throws Error with the output if the exit code is not 0 */
export function execute(
  command: string,
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { encoding: 'utf8', ...options }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stdout}${stderr}`));
      else resolve(stdout);
    });
  });
}

export interface RunningProgram {
  /** everything printed so far */
  printed: () => string;
  /** Resolves once it has printed the text. */
  says: (text: string | RegExp) => Promise<void>;
  end: () => Promise<void>;
}

/** Starts a program that does not end by itself. */
export function start(name: LanguageName, program: string, env: Record<string, string>): RunningProgram {
  const { command, forget } = prepare(name, program);
  const [file, ...args] = command;
  return follow(
    spawn(file, args, { env: environment(env), cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }),
    forget,
  );
}

/** Starts a command that does not end by itself. */
export const startCommand = (
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): RunningProgram => follow(spawn(command, args, { env: environment({}), ...options }));

/** Follows a child process by its output. */
function follow(child: ChildProcess, ended: () => void = () => {}): RunningProgram {
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => (printed += data.toString()));
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const isSaid = (text: string | RegExp): boolean =>
    typeof text === 'string' ? printed.includes(text) : text.test(printed);
  return {
    printed: () => printed,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => (isSaid(text) ? resolve() : undefined);
        for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
        void over.then(() => (isSaid(text) ? resolve() : reject(new Error(`it ended: ${printed}`))));
        look();
      }),
    async end() {
      child.kill('SIGTERM');
      await over;
      ended();
    },
  };
}
