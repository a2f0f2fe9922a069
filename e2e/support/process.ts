import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
