import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** An HTTP server in a process of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** from the start of the process until it answered, in milliseconds */
  startMs: number;
  /** Ends it and resolves when it has exited. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const PATIENCE_MS = 30_000;

/**
 * Starts a program that serves HTTP on the port `PORT`.
 * @param command the program and its arguments
 * @throws Error if it ends, or does not answer within half a minute
 */
export async function startServer(
  command: readonly string[],
  env: Record<string, string>,
): Promise<ServerProcess> {
  const port = await freePort();
  const [program = '', ...args] = command;
  const start = performance.now();
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() - start > PATIENCE_MS) {
      await end(child, 'SIGKILL');
      throw new Error(`${command.join(' ')} does not start`);
    }
    await setTimeout(10);
  }
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - start,
    end: (signal = 'SIGTERM') => end(child, signal),
  };
}

/** Starts a script of this folder that serves HTTP on the port `PORT`. */
export const startScript = (name: string, env: Record<string, string> = {}): Promise<ServerProcess> =>
  startServer([process.execPath, '--import', 'tsx', fileURLToPath(new URL(name, import.meta.url))], env);

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Ends a process and resolves when it has exited. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Processor time of a process so far, in milliseconds; NaN without /proc. */
export function processorMs(pid: number): number {
  const stat = readProc(pid, 'stat');
  // The second field is a name that may contain spaces; utime and stime are the 14th and 15th, in hundredths of a
  // second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of a process in megabytes; NaN without /proc. */
export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1]) / 1024;
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
