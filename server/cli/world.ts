import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** What a command needs from its process; tests pass their own. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  /** the names of the settings that come from the file .env */
  envFile: ReadonlySet<string>;
  fetch: typeof globalThis.fetch;
  /** Writes to standard output. */
  print(text: string): void;
  /** Writes to standard error. */
  say(text: string): void;
  /** standard output, for files */
  stdout: Writable;
  /** the full standard input as text */
  readStdin: () => Promise<string>;
  now: () => Date;
  /** a new Idempotency-Key */
  newKey: () => string;
  /** @param ms milliseconds */
  sleep: (ms: number) => Promise<void>;
  /** aborted when the user presses Ctrl-C; after the first call the process no longer ends by itself */
  interrupted: () => AbortSignal;
}

/** The world of a real process. */
export function nodeWorld(envFile: ReadonlySet<string> = new Set()): World {
  subscribe('undici:client:connectError', markConnectError);
  // `pay-form orders --all | head` closes the pipe early: this must not crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return {
    env: process.env,
    envFile,
    fetch: globalThis.fetch,
    print: (line) => void process.stdout.write(line),
    say: (line) => void process.stderr.write(line),
    stdout: process.stdout,
    readStdin: () => text(process.stdin),
    now: () => new Date(),
    newKey: randomUUID,
    sleep: (ms) => setTimeout(ms),
    interrupted: interruption(),
  };
}

/** Node's fetch knows that a connection was never established, including its TLS handshake, but its error does not say so. */
function markConnectError(message: unknown): void {
  const { error } = message as { error?: unknown };
  if (error instanceof Error) Object.assign(error, { syscall: 'connect' });
}

/** A second Ctrl-C ends the process as usual. SIGTERM is treated the same. */
function interruption(): () => AbortSignal {
  let controller: AbortController | null = null;
  return () => {
    if (controller) return controller.signal;
    const made = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => made.abort());
    controller = made;
    return made.signal;
  };
}

/** Shorter values are common words. */
const LEAST_SECRET = 8;

/** The same world, except that it never prints a secret of its environment, whoever quoted it in a message. */
export function withoutSecrets(world: World): World {
  const secrets = Object.entries(world.env)
    .filter(([name]) => /(KEY|SECRET)$/.test(name))
    .flatMap(([, value]) => value?.trim() ?? [])
    .filter((secret) => secret.length >= LEAST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length);
  const clean = (words: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), words);
  return {
    ...world,
    print: (words) => world.print(clean(words)),
    say: (words) => world.say(clean(words)),
  };
}
