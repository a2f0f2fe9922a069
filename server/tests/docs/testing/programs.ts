import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { ROOT } from './page.ts';

/** For tests: programs from the docs, run by the interpreter of their language, if this machine has one. */

/** By the language of the block: the interpreter, and the shell's command that runs the file `$0`, or checks it. */
const LANGUAGES = {
  js: ['node', 'exec node "$0"'],
  ts: ['node', 'exec node --import tsx "$0"'],
  php: ['php', 'exec php ${PORT:+-S 127.0.0.1:$PORT} "$0"'],
  python: ['python3', 'exec python3 "$0"'],
  go: ['go', 'go build -o "$0.out" "$0" && exec "$0.out"'],
  // The compiler, because `java` without one runs no source file.
  java: ['javac', 'exec java "$0"'],
  ruby: ['ruby', 'exec ruby "$0"'],
  sh: ['openssl', 'exec sh -eu "$0"'],
  caddyfile: ['caddy', 'caddy validate --config "$0" --adapter caddyfile >&2'],
  yaml: ['promtool', 'promtool check rules "$0" >&2'],
} as const;
/** Names of files by which Node knows modules. */
const ENDINGS: Readonly<Record<string, string>> = { js: 'mjs', ts: 'mts' };

/** Whether the shell finds a program. */
export const isFound = (program: string): boolean =>
  spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;

/** @throws Error if no program of the language can be run anywhere */
export function canRun(language: string): boolean {
  const [interpreter] = LANGUAGES[language as keyof typeof LANGUAGES] ?? [];
  if (interpreter === undefined) throw new Error(`nothing runs ${language}`);
  return isFound(interpreter);
}

/** A folder in which a program finds this package and its dependencies, as where they are installed. */
export function newFolder(): string {
  mkdirSync(`${ROOT}.cache`, { recursive: true });
  return mkdtempSync(`${ROOT}.cache/docs-`);
}

interface Options {
  env?: Record<string, string>;
  /** default: the root of the repository; of a program of a page a new folder */
  cwd?: string;
  /** is told what is printed */
  onPrint?: (text: string) => void;
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
  const running = promisify(execFile)(command, args, withEnvironment(options));
  running.child.stdout?.on('data', (data) => options.onPrint?.(String(data)));
  return (await running).stdout;
}

/** As {@link execute}, for a program of a page. */
export async function run(language: string, program: string, options: Options): Promise<string> {
  const [args, cwd, remove] = prepare(language, program, options.cwd);
  return execute('sh', args, { ...options, cwd }).finally(remove);
}

export interface RunningProgram {
  /** everything printed so far */
  printed: () => string;
  /** Resolves once it has printed the text. */
  says: (text: string | RegExp) => Promise<void>;
  end: () => Promise<void>;
}

/** Starts a program of a page that does not end by itself. */
export function start(language: string, program: string, env: Record<string, string>): RunningProgram {
  const [args, cwd, remove] = prepare(language, program);
  const running = startCommand('sh', args, { env: { TMPDIR: cwd, ...env }, cwd });
  return { ...running, end: () => running.end().finally(remove) };
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

/** Writes the program into a folder. Returns the arguments of `sh` that run it, the folder, and what removes that if it is new. */
function prepare(language: string, program: string, given?: string): [string[], string, () => void] {
  const folder = given ?? newFolder();
  const file = join(folder, `program.${ENDINGS[language] ?? language}`);
  writeFileSync(file, program);
  const remove = () => (given ? undefined : rmSync(folder, { recursive: true, force: true }));
  return [['-c', LANGUAGES[language as keyof typeof LANGUAGES][1], file], folder, remove];
}
