import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import util from 'node:util';
import { errorCode } from '../gateway/failure.ts';

/** What a command needs from its process; tests pass their own. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** the names of the settings that come from the file .env */
  envFile: ReadonlySet<string>;
  fetch: typeof globalThis.fetch;
  /** Writes to standard output: text, or a file as it is. */
  print(text: string | Uint8Array): void;
  /** Writes to standard error. */
  say(text: string): void;
  /** the full standard input as text */
  readStdin: () => Promise<string>;
  now: () => Date;
  /** a new Idempotency-Key */
  newKey: () => string;
  /** @param ms milliseconds */
  sleep: (ms: number) => Promise<void>;
  /** aborted when the user presses Ctrl-C; after this call the process no longer ends by itself */
  interrupted: () => AbortSignal;
}

/** The terminal of a real process. */
export function nodeTerminal(envFile: ReadonlySet<string> = new Set()): Terminal {
  // `pay-form orders --all | head` closes the pipe early: this must not crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    env: process.env,
    envFile,
    fetch: globalThis.fetch,
    print: (line) => void process.stdout.write(line),
    say: (line) => void process.stderr.write(line),
    readStdin: () => text(process.stdin),
    now: () => new Date(),
    newKey: randomUUID,
    sleep: (ms) => setTimeout(ms),
    interrupted: interruption,
  };
}

/** A second Ctrl-C ends the process as usual. SIGTERM is treated the same. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** The same terminal, except that it never prints a secret of its environment, whoever quoted it in a message. */
export function withoutSecrets(terminal: Terminal): Terminal {
  const secrets = Object.entries(terminal.env)
    .filter(([name]) => /(KEY|SECRET)$/.test(name))
    .map(([, value]) => value?.trim() ?? '')
    // Shorter values are common words.
    .filter((secret) => secret.length >= 8)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length);
  const clean = (words: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), words);
  return {
    ...terminal,
    print: (words) => terminal.print(typeof words === 'string' ? clean(words) : words),
    say: (words) => terminal.say(clean(words)),
  };
}

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
  if ('Bun' in globalThis) return new Set();
  const added = Object.entries(parseEnvFile(file)).filter(([name]) => process.env[name] === undefined);
  for (const [name, value] of added) process.env[name] = value;
  return new Set(added.map(([name]) => name));
}

/** As `node --env-file` does, which takes the byte order mark of Windows' editors for a part of the first name. */
function parseEnvFile(file: string): NodeJS.Dict<string> {
  try {
    const bytes = readFileSync(file);
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
    return util.parseEnv(new TextDecoder(encoding).decode(bytes));
  } catch (error) {
    throw new Error(`${file} cannot be read (${errorCode(error)}).`, { cause: error });
  }
}

/** The version of the package, found by its own name, built or not. */
export function packageVersion(): string {
  const about = createRequire(import.meta.url)('pay-form/package.json') as { version: string };
  return about.version;
}
