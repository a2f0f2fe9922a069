import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, test as base } from '@playwright/test';
import { Checkout } from './checkout.ts';
import { type RunningStack, type Settings, type Stack, startStack } from './stack.ts';

interface WorkerFixtures {
  /** A stack with other settings of the companion; one per worker and set of settings, started on first use. */
  stackWith: (settings: Settings) => Promise<Stack>;
}

interface TestFixtures {
  /** The worker's stack, with standard settings and a sandbox that was reset. */
  stack: Stack;
  /** The page's checkout in the shop of `stack`. */
  checkout: Checkout;
}

const CLOSING_MS = 5000;

export const test = base.extend<TestFixtures & { context: BrowserContext }, WorkerFixtures>({
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(context);
    await close(context);
  },
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

/**
 * Closes the context, or gives up after a while: a Chromium whose page is navigating sometimes never answers. The browser
 * ends with its worker in any case.
 */
async function close(context: BrowserContext): Promise<void> {
  const late = new AbortController();
  const given = setTimeout(CLOSING_MS, undefined, { signal: late.signal }).catch(() => undefined);
  await Promise.race([leave(context), given]);
  late.abort();
}

/** A page may still send requests: that a test no longer answers them is no failure. */
async function leave(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
