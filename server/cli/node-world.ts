import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Output, World } from './world.ts';

/** The world of a real process. */
export function nodeWorld(): World {
  subscribe('undici:client:connectError', markConnectError);
  return {
    env: process.env,
    fetch: globalThis.fetch,
    stdout: output(process.stdout),
    stderr: output(process.stderr),
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

/** `pay-form orders --all | head` closes the pipe early: this must not crash. */
function output(stream: Writable): Output {
  let closed = false;
  stream.on('error', () => {
    closed = true;
  });
  return {
    write: (chunk) =>
      new Promise((resolve) => {
        if (closed) resolve();
        else stream.write(chunk, () => resolve());
      }),
    get closed() {
      return closed;
    },
  };
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
