import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, closeSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { end } from '../bench/process.ts';

/** A process of the built server, its output in a file. */
export interface Child {
  pid: number;
  /** true once it has ended, for any reason */
  hasEnded(): boolean;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Bytes in use after garbage collection, including buffers. */
  memory(): Promise<number>;
}

/** A child ends with its parent, so that even a killed parent leaves none behind. It reports its memory on request. */
const PRELOADED = `data:text/javascript,${encodeURIComponent(`
  process.once('disconnect', () => process.exit(1));
  process.on('message', () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    process.send({ bytes: heapUsed + external });
  });
`)}`;
const PATIENCE_MS = 30_000;
const POLL_MS = 50;

/** Starts a file of `dist/server` on plain Node; both streams are appended to the log. */
export function startChild(script: string, env: Record<string, string>, logFile: string): Child {
  const log = openSync(logFile, 'a');
  const child: ChildProcess = spawn(
    process.execPath,
    ['--expose-gc', '--import', PRELOADED, `dist/server/${script}`],
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
    memory: () =>
      new Promise((resolve, reject) => {
        child.once('message', ({ bytes }: { bytes: number }) => resolve(bytes));
        child.once('exit', () => reject(new Error(`${script} has ended`)));
        child.send('memory');
      }),
  };
}

/**
 * Waits until a value is there.
 * @throws Error if the child ends first, or after half a minute
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
