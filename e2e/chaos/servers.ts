import { join } from 'node:path';
import type { Secrets } from '../bench/companion.ts';
import { type Child, inLog, startChild, untilThere } from './children.ts';

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
    GATEWAY_URL: gatewayUrl,
    GATEWAY_POS_ID: secrets.posId,
    GATEWAY_API_KEY: 'chaos',
    GATEWAY_API_SECRET: secrets.apiSecret,
    GATEWAY_ENDPOINTS_KEY: 'chaos',
    ORDER_SECRET: secrets.orderSecret,
    MERCHANT_API_KEY: secrets.merchantApiKey,
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
  const env = {
    PORT: '0',
    STRICT: 'true',
    GATEWAY_POS_ID: secrets.posId,
    GATEWAY_API_KEY: 'chaos',
    GATEWAY_API_SECRET: secrets.apiSecret,
    GATEWAY_ENDPOINTS_KEY: 'chaos',
  };
  const child = startChild('sandbox/node.js', env, log);
  const url = await untilThere(child, () => inLog(log, /^GATEWAY_URL=(\S+)$/m), 'the sandbox');
  return { child, url };
}
