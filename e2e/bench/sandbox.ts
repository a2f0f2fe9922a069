import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { Secrets } from './companion.ts';
import { end, freePort } from './process.ts';

/** The API key and the endpoints key of every sandbox and companion that the benches start. */
const KEY = 'bench';
const PATIENCE_MS = 10_000;

export interface SandboxProcess {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts the built sandbox in a process of its own.
 * @throws Error if it does not answer in time
 */
export async function startSandbox({ posId, apiSecret }: Secrets): Promise<SandboxProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/server/sandbox/node.js'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      STRICT: 'true',
      GATEWAY_POS_ID: posId,
      GATEWAY_API_KEY: KEY,
      GATEWAY_API_SECRET: apiSecret,
      GATEWAY_ENDPOINTS_KEY: KEY,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + PATIENCE_MS;
  while (!(await fetch(`${url}/_sandbox/settings`).catch(() => null))) {
    if (performance.now() > until) {
      await end(child, 'SIGKILL');
      throw new Error('the sandbox does not start');
    }
    await setTimeout(50);
  }
  return { url, close: () => end(child, 'SIGTERM') };
}
