import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDemo } from './running-demo.ts';
import { SandboxControl } from './sandbox-control.ts';

/** Shop, companion and sandbox, running together. */
export interface Stack {
  /** addresses */
  shop: string;
  companion: string;
  sandbox: SandboxControl;
  orderSecret: string;
  merchantApiKey: string;
  /** where the companion keeps its database */
  folder: string;
  /** everything printed so far, including the companion's whole log */
  output(): string;
}

/** Settings of the companion, as environment. */
export type Settings = Record<string, string>;

export interface RunningStack extends Stack {
  close(): Promise<void>;
}

/** Settings with which an unanswered payment is resolved within seconds. */
export const IMPATIENT: Settings = { NOT_FOUND_GRACE_S: '1', GATEWAY_TIMEOUT_MS: '1500' };

/**
 * Starts a stack on free ports, with its own database and log.
 * @throws Error if it ends instead of starting
 */
export async function startStack(settings: Settings): Promise<RunningStack> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-e2e-'));
  const orderSecret = randomBytes(32).toString('base64url');
  const merchantApiKey = randomBytes(24).toString('base64url');
  const forget = () => rmSync(folder, { recursive: true, force: true });
  const demo = await runDemo({
    ORDER_SECRET: orderSecret,
    MERCHANT_API_KEY: merchantApiKey,
    DATABASE_URL: `file:${join(folder, 'pay.db')}`,
    LOG_LEVEL: 'trace',
    ...settings,
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return {
    shop: demo.shop,
    companion: demo.companion,
    sandbox: new SandboxControl(demo.sandbox),
    orderSecret,
    merchantApiKey,
    folder,
    output: () => demo.output(),
    async close() {
      await demo.close().finally(forget);
    },
  };
}
