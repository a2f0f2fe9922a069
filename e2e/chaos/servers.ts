import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, closeSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { gatewaySettings, type Secrets } from '../support/built-companion.ts';
import { end } from '../support/process.ts';

/** Settings shared by all companions of a run. */
export interface CompanionSettings {
  gatewayUrl: string;
  databaseUrl: string;
  secrets: Secrets;
  merchant: { url: string; secret: string };
  /** for logs */
  folder: string;
}

/** Short times, so that unknown outcomes end within seconds. */
const IMPATIENT = { NOT_FOUND_GRACE_S: '6', GATEWAY_TIMEOUT_MS: '1500' };

/** Starts a companion and waits until it is ready. */
export async function startCompanion(
  { gatewayUrl, databaseUrl, secrets, merchant, folder }: CompanionSettings,
  { port, publicPort, name }: { port: number; publicPort: number; name: string },
): Promise<Child> {
  const env = {
    ...IMPATIENT,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${publicPort}/pay`,
    ...gatewaySettings(secrets),
    GATEWAY_URL: gatewayUrl,
    ORDER_SECRET: secrets.orderSecret,
    MERCHANT_API_KEY: secrets.merchantApiKey,
    METRICS_KEY: secrets.merchantApiKey,
    MERCHANT_WEBHOOK_URL: merchant.url,
    MERCHANT_WEBHOOK_SECRET: merchant.secret,
    DATABASE_URL: databaseUrl,
    LIMITS: 'off',
    LOG_LEVEL: 'info',
  };
  const child = startChild('node.js', env, join(folder, `${name}.log`));
  await untilThere(child, () => isReady(port), name);
  return child;
}

async function isReady(port: number): Promise<true | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ? true : null;
}

/** Starts the sandbox with these secrets. @returns the process and its address */
export async function startSandbox(secrets: Secrets, folder: string): Promise<{ child: Child; url: string }> {
  const log = join(folder, 'sandbox.log');
  const env = { ...gatewaySettings(secrets), PORT: '0', STRICT: 'true' };
  const child = startChild('sandbox/node.js', env, log);
  const url = await untilThere(child, () => inLog(log, /^GATEWAY_URL=(\S+)$/m), 'the sandbox');
  return { child, url };
}

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
function startChild(script: string, env: Record<string, string>, logFile: string): Child {
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
async function untilThere<T>(
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
function inLog(logFile: string, pattern: RegExp): string | null {
  return pattern.exec(readFileSync(logFile, 'utf8'))?.[1] ?? null;
}
