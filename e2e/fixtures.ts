import { test as base } from '@playwright/test';
import { Checkout } from './checkout.ts';
import { type RunningStack, type Settings, type Stack, startStack } from './stack.ts';

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
      const running = new Map<string, Promise<RunningStack>>();
      await use(async (settings) => {
        const key = JSON.stringify(settings);
        const found = running.get(key) ?? startStack(settings);
        running.set(key, found);
        const stack = await found;
        await stack.sandbox.reset();
        return stack;
      });
      const ended = await Promise.allSettled(
        [...running.values()].map(async (stack) => (await stack).close()),
      );
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
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
