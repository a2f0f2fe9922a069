import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { Checkout } from './checkout.ts';
import { runDemo } from './running-demo.ts';
import { SandboxControl } from './sandbox-control.ts';

/** Shop, companion and sandbox, running together. */
export interface Stack {
  /** addresses */
  shop: string;
  companion: string;
  sandboxUrl: string;
  sandbox: SandboxControl;
  orderSecret: string;
  /** where the companion keeps its database */
  folder: string;
  /** everything printed so far; the companion logs all it has to say */
  output(): string;
}

type Settings = Record<string, string>;

/** Settings with which an unanswered payment is settled within seconds. */
export const IMPATIENT: Settings = { NOT_FOUND_GRACE_S: '1', GATEWAY_TIMEOUT_MS: '1500' };

interface WorkerFixtures {
  /** A stack with other settings of the companion; one for each set of settings and worker, started when first asked for. */
  stackWith: (settings: Settings) => Promise<Stack>;
}

interface TestFixtures {
  /** The stack of this worker, with the standard settings and a sandbox that remembers nothing. */
  stack: Stack;
  /** The page's checkout in the shop of `stack`. */
  checkout: Checkout;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stackWith: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from the pattern
    async ({}, use) => {
      const running = new Map<string, Promise<Stack & { close(): Promise<void> }>>();
      await use(async (settings) => {
        const key = JSON.stringify(settings);
        const found = running.get(key) ?? start(settings);
        running.set(key, found);
        const stack = await found;
        await stack.sandbox.reset();
        return stack;
      });
      for (const stack of running.values()) await (await stack).close();
    },
    { scope: 'worker' },
  ],
  stack: async ({ stackWith }, use, testInfo) => {
    const stack = await stackWith({});
    const before = stack.output().length;
    await use(stack);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('log', { body: stack.output().slice(before) });
    }
  },
  checkout: async ({ page, stack }, use) => {
    await use(new Checkout(page, stack));
  },
});

async function start(settings: Settings): Promise<Stack & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-e2e-'));
  const orderSecret = randomBytes(32).toString('base64url');
  const demo = await runDemo({
    ORDER_SECRET: orderSecret,
    DATABASE_URL: `file:${join(folder, 'pay.db')}`,
    LOG_LEVEL: 'trace',
    ...settings,
  });
  return {
    shop: demo.shop,
    companion: demo.companion,
    sandboxUrl: demo.sandbox,
    sandbox: new SandboxControl(demo.sandbox),
    orderSecret,
    folder,
    output: () => demo.output(),
    async close() {
      await demo.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
