import { randomBytes, randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { end, freePort } from './process.ts';

/** Secrets that the companion shares with its neighbours. */
export interface Secrets {
  orderSecret: string;
  merchantApiKey: string;
  posId: string;
  apiSecret: string;
}

/** The built companion, in a process of its own. */
export interface BenchCompanion extends Secrets {
  /** with the path `/pay` */
  url: string;
  /** without it, for /livez and /metrics */
  origin: string;
  pid: number;
  databaseFile: string;
  /** Ends it at once or by SIGTERM; its files stay until {@link removeFolder}. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;

export function newSecrets(): Secrets {
  return {
    orderSecret: randomBytes(32).toString('base64url'),
    merchantApiKey: randomBytes(24).toString('base64url'),
    posId: randomUUID(),
    apiSecret: randomBytes(24).toString('base64url'),
  };
}

/** A temporary folder for databases. */
export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'pay-form-bench-'));

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/**
 * Starts the built companion over SQLite, with its log at level info discarded.
 * @param command the runtime and its options
 * @param built the folder of the built server
 * @throws Error if it does not answer within half a minute
 */
export async function startCompanion(
  gatewayUrl: string,
  secrets: Secrets,
  databaseFile: string,
  env: Record<string, string> = {},
  command: readonly string[] = [process.execPath],
  built = 'dist/server',
): Promise<BenchCompanion> {
  const port = await freePort();
  const [program = '', ...options] = command;
  const child = spawn(program, [...options, join(built, 'node.js')], {
    env: { ...environment(gatewayUrl, secrets, databaseFile), PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilLive(origin).catch(async (error: unknown) => {
    await end(child, 'SIGKILL');
    throw error;
  });
  return {
    ...secrets,
    origin,
    url: `${origin}/pay`,
    pid: child.pid ?? 0,
    databaseFile,
    end: (signal) => end(child, signal),
    close: () => end(child, 'SIGTERM'),
  };
}

/** The companion's required settings as environment; it uses a free port. */
export function environment(
  gatewayUrl: string,
  { posId, apiSecret, orderSecret, merchantApiKey }: Secrets,
  databaseFile: string,
): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    PORT: '0',
    GATEWAY_URL: gatewayUrl,
    GATEWAY_POS_ID: posId,
    GATEWAY_API_KEY: 'bench',
    GATEWAY_API_SECRET: apiSecret,
    GATEWAY_ENDPOINTS_KEY: 'bench',
    ORDER_SECRET: orderSecret,
    MERCHANT_API_KEY: merchantApiKey,
    DATABASE_URL: `file:${databaseFile}`,
    LOG_LEVEL: 'info',
    // All payments come from one address here.
    LIMITS: 'off',
  };
}

async function untilLive(origin: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const live = await fetch(`${origin}/livez`).catch(() => null);
    if (live?.ok) return;
    await setTimeout(50);
  }
  throw new Error('the companion does not start');
}
