import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from './process.ts';

/** Secrets that the companion shares with its neighbours. */
export interface Secrets {
  orderSecret: string;
  merchantApiKey: string;
  posId: string;
  apiSecret: string;
}

/** The built companion, in a process of its own. */
export interface BenchCompanion extends Secrets, ServerProcess {
  /** with the path `/pay` */
  url: string;
  /** without it, for /metrics */
  origin: string;
}

export function newSecrets(): Secrets {
  return {
    orderSecret: randomBytes(32).toString('base64url'),
    merchantApiKey: randomBytes(24).toString('base64url'),
    posId: randomUUID(),
    apiSecret: randomBytes(24).toString('base64url'),
  };
}

/** Gives a temporary folder for databases. */
export async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts the built companion over SQLite, with its log at level info discarded.
 * @param runtime the runtime and its options
 * @throws Error if it does not answer within half a minute
 */
export async function startCompanion(
  gatewayUrl: string,
  secrets: Secrets,
  databaseFile: string,
  env: Record<string, string> = {},
  runtime: readonly string[] = [process.execPath],
): Promise<BenchCompanion> {
  const server = await startServer([...runtime, 'dist/server/node.js'], {
    ...gatewaySettings(secrets),
    GATEWAY_URL: gatewayUrl,
    ORDER_SECRET: secrets.orderSecret,
    MERCHANT_API_KEY: secrets.merchantApiKey,
    METRICS_KEY: secrets.merchantApiKey,
    DATABASE_URL: `file:${databaseFile}`,
    LOG_LEVEL: 'info',
    // All payments come from one address here.
    LIMITS: 'off',
    ...env,
  });
  return { ...secrets, ...server, origin: server.url, url: `${server.url}/pay` };
}

/** The credentials at the gateway, as the companion and the sandbox read them. */
export const gatewaySettings = ({ posId, apiSecret }: Secrets) => ({
  GATEWAY_POS_ID: posId,
  GATEWAY_API_KEY: 'bench',
  GATEWAY_API_SECRET: apiSecret,
  GATEWAY_ENDPOINTS_KEY: 'bench',
});
