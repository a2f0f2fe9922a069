import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, closeSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { end } from '../bench/process.ts';

/** A process of the built server, its output in a file. */
export interface Child {
  pid: number;
  /** true once it has ended, by whatever */
  hasEnded(): boolean;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** A child ends when its parent has: not even a killed one leaves it behind. */
const END_WITH_PARENT = 'data:text/javascript,process.once("disconnect",()=>process.exit(1))';
const PATIENCE_MS = 30_000;
const POLL_MS = 50;

/** Starts a file of `dist/server` on plain Node; both streams are appended to the log. */
export function startChild(script: string, env: Record<string, string>, logFile: string): Child {
  const log = openSync(logFile, 'a');
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', END_WITH_PARENT, `dist/server/${script}`],
    {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', log, log, 'ipc'],
    },
  );
  closeSync(log);
  return {
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    end: (signal) => end(child, signal),
  };
}

/**
 * Waits until something is there.
 * @throws Error where the child ends before, or after half a minute
 */
export async function untilThere<T>(
  child: Child,
  look: () => Promise<T | null> | T | null,
  what: string,
): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until && !child.hasEnded()) {
    const found = await look();
    if (found !== null) return found;
    await setTimeout(POLL_MS);
  }
  throw new Error(`${what} does not start`);
}

/** The first match of a pattern's group in a log, or null. */
export function inLog(logFile: string, pattern: RegExp): string | null {
  return pattern.exec(readFileSync(logFile, 'utf8'))?.[1] ?? null;
}
