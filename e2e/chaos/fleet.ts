import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Secrets } from '../bench/companion.ts';
import { freePort } from '../bench/process.ts';
import { type Child, inLog, startChild, untilThere } from './children.ts';
import { type Front, startFront } from './front.ts';
import type { Random } from './random.ts';

/** Companions behind one address, which die by SIGKILL and come back. */
export interface Fleet {
  /** of the front, with the path `/pay` */
  url: string;
  /** Kills a companion every few seconds until the answer is called, which resolves when all are back. */
  beginKilling(random: Random): () => Promise<void>;
  kills(): number;
  close(): Promise<void>;
}

export interface FleetSettings {
  companions: number;
  gatewayUrl: string;
  databaseUrl: string;
  secrets: Secrets;
  merchant: { url: string; secret: string };
  folder: string;
}

/** Small, so that what is in doubt ends within seconds. */
const IMPATIENT = { NOT_FOUND_GRACE_S: '3', GATEWAY_TIMEOUT_MS: '1500' };
const LEAST_LIFE_MS = 2_500;
const LIFE_SPREAD_MS = 3_000;

/** Starts the companions and waits until each one is ready. */
export async function startFleet(settings: FleetSettings): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: settings.companions }, freePort));
  const front = await startFront(() => ports);
  const start = (index: number) => startCompanion(settings, front, ports[index] ?? 0, index);
  // One after the other: the first makes the tables.
  const running: Child[] = [];
  let kills = 0;
  const close = async () => {
    await Promise.all(running.map((one) => one.end('SIGKILL')));
    await front.close();
  };

  async function killUntil(random: Random, ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      await setTimeout(LEAST_LIFE_MS + random.below(LIFE_SPREAD_MS), undefined, { signal: ending }).catch(
        () => {},
      );
      if (ending.aborted) return;
      // Now and then all of them: nobody is there for a while.
      const all = [...running.keys()];
      const victims = random.chance(0.2) ? all : [random.pick(all)];
      await Promise.all(victims.map((index) => running[index]?.end('SIGKILL')));
      kills += victims.length;
      for (const index of victims) running[index] = await start(index);
    }
  }

  try {
    for (const index of ports.keys()) running.push(await start(index));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${front.port}/pay`,
    kills: () => kills,
    close,
    beginKilling(random) {
      const ending = new AbortController();
      const killing = killUntil(random, ending.signal);
      return async () => {
        ending.abort();
        await killing;
      };
    },
  };
}

async function startCompanion(
  { gatewayUrl, databaseUrl, secrets, merchant, folder }: FleetSettings,
  front: Front,
  port: number,
  index: number,
): Promise<Child> {
  const env = {
    ...IMPATIENT,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${front.port}/pay`,
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
  const child = startChild('node.js', env, join(folder, `companion-${index + 1}.log`));
  await untilThere(child, () => isReady(port), 'the companion');
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
    GATEWAY_POS_ID: secrets.posId,
    GATEWAY_API_KEY: 'chaos',
    GATEWAY_API_SECRET: secrets.apiSecret,
    GATEWAY_ENDPOINTS_KEY: 'chaos',
  };
  const child = startChild('sandbox/node.js', env, log);
  const url = await untilThere(child, () => inLog(log, /^GATEWAY_URL=(\S+)$/m), 'the sandbox');
  return { child, url };
}
